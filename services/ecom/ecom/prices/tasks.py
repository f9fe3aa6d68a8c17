"""Publishes the moments at which a sale begins or ends, when no record is written."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from ecom.events import emit_groups
from ecom.products.models import Price, Product
from ecom.products.prices import next_change
from kit.jobs import Run, task

ANNOUNCE = "prices.turn"
_MOST = 1000


@task(ANNOUNCE, timeout=60, every=60)
async def announce_changes(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Publishes the groups whose products have a price that has begun or ceased to apply; returns the count of prices."""
    now = datetime.now(UTC)
    due = select(Price).where(Price.turns_at <= now).order_by(Price.turns_at).limit(_MOST)
    prices = (await run.session.scalars(due.with_for_update(skip_locked=True))).all()
    for price in prices:
        price.turns_at = next_change(price.starts_at, price.ends_at, now)
    ids = {price.product_id for price in prices}
    groups = await run.session.scalars(select(Product.group_id).where(Product.id.in_(ids)).distinct())
    emit_groups(run.session, groups.all())
    return {"prices": len(prices)}
