"""How many orders are tried from one network, and taken by the shop as a whole. Each may hold stock that nobody pays for."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.checkout.errors import TooManyOrders
from ecom.orders.models import CheckoutCount, Order
from kit.hourly_limits import HOUR, HourlyLimits, network_of, retry_after

LIMITS = HourlyLimits("checkout limits", CheckoutCount, "orders")
_HOUR = timedelta(seconds=HOUR)


@dataclass(frozen=True, slots=True)
class Most:
    """Orders of an hour."""

    from_network: int = 60
    of_shop: int = 5_000


MOST = Most()


async def count(session: AsyncSession, address: str | None) -> None:
    """Count one try to order, which the shop may refuse yet. Raises `TooManyOrders`; what raises is not counted."""
    seconds = await LIMITS.consume(session, {network_of(address): MOST.from_network})
    # Only orders that were taken count for the shop: nobody closes it with what it refuses.
    seconds = seconds or await _full_for(session)
    if seconds is not None:
        raise TooManyOrders("Too many orders were sent. Try again later.", headers=retry_after(seconds))


async def _full_for(session: AsyncSession) -> int | None:
    """For how many seconds the shop takes no order any more; None where it does."""
    now = datetime.now(UTC)
    lately = select(Order.created_at).where(Order.created_at > now - _HOUR).order_by(Order.created_at.desc())
    oldest = await session.scalar(lately.offset(MOST.of_shop - 1).limit(1))
    return None if oldest is None else max(1, int((oldest + _HOUR - now).total_seconds()) + 1)
