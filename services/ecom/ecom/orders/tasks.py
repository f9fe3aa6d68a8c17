"""Orders that nobody pays give their stock back, and counts of orders are forgotten when their time is over."""

from typing import Any

from ecom.orders import service
from ecom.orders.models import CheckoutCount
from kit.hourly_limits import delete_old_counts
from kit.jobs import Run, task

EXPIRE = "orders.expire"
_AT_ONCE = 500
_EVERY = 60


@task(EXPIRE, every=_EVERY)
async def expire(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Cancel the orders whose time to be paid is over, each in a transaction of its own; gives how many."""
    database = run.state.database
    async with database.transaction() as session:
        await delete_old_counts(session, CheckoutCount)
        late = await service.due(session, _AT_ONCE)
    expired = 0
    for order_id in late:
        async with database.transaction() as session:
            expired += await service.expire(session, order_id)
    return {"expired": expired}
