"""The states of an order, and which of them lead to which. Pure: nothing here knows of tables.

``paid`` and ``refunded`` are never asked for like the others: what money has moved leads there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

State = Literal["awaiting_payment", "paid", "preparing", "sent", "completed", "cancelled", "refunded"]
PaymentState = Literal["awaiting", "paid", "part_refunded", "refunded"]

STATES: tuple[State, ...] = get_args(State)
PAID_LATER = frozenset({"invoice", "collection"})
"""The gateways of which the goods may go before the money comes."""
OPEN: frozenset[State] = frozenset({"awaiting_payment", "paid", "preparing"})
"""The states in which nothing has left the shop yet."""

_NEXT: Mapping[State, frozenset[State]] = {
    "awaiting_payment": frozenset({"preparing", "sent", "completed", "cancelled"}),
    "paid": frozenset({"preparing", "sent", "completed", "cancelled"}),
    "preparing": frozenset({"awaiting_payment", "paid", "sent", "completed", "cancelled"}),
    "sent": frozenset({"awaiting_payment", "paid", "preparing", "completed"}),
    "completed": frozenset({"awaiting_payment", "paid", "preparing", "sent"}),
    "cancelled": frozenset({"awaiting_payment", "paid", "preparing"}),
    "refunded": frozenset(),
}
"""The states that the shop may change a state to. An editor who pressed the wrong button can undo all but a refund."""


@dataclass(frozen=True, slots=True)
class OrderStatus:
    """The state and money of an order, which decide its next states."""

    state: State
    gateway: str
    paid_amount: int
    refunded_amount: int
    total: int

    @property
    def has_money(self) -> bool:
        """Whether the shop has money of this order."""
        return self.paid_amount > self.refunded_amount

    @property
    def is_paid(self) -> bool:
        """Whether all of it came, be it sent back later or not."""
        return self.paid_amount >= self.total


def payment_state(order: OrderStatus) -> PaymentState:
    """Returns the state of the order's money."""
    if order.refunded_amount and not order.has_money:
        return "refunded"
    if order.refunded_amount:
        return "part_refunded"
    return "paid" if order.is_paid else "awaiting"


def next_states(order: OrderStatus) -> tuple[State, ...]:
    """The states that the shop may change this order to, in the order of `STATES`."""
    return tuple(state for state in STATES if state in _NEXT[order.state] and why_not(order, state) is None)


def why_not(order: OrderStatus, state: State) -> str | None:
    """Why an order cannot be changed to a state, in a sentence; None where it can."""
    if state not in _NEXT[order.state]:
        return f"An order that is {_words(order.state)} cannot become {_words(state)}."
    goes_unpaid = not order.is_paid and order.gateway not in PAID_LATER
    reasons = (
        (state == "paid" and not order.is_paid, "It has not been paid."),
        (state == "awaiting_payment" and order.is_paid, "It has been paid."),
        (state == "cancelled" and order.has_money, "It has been paid: refund it first."),
        (state == "completed" and not order.is_paid, "It has not been paid: mark it as paid first."),
        (state in {"preparing", "sent"} and goes_unpaid, "It has not been paid online yet."),
    )
    return next((reason for applies, reason in reasons if applies), None)


def state_before_refund(steps: Iterable[tuple[str, str]]) -> State:
    """The state that an order had when it was refunded, by what happened to it: kinds, and states that they led to."""
    state: State = "paid"
    for kind, to in steps:
        if kind == "state_changed" and to in STATES:
            state = to
        elif kind == "paid" and state == "awaiting_payment":
            state = "paid"
    return state


def _words(state: State) -> str:
    return state.replace("_", " ")
