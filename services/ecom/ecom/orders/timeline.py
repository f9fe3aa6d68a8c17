"""What happened to an order, when and by whom: rows that are only ever added."""

import uuid
from typing import Any, Literal

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
