"""What happened to an order, when and by whom: rows that are only ever added."""

import uuid
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.models import Order, OrderEvent
from kit.auth import Caller, Principal

Kind = Literal[
    "placed",
    "state_changed",
    "paid",
    "payment_failed",
    "payment_sent_back",
    "refunded",
    "refund_failed",
    "changed",
    "expired",
    "withdrawn",
    "billed",
]


def note(session: AsyncSession, caller: Caller | None, order: Order, kind: Kind, **details: Any) -> None:
    """Add what happened, with the session's next flush. ``details`` are JSON values in the wire's names."""
    actor = uuid.UUID(caller.user_id) if isinstance(caller, Principal) else None
    session.add(OrderEvent(order_id=order.id, kind=kind, details=details, actor_id=actor))


_ENDS = OrderEvent.kind.in_(("expired", "withdrawn"))
_IS_CANCELLED = and_(OrderEvent.kind == "state_changed", OrderEvent.details["to"].astext == "cancelled")
_IS_READDRESSED = and_(OrderEvent.kind == "changed", OrderEvent.details["fields"].contains(["email"]))


async def is_readdressed_since_cancelled(session: AsyncSession, order: Order) -> bool:
    """Whether an order that is cancelled, or was until now, got another email address since."""
    return await _last(session, order, _ENDS, _IS_CANCELLED, _IS_READDRESSED) == "changed"


async def is_cancelled_by_shop(session: AsyncSession, order: Order) -> bool:
    """Whether a person cancelled an order that is cancelled: neither its time was over nor its buyer left."""
    return await _last(session, order, _ENDS, _IS_CANCELLED) == "state_changed"


async def _last(session: AsyncSession, order: Order, *kinds: ColumnElement[bool]) -> str | None:
    """The kind of the last that happened to an order among these."""
    of_order = select(OrderEvent.kind).where(OrderEvent.order_id == order.id, or_(*kinds))
    return await session.scalar(of_order.order_by(OrderEvent.id.desc()).limit(1))
