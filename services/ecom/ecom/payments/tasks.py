"""Asking providers about payments, giving money back, going on with what stays open, and ending what nobody pays."""

import uuid
from typing import Any

from ecom.orders import service as orders
from ecom.payments import advancing, expiring, reconciling, refunding
from ecom.payments.advancing import ADVANCE
from ecom.payments.providers.asking import SECONDS
from ecom.payments.refunding import REFUND
from kit.jobs import Run, task

EXPIRE = "orders.expire"
"""Of this room and not of orders: providers are asked before an order ends, and orders know nothing of payments."""
LATE_AT_ONCE = 500
"""How many late orders are read at once."""
_EXPIRE_SECONDS = 600
WAIT_SECONDS = 25.0
"""How long an answer waits for a provider before it says that the payment is still on its way."""
_DAY = 86_400
# What a payment takes at most: a token, two looks, an authorisation, a capture, and a look.
_ADVANCE_SECONDS = 8 * SECONDS
_REFUND_SECONDS = 4 * SECONDS


@task(ADVANCE, timeout=_ADVANCE_SECONDS)
async def advance(run: Run, args: dict[str, Any]) -> dict[str, Any] | None:
    """Bring a payment as far as it can go. Gives what the buyer's browser needs of it, or where nobody waits how it is."""
    advanced = await advancing.advance(run, uuid.UUID(args["paymentId"]), advancing.ending_of(args))
    # What the release before this one enqueued is a buyer's.
    if advanced is None or args.get("isForBuyer", True):
        return advanced
    return {name: advanced[name] for name in ("id", "state", "fault")}


@task(REFUND, timeout=_REFUND_SECONDS)
async def refund(run: Run, args: dict[str, Any]) -> str | None:
    """Have a provider give money back. Gives what became of it."""
    return await refunding.refund(run, uuid.UUID(args["refundId"]))


@task("payments.reconcile", every=reconciling.EVERY)
async def reconcile(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Go on with payments and refunds that nobody goes on with. Gives how many."""
    return await reconciling.reconcile(run.session)


@task(EXPIRE, every=60, timeout=_EXPIRE_SECONDS)
async def expire(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """End the orders whose time to be paid is over, each in a transaction of its own; gives how many ended at once.

    Those whose provider has to be asked first end by the job that asks.
    """
    database = run.state.database
    expired, last = 0, None
    # All of them: those that wait for their providers stay late, and would keep the others from their turn.
    while True:
        async with database.transaction() as session:
            late = await orders.due(session, LATE_AT_ONCE, last)
        for order_id in late:
            async with database.transaction() as session:
                expired += await expiring.expire(session, order_id)
        if len(late) < LATE_AT_ONCE:
            return {"expired": expired}
        last = late[-1]


@task("payments.forget_events", every=_DAY)
async def delete_old_events(run: Run, args: dict[str, Any]) -> int:
    """Deletes old events of providers. Returns how many."""
    return await reconciling.delete_old_events(run.session)
