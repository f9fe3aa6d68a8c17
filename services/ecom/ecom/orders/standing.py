"""Where an order stands, from its row, and telling others when that changes."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.orders.events import OrderChanged
from ecom.orders.models import Order
from ecom.orders.states import Standing, State, payment_state
from kit.events import emit


def standing_of(order: Order) -> Standing:
    """What an order's next states hang on."""
    return Standing(
        cast("State", order.state), order.gateway, order.paid_amount, order.refunded_amount, order.total_incl_tax
    )


def announce(session: AsyncSession, order: Order) -> None:
    """Tell others that an order has another state, or that other money has moved for it."""
    changed = OrderChanged(
        order_id=order.id,
        reference=order.reference,
        state=order.state,
        payment_state=payment_state(standing_of(order)),
    )
    emit(session, changed)
