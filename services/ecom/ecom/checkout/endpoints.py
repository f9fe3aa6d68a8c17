"""``POST /ecom/orders``: a visitor's or a member's basket becomes an order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

import orjson
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import JSONResponse

from ecom.checkout import service
from ecom.checkout.schemas import OrderAnswer, OrderRequest
from ecom.checkout.service import Placed
from ecom.orders.mails import receipt_path
from ecom.payments.browsers import for_browser
from ecom.payments.schemas import PaymentForBrowser
from kit.auth import Caller, PublicWrite
from kit.db import Session
from kit.job_routes import JobResponse
from kit.networks import client_address
from kit.preconditions import IdempotencyKey
from kit.tables import Job

router = APIRouter(prefix="/ecom/orders", tags=["orders"])

_NO_STORE = {"Cache-Control": "no-store"}
_JOBS = "/ecom/jobs"
_WAIT_SECONDS = 240
"""Less than the five minutes after which the gateway gives up."""


_AT_ONCE = 4
"""How many orders one process works on at once; well below the connections of a process."""


@asynccontextmanager
async def open_slots(app: FastAPI) -> AsyncIterator[None]:
    """Provides the slots that orders wait for while the app runs.

    Orders of one product wait for its row one after another, each with a database connection. A rush on one product would
    use up all connections of the process, so orders beyond the slots wait here, without a connection.
    """
    app.state.checkout_slots = asyncio.Semaphore(_AT_ONCE)
    yield


class OrderResponse(JobResponse):
    """The answer to an order whose payment a provider has to hear of first.

    With ``Prefer: respond-async`` it is sent at once. It has the order whatever becomes of the payment: the order is
    taken, and a buyer whose provider is away can pay it later.
    """

    done_status = 201

    def __init__(self, job: Job, request: Request, answer: OrderAnswer) -> None:
        super().__init__(job, request, address=_JOBS, wait=_WAIT_SECONDS)
        self._answer = answer

    def raise_failure(self, job: Job) -> None:
        """A payment that came to nothing is no failure of the order."""

    def content_of(self, job: Job) -> bytes:
        """The order, with its payment as far as that has come."""
        answer = self._answer
        if job.state == "done" and job.result:
            answer = answer.model_copy(update={"payment": PaymentForBrowser.model_validate(job.result)})
        return answer.model_dump_json().encode()


@router.post(
    "",
    status_code=201,
    response_model=OrderAnswer,
    responses={
        202: {"model": OrderAnswer, "description": "Accepted; the payment is still on its way to the provider."}
    },
)
async def create(
    data: OrderRequest,
    request: Request,
    session: Session,
    caller: Annotated[Caller, PublicWrite],
    idempotency_key: IdempotencyKey,
) -> Response:
    """Order a basket. 409 `summary_changed`, with the new summary, where it is not what the buyer has agreed to."""
    async with request.app.state.checkout_slots:
        placed = await service.place(session, data, caller, idempotency_key, client_address(request))
    pending = None if placed.payment is None else await for_browser(session, placed.payment)
    answer = _answer(placed, None if pending is None else PaymentForBrowser.model_validate(pending))
    if placed.job is not None:
        return OrderResponse(placed.job, request, answer)
    return JSONResponse(orjson.loads(answer.model_dump_json()), 201, _NO_STORE)


def _answer(placed: Placed, payment: PaymentForBrowser | None) -> OrderAnswer:
    order = placed.order
    return OrderAnswer(
        id=order.id,
        reference=order.reference,
        receipt_path=receipt_path(order),
        currency=order.currency,
        total_incl_tax=order.total_incl_tax,
        payment=payment,
    )
