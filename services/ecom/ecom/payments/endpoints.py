"""``/ecom/payments`` and ``/ecom/refunds``."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ecom.payments import listing, service
from ecom.payments.gateways import offered
from ecom.payments.models import GatewayKey, Payment, Refund
from ecom.payments.repository import PaymentRepository, RefundRepository
from ecom.payments.schemas import (
    AskedPaymentOut,
    ListedRefundOut,
    OfferedOut,
    PaymentForBrowser,
    PaymentIn,
    PaymentKeyIn,
    PaymentOut,
    PaymentsStatusOut,
    ProviderTestIn,
    RefundClosedIn,
    RefundIn,
    RefundOut,
)
from ecom.payments.states import PaymentState, RefundState
from ecom.payments.tasks import WAIT_SECONDS
from kit.auth import Caller, Principal, Public, requires
from kit.db import Session
from kit.job_routes import JobResponse
from kit.job_schemas import JobOut
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IdempotencyKey

router = APIRouter(prefix="/ecom/payments")
refunds_router = APIRouter(prefix="/ecom/refunds", tags=["payments"])

_Reader = Annotated[Principal, requires("ecom:read", "ecom:write")]
_Writer = Annotated[Principal, requires("ecom:write")]
_sort = sortable(createdAt=Payment.created_at, amount=Payment.amount, state=Payment.state, default="-createdAt")
_refunds_sort = sortable(createdAt=Refund.created_at, amount=Refund.amount, state=Refund.state, default="-createdAt")
_JOBS = "/ecom/jobs"


@router.get("", response_model=Page[PaymentOut])
async def list(
    session: Session,
    _: _Reader,
    page: PageParams,
    order: Annotated[Order, _sort],
    state: Annotated[Sequence[PaymentState], Query(max_length=10)] = (),
    gateway: Annotated[Sequence[GatewayKey], Query(max_length=10)] = (),
    order_id: Annotated[uuid.UUID | None, Query(alias="order-id")] = None,
) -> Slice[Payment]:
    """List payments."""
    query = listing.payments(states=state, gateways=gateway, order_id=order_id)
    return await PaymentRepository(session).page(page, order, query)


@router.post("", status_code=201, response_model=PaymentOut)
async def create(data: PaymentIn, session: Session, principal: _Writer) -> Payment:
    """Have an order that nobody paid online paid by invoice. A cancelled one is open again; its buyer is mailed how to pay."""
    return await service.bill(session, principal, data.order_id)


@router.get("/status")
async def status(session: Session, _: _Reader) -> PaymentsStatusOut:
    """How far each way to pay is set up, and what waits for somebody."""
    return await listing.status(session)


@router.get("/methods")
async def methods(session: Session, _: Annotated[Caller, Public]) -> Sequence[OfferedOut]:
    """The ways to pay that buyers can choose, with what their browsers need for each."""
    found = await offered(session)
    return [
        OfferedOut.model_validate({"key": each.key, "instructions": each.instructions, **each.public}) for each in found
    ]


@router.post("/tests", status_code=204)
async def test(data: ProviderTestIn, session: Session, _: _Writer) -> None:
    """Test the shop's keys with a request to the provider that changes nothing."""
    await service.test_provider(session, data.provider)


@router.get("/{id}", response_model=PaymentOut)
async def get(id: uuid.UUID, session: Session, _: _Reader) -> Payment:
    """Get one payment."""
    return await PaymentRepository(session).get(id)


@router.post(
    "/{id}/return",
    max_body_size=4_096,
    responses={200: {"model": PaymentForBrowser}, 202: {"model": JobOut, "description": "Still on its way"}},
)
async def check(
    id: uuid.UUID, data: PaymentKeyIn, request: Request, session: Session, _: Annotated[Caller, Public]
) -> Response:
    """Go on with a payment, for the buyer's browser: before it asks for a card, and when it is back from the provider.

    What the browser says of the payment counts for nothing: the provider is asked.
    """
    job = await service.check(session, id, data.key)
    return JobResponse(job, request, address=_JOBS, wait=WAIT_SECONDS)


@router.post(
    "/{id}/cancel",
    max_body_size=4_096,
    responses={200: {"model": PaymentForBrowser}, 202: {"model": JobOut, "description": "Still on its way"}},
)
async def withdraw(
    id: uuid.UUID, data: PaymentKeyIn, request: Request, session: Session, _: Annotated[Caller, Public]
) -> Response:
    """Cancel a payment that its buyer has left, with its order, and release the stock.

    The provider is asked first: what the buyer has paid meanwhile stays paid, as the answer's `state` says.
    """
    job = await service.withdraw(session, id, data.key)
    return JobResponse(job, request, address=_JOBS, wait=WAIT_SECONDS)


@router.post("/{id}/check", responses={200: {"model": AskedPaymentOut}, 202: {"model": JobOut}})
async def ask(id: uuid.UUID, request: Request, session: Session, principal: _Writer) -> Response:
    """Ask the provider what has become of a payment, now."""
    job = await service.ask(session, principal, id)
    return JobResponse(job, request, address=_JOBS, wait=WAIT_SECONDS)


@router.post("/{id}/receipt", response_model=PaymentOut)
async def receive(id: uuid.UUID, session: Session, principal: _Writer) -> Payment:
    """Write down that the money of an invoice or a collection has come."""
    return await service.receive(session, principal, id)


@router.get("/{id}/refunds")
async def list_refunds(id: uuid.UUID, session: Session, _: _Reader) -> Sequence[RefundOut]:
    """List the refunds of one payment, the first first."""
    payment = await PaymentRepository(session).get(id)
    return [RefundOut.model_validate(each) for each in await RefundRepository(session).of_payment(payment.id)]


@router.post("/{id}/refunds", status_code=201, response_model=RefundOut)
async def refund(
    id: uuid.UUID, data: RefundIn, session: Session, principal: _Writer, idempotency_key: IdempotencyKey
) -> Refund:
    """Have money go back to the buyer, by the provider or, where it came by hand, by hand."""
    return await service.refund(session, principal, data, id, idempotency_key)


@refunds_router.get("")
async def list_all_refunds(
    session: Session,
    _: _Reader,
    page: PageParams,
    order: Annotated[Order, _refunds_sort],
    state: Annotated[Sequence[RefundState], Query(max_length=10)] = (),
) -> Page[ListedRefundOut]:
    """List refunds of all payments."""
    return await listing.refunds(session, page, order, state)


@refunds_router.post("/{id}/retry", response_model=RefundOut)
async def retry(id: uuid.UUID, session: Session, principal: _Writer) -> Refund:
    """Retry a failed refund."""
    return await service.retry_refund(session, principal, id)


@refunds_router.post("/{id}/close", response_model=RefundOut)
async def close(id: uuid.UUID, data: RefundClosedIn, session: Session, principal: _Writer) -> Refund:
    """Close a failed refund that was settled otherwise, such as by a bank transfer or by another refund."""
    return await service.close_refund(session, principal, data, id)
