"""The table of what leads to what."""

import pytest

from ecom.orders.references import ALPHABET, new_reference
from ecom.orders.states import STATES, OrderStatus, State, next_states, payment_state, state_before_refund, why_not


def order(state: State, gateway: str = "card", paid: int = 0, refunded: int = 0, total: int = 100) -> OrderStatus:
    return OrderStatus(state, gateway, paid, refunded, total)


class TestNextStates:
    @pytest.mark.parametrize(
        ("status", "expected"),
        [
            (order("awaiting_payment"), ("cancelled",)),
            (order("awaiting_payment", "invoice"), ("preparing", "sent", "cancelled")),
            (order("paid", paid=100), ("preparing", "sent", "completed")),
            (order("paid", paid=100, refunded=40), ("preparing", "sent", "completed")),
            (order("paid", total=0), ("preparing", "sent", "completed", "cancelled")),
            (order("preparing", paid=100), ("paid", "sent", "completed")),
            (order("preparing", "collection"), ("awaiting_payment", "sent", "cancelled")),
            (order("sent", paid=100), ("paid", "preparing", "completed")),
            (order("sent", "invoice"), ("awaiting_payment", "preparing")),
            (order("completed", paid=100), ("paid", "preparing", "sent")),
            (order("cancelled"), ("awaiting_payment",)),
            (order("cancelled", "invoice"), ("awaiting_payment", "preparing")),
            (order("refunded", paid=100, refunded=100), ()),
        ],
    )
    def test_are_those_of_the_table(self, status: OrderStatus, expected: tuple[State, ...]) -> None:
        assert next_states(status) == expected
        for state in set(STATES).difference(expected):
            assert why_not(status, state)

    @pytest.mark.parametrize("state", STATES)
    def test_never_lead_to_refunded_by_themselves(self, state: State) -> None:
        assert "refunded" not in next_states(order(state, paid=100))


class TestPaymentState:
    @pytest.mark.parametrize(
        ("status", "expected"),
        [
            (order("sent", "invoice"), "awaiting"),
            (order("paid", paid=100), "paid"),
            (order("paid", total=0), "paid"),
            (order("paid", paid=100, refunded=1), "part_refunded"),
            (order("refunded", paid=100, refunded=100), "refunded"),
        ],
    )
    def test_says_what_became_of_the_money(self, status: OrderStatus, expected: str) -> None:
        assert payment_state(status) == expected


class TestReferences:
    def test_can_be_read_out(self) -> None:
        assert not set("01OIAEU").intersection(ALPHABET)
        references = {new_reference() for _ in range(1_000)}
        assert len(references) == 1_000
        assert all(len(each) == 11 and set(each) <= {*ALPHABET, "-"} for each in references)


@pytest.mark.parametrize(
    ("steps", "state"),
    [
        ([("placed", ""), ("paid", "")], "paid"),
        ([("placed", ""), ("paid", ""), ("state_changed", "sent"), ("refunded", "")], "sent"),
        ([("placed", ""), ("state_changed", "preparing"), ("paid", "")], "preparing"),
        ([("state_changed", "cancelled"), ("state_changed", "awaiting_payment"), ("paid", "")], "paid"),
    ],
)
def test_an_order_whose_refund_failed_is_what_it_was_before(steps: list[tuple[str, str]], state: State) -> None:
    assert state_before_refund(steps) == state
