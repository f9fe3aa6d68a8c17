"""``/ecom/stock-movements``, and adjustments of a product's stock."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import select

from ecom.stock import service
from ecom.stock.answers import movements_out
from ecom.stock.models import StockMovement
from ecom.stock.schemas import StockAdjustment, StockMovementOut, StockOut
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IdempotencyKey
from kit.repository import Repository

router = APIRouter(prefix="/ecom")

_MOST_VALUES = 50
# Their ids are of the same time, and tell those of one moment apart.
_sort = sortable(at=StockMovement.id, default="-at")


class _Movements(Repository[StockMovement]):
    model = StockMovement


@router.get("/stock-movements", response_model=Page[StockMovementOut])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: Annotated[Principal, requires("ecom:read", "ecom:write")],
    product_id: Annotated[Sequence[uuid.UUID], Query(alias="product-id", max_length=_MOST_VALUES)] = [],
    order_id: Annotated[Sequence[uuid.UUID], Query(alias="order-id", max_length=_MOST_VALUES)] = [],
) -> Slice[StockMovementOut]:
    """List what has changed the stock of products, the latest first."""
    query = select(StockMovement)
    if product_id:
        query = query.where(StockMovement.product_id.in_(product_id))
    if order_id:
        query = query.where(StockMovement.order_id.in_(order_id))
    found = await _Movements(session).page(page, order, query)
    return Slice(await movements_out(session, found.results), found.total, found.start, found.limit)


@router.post("/products/{id}/stock-adjustments", status_code=201)
async def adjust(
    id: uuid.UUID,
    data: StockAdjustment,
    session: Session,
    principal: Annotated[Principal, requires("ecom:write")],
    idempotency_key: IdempotencyKey,
) -> StockOut:
    """Set a product's stock to what was counted, or change it by a difference."""
    return StockOut(product_id=id, stock=await service.adjust(session, principal, data, id, idempotency_key))
