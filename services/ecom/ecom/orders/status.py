"""The status of an order, read from its row, what is still to be paid, and the event that announces a change of it."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.events import OrderChanged
from ecom.orders.models import Order
from ecom.orders.states import OrderStatus, State, payment_state
from kit.events import emit


def status_of(order: Order) -> OrderStatus:
    """Returns the status of an order, which decides its next states."""
    return OrderStatus(
        cast("State", order.state), order.gateway, order.paid_amount, order.refunded_amount, order.total_incl_tax
    )


def amount_due(order: Order) -> int:
    """Returns what is still to be paid, in minor units: nothing once the order is cancelled."""
    return 0 if order.state == "cancelled" else max(0, order.total_incl_tax - order.paid_amount)


def announce(session: AsyncSession, order: Order) -> None:
    """Publishes a change of an order's state or money."""
    changed = OrderChanged(
        order_id=order.id,
        reference=order.reference,
        state=order.state,
        payment_state=payment_state(status_of(order)),
    )
    emit(session, changed)
