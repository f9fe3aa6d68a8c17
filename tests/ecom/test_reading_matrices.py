"""How matrices are read, without a database."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecom.places import Place
from ecom.shipping_matrices.conditions import NUMBERS, TEXTS, is_met, operators_of
from ecom.shipping_matrices.facts import BasketFacts, facts_of
from ecom.shipping_matrices.reading import MAX_DEPTH, Charged, Matrix, read_matrices
from ecom.shipping_matrices.rows import StoredRow, circle_from, depth_of
from ecom.tax_rates.applying import Taxed
from kit.db import new_id

BELFAST = Place("GB", "Antrim", "Belfast", "BT1 1AA")
FACTS = BasketFacts(items=3, weight=2500, heaviest=1000, length=400, width=300, height=20, total_incl_tax=4999)


def asks(variable: str, operator: str | None = None, operand: Any = None, logic: str = "and") -> StoredRow:
    return StoredRow(variable, operator, operand, logic, None, None)


def then(row: StoredRow, consequence: int | UUID | None) -> StoredRow:
    kind = "no_delivery" if consequence is None else "set_shipping" if isinstance(consequence, int) else "to_matrix"
    return StoredRow(row.variable, row.operator, row.operand, "then", kind, consequence)


def matrix(*rows: StoredRow, name: str = "Standard", currency: str = "GBP") -> Matrix:
    return Matrix(new_id(), name, currency, rows)


def charged(*matrices: Matrix, facts: BasketFacts = FACTS, place: Place = BELFAST) -> Charged:
    return read_matrices({each.id: each for each in matrices}, matrices[0].id, facts, place, "GBP")


YES, NO = asks("items", "over", 0), asks("items", "over", 100)
ALWAYS = asks("always")


class TestQuestions:
    @pytest.mark.parametrize(
        ("variable", "operator", "operand", "expected"),
        [
            ("weight", "over", 2499, True),
            ("weight", "over", 2500, False),
            ("weight", "at_least", 2500, True),
            ("weight", "under", 2500, False),
            ("weight", "at_most", 2500, True),
            ("heaviest", "is", 1000, True),
            ("length", "is_not", 400, False),
            ("totalInclTax", "at_least", 5000, False),
            ("totalExclTax", "is", 0, True),
            ("country", "is", "GB", True),
            ("country", "is_one_of", "IE;GB", True),
            ("country", "is_none_of", "IE;GB", False),
            ("county", "is", "ANTRIM", True),
            ("county", "starts_with", "ant", True),
            ("county", "is_none_of", "Down; Antrim", False),
            ("town", "contains", "FAST", True),
            ("town", "does_not_contain", "fast", False),
            ("town", "is", "Bel fast", False),
            ("postcode", "starts_with", "bt 1", True),
            ("postcode", "does_not_start_with", "BT", False),
            ("postcode", "is", "bt11aa", True),
            ("postcode", "is_one_of", "IV1...IV63;BT1", True),
            ("postcode", "is_none_of", "IV1...IV63;BT*", False),
            ("always", None, None, True),
        ],
    )
    def test_one(self, variable: str, operator: str | None, operand: Any, expected: bool) -> None:
        assert is_met(variable, operator, operand, FACTS, BELFAST) is expected

    @pytest.mark.parametrize("variable", TEXTS[1:])
    def test_what_an_address_does_not_say_is_an_empty_text(self, variable: str) -> None:
        place = Place("GB")
        for operator, denial in (
            ("is", "is_not"),
            ("is_one_of", "is_none_of"),
            ("starts_with", "does_not_start_with"),
            ("contains", "does_not_contain"),
        ):
            assert not is_met(variable, operator, "BT1", FACTS, place)
            assert is_met(variable, denial, "BT1", FACTS, place)

    def test_every_variable_can_be_asked_by_each_of_its_operators(self) -> None:
        for variable in (*TEXTS, *NUMBERS):
            for operator in operators_of(variable):
                operand = 1 if variable in NUMBERS else "GB"
                assert is_met(variable, operator, operand, FACTS, BELFAST) in {True, False}


class TestSentences:
    def test_the_first_that_is_so_fires(self) -> None:
        found = charged(matrix(then(NO, 100), then(YES, 200), then(ALWAYS, 300)))
        assert (found.amount, found.outcome) == (200, "charged")
        assert [(row.row, row.is_met, row.has_fired) for row in found.read] == [(0, False, False), (1, True, True)]

    def test_nothing_that_fires_is_no_delivery(self) -> None:
        for empty in (matrix(then(NO, 100)), matrix()):
            assert (charged(empty).amount, charged(empty).outcome) == (None, "no_row")

    def test_a_charge_of_nothing_is_a_charge(self) -> None:
        assert (charged(matrix(then(YES, 0))).amount, charged(matrix(then(YES, 0))).outcome) == (0, "charged")

    def test_what_is_not_delivered_stops_the_reading(self) -> None:
        found = charged(matrix(then(YES, None), then(ALWAYS, 300)))
        assert (found.amount, found.outcome, len(found.read)) == (None, "no_delivery", 1)

    def test_rows_that_nothing_ends_are_not_read(self) -> None:
        assert charged(matrix(YES, YES)).outcome == "no_row"

    @pytest.mark.parametrize(("first", "second"), list(product([YES, NO], repeat=2)))
    def test_and_needs_both_and_or_one(self, first: StoredRow, second: StoredRow) -> None:
        def fires(logic: str) -> bool:
            joined = StoredRow(first.variable, first.operator, first.operand, logic, None, None)
            return charged(matrix(joined, then(second, 100))).amount == 100

        assert fires("and") is (first is YES and second is YES)
        assert fires("or") is (first is YES or second is YES)

    @given(st.lists(st.tuples(st.booleans(), st.sampled_from(["and", "or"])), min_size=1, max_size=8))
    def test_and_binds_closer_than_or_as_in_python(self, rows: list[tuple[bool, str]]) -> None:
        asked = [
            StoredRow(row.variable, row.operator, row.operand, logic, None, None)
            for row, logic in ((YES if one else NO, logic) for one, logic in rows)
        ]
        asked[-1] = then(asked[-1], 100)
        said = " ".join(f"{one} {logic}" for one, logic in rows).rpartition(" ")[0]
        assert (charged(matrix(*asked)).amount == 100) is eval(said)  # noqa: S307  # of True, False, and, or alone


class TestOtherMatrices:
    def test_another_one_decides_alone(self) -> None:
        other = matrix(then(NO, 700), name="Islands")
        found = charged(matrix(then(YES, other.id), then(ALWAYS, 300)), other)
        assert (found.amount, found.outcome) == (None, "no_row")
        assert [(row.matrix, row.row, row.has_fired) for row in found.read] == [
            ("Standard", 0, True),
            ("Islands", 0, False),
        ]

    def test_both_sentences_fired(self) -> None:
        other = matrix(then(YES, 700), name="Islands")
        found = charged(matrix(then(NO, 100), then(YES, other.id)), other)
        assert found.amount == 700
        assert [(row.matrix, row.row) for row in found.fired] == [("Standard", 1), ("Islands", 0)]

    def test_a_circle_ends(self) -> None:
        ids = [new_id() for _ in range(3)]
        ring = [
            Matrix(each, "", "GBP", [then(YES, target)]) for each, target in zip(ids, [*ids[1:], ids[0]], strict=True)
        ]
        found = charged(*ring)
        assert (found.amount, found.outcome, len(found.read)) == (None, "circle", 3)

    def test_a_long_way_ends(self) -> None:
        ids = [new_id() for _ in range(MAX_DEPTH + 2)]
        line = [Matrix(each, "", "GBP", [then(YES, target)]) for each, target in pairwise(ids)]
        assert charged(*line).outcome == "too_deep"

    def test_one_that_is_gone_delivers_nothing(self) -> None:
        assert charged(matrix(then(YES, new_id()))).outcome == "not_set_up"

    def test_amounts_in_another_currency_are_no_charge(self) -> None:
        found = charged(matrix(then(YES, 100), currency="EUR"))
        assert (found.amount, found.outcome) == (None, "other_currency")

    @given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=20))
    def test_a_circle_is_found_where_there_is_one(self, arrows: list[tuple[int, int]]) -> None:
        ids = [UUID(int=number) for number in range(7)]
        leads_to = {ids[n]: [ids[target] for start, target in arrows if start == n] for n in range(7)}

        def reached(start: UUID) -> set[UUID]:
            found: set[UUID] = set()
            waiting: Sequence[UUID] = leads_to[start]
            while waiting:
                found |= set(waiting)
                waiting = [target for each in waiting for target in leads_to[each] if target not in found]
            return found

        for each in ids:
            way = circle_from(each, leads_to)
            assert bool(way) is (each in reached(each))
            assert all(target in leads_to[step] for step, target in pairwise(way))
        if not any(each in reached(each) for each in ids):
            assert 1 <= depth_of(leads_to) <= 7


@dataclass
class Delivered:
    weight_grams: int | None = None
    length_mm: int | None = None
    width_mm: int | None = None
    height_mm: int | None = None


class TestFacts:
    def test_are_of_all_lines(self) -> None:
        facts = facts_of(
            [
                (Delivered(500, 400, 10, 10), 3, Taxed(1000, 200, 1200)),
                (Delivered(900, None, 300, 20), 1, Taxed(500, 100, 600)),
                (Delivered(), 2, Taxed(1, 0, 1)),
            ]
        )
        assert facts == BasketFacts(
            items=6,
            weight=2400,
            heaviest=900,
            length=400,
            width=300,
            height=20,
            total_excl_tax=1501,
            total_incl_tax=1801,
            unknown_weights=2,
        )

    def test_of_nothing_are_nothing(self) -> None:
        assert facts_of([]) == BasketFacts()
