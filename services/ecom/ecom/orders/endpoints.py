"""``/ecom/orders`` for the shop's people, and for members their own; ``/ecom/receipts`` for who has an order's link."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import AwareDatetime
from sqlalchemy import select

from ecom.orders import exporting, reading, service
from ecom.orders.models import Order as OrderRow
from ecom.orders.repository import Filters, OrderRepository
from ecom.orders.schemas import OrderIn, OrderOut, OrdersPage, Receipt, ReceiptListed
from ecom.orders.states import State
from kit.auth import Caller, LoggedIn, Principal, Public, requires
from kit.db import Session, release_connection
from kit.pagination import Order, Page, PageParams, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText
from kit.state import state_of

router = APIRouter(prefix="/ecom/orders", tags=["orders"])
receipts_router = APIRouter(prefix="/ecom/receipts", tags=["receipts"])

_sort = sortable(
    createdAt=OrderRow.created_at,
    updatedAt=OrderRow.updated_at,
    reference=OrderRow.reference,
    contactName=OrderRow.contact_name,
    state=OrderRow.state,
    totalInclTax=OrderRow.total_incl_tax,
    default="-createdAt",
)
_mine = sortable(createdAt=OrderRow.created_at, default="-createdAt")
_Gateway = Annotated[str, Query(max_length=20)]


class CsvResponse(StreamingResponse):
    """A CSV file, sent line by line."""

    media_type = "text/csv; charset=utf-8"


CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


def _filters(
    q: SearchText = None,
    state: Annotated[Sequence[State], Query(max_length=10)] = (),
    gateway: Annotated[Sequence[_Gateway], Query(max_length=10)] = (),
    since: Annotated[AwareDatetime | None, Query(description="Placed then or later.")] = None,
    until: Annotated[AwareDatetime | None, Query(description="Placed before.")] = None,
    is_unpaid: Annotated[
        bool, Query(alias="is-unpaid", description="Those alone that money is still to come for.")
    ] = False,
) -> Filters:
    return Filters(state, gateway, since, until, is_unpaid, q)


AskedFilters = Annotated[Filters, Depends(_filters)]
Token = Annotated[str, Path(min_length=20, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


@router.get("")
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    filters: AskedFilters,
) -> OrdersPage:
    """List orders, the newest first, with what all that fit come to."""
    return await reading.list_orders(session, page, order, filters)


@router.get("/export.csv", response_class=CsvResponse, responses=CSV)
async def export(
    request: Request,
    session: Session,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
    filters: AskedFilters,
) -> CsvResponse:
    """Export the orders that fit as CSV for bookkeeping, the oldest first, with net and tax by rate."""
    before = datetime.now(UTC)
    filters = replace(filters, until=before if filters.until is None else min(filters.until, before))
    rates = await exporting.rates(session, filters)
    await release_connection(session)
    lines = exporting.lines(state_of(request).database, filters, rates)
    return CsvResponse(
        lines, headers={"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="orders.csv"'}
    )


@router.get("/mine")
async def list_mine(
    session: Session, page: PageParams, order: Annotated[Order, _mine], principal: Annotated[Principal, LoggedIn]
) -> Page[ReceiptListed]:
    """List one's own orders."""
    query = select(OrderRow).where(OrderRow.user_id == uuid.UUID(principal.user_id))
    found = await OrderRepository(session).page(page, order, query)
    results = [reading.receipt_listed(row) for row in found.results]
    return Page(results=results, total=found.total, start=found.start, limit=found.limit)


@router.get("/mine/{id}")
async def get_mine(id: uuid.UUID, session: Session, principal: Annotated[Principal, LoggedIn]) -> Receipt:
    """Get one of one's own orders."""
    order = await OrderRepository(session).of_user(uuid.UUID(principal.user_id), id)
    return await reading.receipt(session, order)


@router.get("/{id}")
async def get(
    id: uuid.UUID,
    request: Request,
    session: Session,
    response: Response,
    principal: Annotated[Principal, requires("ecom:read", "ecom:write")],
) -> OrderOut:
    """Get an order with its rows and all that happened to it."""
    order = await OrderRepository(session).get(id)
    tag_version(response, order.version)
    out = await reading.order_out(session, order)
    await release_connection(session)
    return await reading.with_actor_names(state_of(request), out)


@router.put("/{id}")
async def update(
    id: uuid.UUID,
    data: OrderIn,
    session: Session,
    response: Response,
    principal: Annotated[Principal, requires("ecom:write")],
    if_match: IfMatch = None,
) -> OrderOut:
    """Change an order's state, contact, addresses, notes or tracking number. Its amounts are what was agreed to."""
    order = await service.update(session, principal, data, id, if_match)
    tag_version(response, order.version)
    return await reading.order_out(session, order)


@receipts_router.get("/{token}")
async def get_receipt(token: Token, session: Session, caller: Annotated[Caller, Public], response: Response) -> Receipt:
    """Get an order by the link from its mails, which nobody can guess."""
    response.headers["Cache-Control"] = "no-store"
    return await reading.receipt(session, await OrderRepository(session).by_token(token))
