"""Publishes the moments at which a sale begins or ends, when no record is written."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import emit_groups
from ecom.products.models import Price, Product
from ecom.products.prices import next_change
from kit.jobs import Run, task

ANNOUNCE = "prices.turn"
_MOST = 1000
"""Prices in one transaction, however many change at once."""


@task(ANNOUNCE, timeout=600, every=60)
async def announce_changes(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Publishes the groups whose products have a price that has begun or ceased to apply; returns the count of prices.

    It ends when none is due: until its group is published, a page shows a price that the basket does not have.
    """
    now, count = datetime.now(UTC), 0
    while True:
        async with run.state.database.transaction() as session:
            changed = await _announce(session, now)
        count += changed
        if changed < _MOST:
            return {"prices": count}


async def _announce(session: AsyncSession, now: datetime) -> int:
    due = select(Price).where(Price.turns_at <= now).order_by(Price.turns_at).limit(_MOST)
    prices = (await session.scalars(due.with_for_update(skip_locked=True))).all()
    for price in prices:
        price.turns_at = next_change(price.starts_at, price.ends_at, now)
    ids = {price.product_id for price in prices}
    groups = await session.scalars(select(Product.group_id).where(Product.id.in_(ids)).distinct())
    emit_groups(session, groups.all())
    return len(prices)
