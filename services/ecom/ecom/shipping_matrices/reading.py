"""How a shipping matrix is read: from the top, until something fires.

A row asks one thing. Rows that are joined are one sentence, which its last row, ``then``, ends with what follows::

    postcode  starts_with  BT      and
    weight    over         2000    then   set_shipping  1250

``and`` binds its rows closer than ``or``, as in arithmetic times does than plus: A and B or C is (A and B) or C. The first
sentence that is so fires, and no row below it is read:

- ``set_shipping`` is the charge;
- ``to_matrix`` goes on at the top of another matrix, which decides alone; nothing comes back to the rows below;
- ``no_delivery`` says that it is not delivered.

Where the last row of the matrix that is read has been passed, nothing is delivered either. A matrix is never read twice.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from ecom.places import Place
from ecom.shipping_matrices.conditions import is_met, value_of
from ecom.shipping_matrices.facts import BasketFacts

MAX_ROWS = 500
MAX_DEPTH = 10
"""How many matrices one basket goes through."""

Outcome = Literal[
    "charged", "nothing_to_deliver", "no_row", "no_delivery", "not_set_up", "other_currency", "circle", "too_deep"
]
"""How the reading ended. Nothing is delivered where it is neither of the first two."""


class AskingRow(Protocol):
    """A row, as `ecom.shipping_matrices.schemas.Row` holds it."""

    @property
    def variable(self) -> str: ...
    @property
    def operator(self) -> str | None: ...
    @property
    def operand(self) -> int | str | None: ...
    @property
    def logic(self) -> str: ...
    @property
    def consequence_type(self) -> str | None: ...
    @property
    def consequence(self) -> int | uuid.UUID | None: ...


@dataclass(frozen=True)
class Matrix:
    """A matrix to be read."""

    id: uuid.UUID | None
    name: str
    currency: str
    rows: Sequence[AskingRow]


@dataclass(frozen=True)
class ReadRow:
    """A row that was read: its place and its sentence's in its matrix from 0, what it found, whether its sentence fired."""

    matrix_id: uuid.UUID | None
    matrix: str
    row: int
    sentence: int
    found: int | str | None
    is_met: bool
    has_fired: bool


@dataclass(frozen=True)
class Charged:
    """What delivery costs in minor units, none where it is not delivered, how that was found, and every row on the way."""

    amount: int | None
    outcome: Outcome
    read: tuple[ReadRow, ...] = ()

    @property
    def fired(self) -> tuple[ReadRow, ...]:
        """The rows of the sentences that decided."""
        return tuple(row for row in self.read if row.has_fired)


def read_matrices(
    matrices: Mapping[uuid.UUID | None, Matrix],
    first: uuid.UUID | None,
    facts: BasketFacts,
    place: Place,
    currency: str,
) -> Charged:
    """What delivery of a basket to a place costs by the matrices, beginning with the ``first``, in the shop's currency."""
    read: list[ReadRow] = []
    seen: set[uuid.UUID | None] = set()
    current = first
    while True:
        matrix = matrices.get(current)
        if matrix is None:
            return Charged(None, "not_set_up", tuple(read))
        if current in seen or len(seen) == MAX_DEPTH:
            return Charged(None, "circle" if current in seen else "too_deep", tuple(read))
        if matrix.currency != currency:
            return Charged(None, "other_currency", tuple(read))
        seen.add(current)
        last = _read_rows(matrix, facts, place, read)
        if last is None or not isinstance(last.consequence, uuid.UUID):
            return _ended(last, tuple(read))
        current = last.consequence


def sentences(rows: Sequence[AskingRow]) -> Iterator[tuple[int, Sequence[AskingRow]]]:
    """The rows by sentence, each with the place of its first row. Rows at the end that no ``then`` ends are none."""
    start = 0
    for place, row in enumerate(rows):
        if row.logic == "then":
            yield start, rows[start : place + 1]
            start = place + 1


def _read_rows(matrix: Matrix, facts: BasketFacts, place: Place, read: list[ReadRow]) -> AskingRow | None:
    """Read a matrix, noting its rows; gives the row that ends the sentence that fired."""
    for sentence, (start, rows) in enumerate(sentences(matrix.rows)):
        met = [is_met(row.variable, row.operator, row.operand, facts, place) for row in rows]
        has_fired = _has_fired(rows, met)
        for number, (row, one) in enumerate(zip(rows, met, strict=True)):
            found = value_of(row.variable, facts, place)
            read.append(ReadRow(matrix.id, matrix.name, start + number, sentence, found, one, has_fired))
        if has_fired:
            return rows[-1]
    return None


def _has_fired(rows: Sequence[AskingRow], met: Sequence[bool]) -> bool:
    """Whether a sentence is so: one of the groups that ``or`` parts has all of its rows met."""
    is_group_met = True
    for row, one in zip(rows, met, strict=True):
        is_group_met = is_group_met and one
        if row.logic != "and":
            if is_group_met:
                return True
            is_group_met = True
    return False


def _ended(last: AskingRow | None, read: tuple[ReadRow, ...]) -> Charged:
    if last is None:
        return Charged(None, "no_row", read)
    if last.consequence_type == "no_delivery" or not isinstance(last.consequence, int):
        return Charged(None, "no_delivery", read)
    return Charged(last.consequence, "charged", read)
