"""The states of a payment and of a refund, and which can follow which: pure, and the only place that says so.

A provider tells late, twice and out of order, so what it tells is taken where it is a step forward, and left alone where
it is not. Money counts whenever it is told: also for a payment that was given up, whose order may then refuse it.
"""

from collections.abc import Mapping
from typing import Literal

PaymentState = Literal[
    "pending", "requires_action", "authorised", "captured", "part_refunded", "refunded", "failed", "cancelled"
]
RefundState = Literal["pending", "done", "failed", "closed"]
"""A closed one has failed, and a person has seen to it otherwise."""

TRANSITIONS: Mapping[PaymentState, frozenset[PaymentState]] = {
    "pending": frozenset({"requires_action", "authorised", "captured", "failed", "cancelled"}),
    "requires_action": frozenset({"authorised", "captured", "failed", "cancelled"}),
    "authorised": frozenset({"captured", "failed", "cancelled"}),
    "captured": frozenset({"part_refunded", "refunded"}),
    "part_refunded": frozenset({"refunded"}),
    "refunded": frozenset(),
    # A declined card is no end: another may be tried on the same payment.
    "failed": frozenset({"requires_action", "authorised", "captured", "cancelled"}),
    "cancelled": frozenset({"captured"}),
}
"""From each state, those that it can become."""

OPEN = frozenset[PaymentState]({"pending", "requires_action", "authorised"})
"""Nobody knows yet whether there will be money."""
PAID = frozenset[PaymentState]({"captured", "part_refunded", "refunded"})
"""There was money."""


def can_become(state: PaymentState, following: PaymentState) -> bool:
    """Whether a payment in a state can go to another."""
    return following in TRANSITIONS[state]


def after_refund(amount: int, refunded: int) -> PaymentState:
    """The state of a paid payment, so much of which has been given back; less than before, where a refund failed later."""
    if not refunded:
        return "captured"
    return "refunded" if refunded >= amount else "part_refunded"
