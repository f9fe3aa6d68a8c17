"""What is answered of stock movements."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.products.models import Product
from ecom.stock.models import StockMovement
from ecom.stock.schemas import StockMovementOut
from kit.db import release_connection
from kit.state import state_of
from kit.user_names import user_names


async def movements_out(session: AsyncSession, movements: Sequence[StockMovement]) -> list[StockMovementOut]:
    """Movements as lists have them. Those whose product was deleted since they were read went with it: left out."""
    query = select(Product.id, Product.sku).where(Product.id.in_({row.product_id for row in movements}))
    skus = {row.id: row.sku for row in await session.execute(query)}
    state = state_of(session)
    await release_connection(session)
    names = await user_names(state, (str(row.actor_id) for row in movements if row.actor_id))
    return [
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
        for row in movements
        if row.product_id in skus
    ]
