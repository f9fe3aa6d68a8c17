"""``/ecom/stock-movements``, and adjustments of a product's stock."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy import select

from ecom.products.models import Product
from ecom.stock import service
from ecom.stock.models import StockMovement
from ecom.stock.schemas import StockAdjustment, StockMovementOut, StockOut
from kit.auth import Principal, requires
from kit.db import Session, release_connection
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.repository import Repository
from kit.state import state_of
from kit.user_names import user_names

router = APIRouter(prefix="/ecom")

_MOST_VALUES = 50
_sort = sortable(at=StockMovement.at, default="-at")


class _Movements(Repository[StockMovement]):
    model = StockMovement


@router.get("/stock-movements", response_model=Page[StockMovementOut])
async def list(
    request: Request,
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
    ids = {row.product_id for row in found.results}
    rows = await session.execute(select(Product.id, Product.sku).where(Product.id.in_(ids)))
    skus = {row.id: row.sku for row in rows}
    await release_connection(session)
    names = await user_names(state_of(request), (str(row.actor_id) for row in found.results if row.actor_id))
    results = [
        StockMovementOut(
            id=row.id,
            product_id=row.product_id,
            sku=skus[row.product_id],
            change=row.change,
            stock_after=row.stock_after,
            reason=row.reason,
            order_id=row.order_id,
            note=row.note,
            actor_id=row.actor_id,
            actor_name=names.get(str(row.actor_id)),
            at=row.at,
        )
        for row in found.results
    ]
    return Slice(results, found.total, found.start, found.limit)


@router.post("/products/{id}/stock-adjustments", status_code=201)
async def adjust(
    id: uuid.UUID,
    data: StockAdjustment,
    session: Session,
    principal: Annotated[Principal, requires("ecom:write")],
) -> StockOut:
    """Set a product's stock to what was counted, or change it by a difference."""
    return StockOut(product_id=id, stock=await service.adjust(session, principal, data, id))
