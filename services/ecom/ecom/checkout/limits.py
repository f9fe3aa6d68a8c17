"""How many orders are taken: from one network, and by the shop as a whole. Each may hold stock that nobody pays for."""

from dataclasses import dataclass

from sqlalchemy import case, func, literal, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.checkout.errors import TooManyOrders
from ecom.orders.models import CheckoutCount
from kit.networks import networks
from kit.state import KitState, state_of

_PURPOSE = "checkout limits"
_HOUR = 3_600


@dataclass(frozen=True, slots=True)
class Most:
    """Orders of an hour."""

    from_network: int = 60
    of_shop: int = 5_000


MOST = Most()


async def count(session: AsyncSession, address: str | None) -> None:
    """Count one try to order. Raises `TooManyOrders`; what raises is not counted."""
    state = state_of(session)
    host = networks(address)[0] if address else "unknown"
    buckets = [(_bucket(state, f"network {host}"), MOST.from_network), (_bucket(state, "shop"), MOST.of_shop)]
    # In one order, so that two orders do not lock each other out.
    for bucket, limit in sorted(buckets):
        await _consume(session, bucket, limit)


async def _consume(session: AsyncSession, bucket: bytes, limit: int) -> None:
    now = func.clock_timestamp()
    row = insert(CheckoutCount).values(
        bucket=bucket, orders=1, window_ends_at=now + text(f"interval '{_HOUR} seconds'")
    )
    is_open = CheckoutCount.window_ends_at > now
    counted = row.on_conflict_do_update(
        index_elements=[CheckoutCount.bucket],
        set_={
            "orders": case((is_open, CheckoutCount.orders + 1), else_=literal(1)),
            "window_ends_at": case((is_open, CheckoutCount.window_ends_at), else_=row.excluded.window_ends_at),
        },
    )
    orders = await session.scalar(counted.returning(CheckoutCount.orders))
    if orders is not None and orders > limit:
        left = func.ceil(func.extract("epoch", CheckoutCount.window_ends_at - now))
        seconds = await session.scalar(select(left).where(CheckoutCount.bucket == bucket))
        raise TooManyOrders(
            "Too many orders were sent. Try again later.", headers={"Retry-After": str(max(1, int(seconds or 1)))}
        )


def _bucket(state: KitState, subject: str) -> bytes:
    """A keyed digest: addresses of visitors are no business of the database."""
    return state.vault(_PURPOSE).digest(subject.encode())
