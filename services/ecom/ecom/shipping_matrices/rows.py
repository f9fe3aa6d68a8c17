"""Checks rows before they are stored, and what they lead to."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ecom.places import plain_name
from ecom.postcodes import PatternFault, plain_patterns, plain_postcode
from ecom.shipping_matrices.conditions import NUMBERS, operators_of
from ecom.shipping_matrices.errors import ShippingMatrixInvalid
from ecom.shipping_matrices.schemas import ShippingRowIn
from kit.countries import country_codes
from kit.errors import FieldError

MOST_FAULTS = 20
"""That are said at once."""


@dataclass(frozen=True)
class StoredRow:
    """A row as it is read for a basket."""

    variable: str
    operator: str | None
    operand: int | str | None
    logic: str
    consequence_type: str | None
    consequence: int | uuid.UUID | None


class _Fault(ValueError):
    def __init__(self, member: str, code: str, detail: str) -> None:
        super().__init__(detail)
        self.member, self.code, self.detail = member, code, detail


def checked_rows(rows: Sequence[ShippingRowIn]) -> list[dict[str, Any]]:
    """The rows as they are stored. Raises ShippingMatrixInvalid with what is wrong, and where."""
    faults: list[FieldError] = []
    stored = []
    for number, row in enumerate(rows):
        try:
            _check_place(rows, number)
            _check_consequence(row)
            stored.append({**row.model_dump(mode="json"), "operand": _operand(row)})
        except _Fault as fault:
            faults.append(FieldError(f"rows.{number}.{fault.member}", fault.code, fault.detail))
    if faults:
        raise ShippingMatrixInvalid(f"Row {_first(faults)}: {faults[0].detail}", errors=faults[:MOST_FAULTS])
    return stored


def stored_row(row: Mapping[str, Any]) -> StoredRow:
    """A row as the table has it."""
    consequence = row["consequence"]
    return StoredRow(**{**row, "consequence": uuid.UUID(consequence) if isinstance(consequence, str) else consequence})


def targets_of(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, uuid.UUID]]:
    """The matrices that stored rows lead to, each with the row's place."""
    for number, row in enumerate(rows):
        if row["consequence_type"] == "to_matrix":
            yield number, uuid.UUID(row["consequence"])


def circle_from(start: uuid.UUID, leads_to: Mapping[uuid.UUID, Sequence[uuid.UUID]]) -> list[uuid.UUID]:
    """The way from a matrix back to itself, both ends included; empty where there is none."""
    came_from: dict[uuid.UUID, uuid.UUID] = {}
    waiting = [start]
    while waiting:
        current = waiting.pop()
        for target in leads_to.get(current, ()):
            if target == start:
                way = [current]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return [*way[::-1], start]
            if target not in came_from:
                came_from[target] = current
                waiting.append(target)
    return []


def depth_of(leads_to: Mapping[uuid.UUID, Sequence[uuid.UUID]]) -> int:
    """How many matrices follow one another at most. There is no circle in ``leads_to``."""
    depths: dict[uuid.UUID, int] = {}

    def depth(matrix: uuid.UUID) -> int:
        if matrix not in depths:
            depths[matrix] = 1 + max((depth(target) for target in leads_to.get(matrix, ())), default=0)
        return depths[matrix]

    return max((depth(matrix) for matrix in leads_to), default=0)


def _first(faults: Sequence[FieldError]) -> int:
    return int(faults[0].field.split(".")[1]) + 1


def _check_place(rows: Sequence[ShippingRowIn], number: int) -> None:
    """Sentences end, and what always applies is one by itself."""
    row = rows[number]
    if row.logic != "then" and number == len(rows) - 1:
        raise _Fault("logic", "sentence_not_ended", "The last row cannot be joined to another one. Choose a result.")
    is_alone = row.logic == "then" and (number == 0 or rows[number - 1].logic == "then")
    if row.variable == "always" and not is_alone:
        raise _Fault("variable", "always_is_alone", "A row that always applies cannot be joined to another one.")


def _check_consequence(row: ShippingRowIn) -> None:
    kind, consequence = row.consequence_type, row.consequence
    if row.logic != "then":
        if kind is not None or consequence is not None:
            raise _Fault(
                "consequenceType", "not_empty", "A row that is joined to the next one has no result of its own."
            )
        return
    if kind is None:
        raise _Fault("consequenceType", "missing", "Choose a result.")
    if kind == "set_shipping" and not isinstance(consequence, int):
        raise _Fault("consequence", "amount_missing", "Enter the delivery charge.")
    if kind == "to_matrix" and not isinstance(consequence, uuid.UUID):
        raise _Fault("consequence", "matrix_missing", "Choose a set of rules.")
    if kind == "no_delivery" and consequence is not None:
        raise _Fault("consequence", "not_empty", "Leave the charge empty where you do not deliver.")


def _operand(row: ShippingRowIn) -> int | str | None:
    """The operand as it is stored. Raises _Fault."""
    operators = operators_of(row.variable)
    if not operators:
        if row.operator is not None or row.operand is not None:
            raise _Fault("operand", "not_empty", "A row that always applies has no condition.")
        return None
    if row.operator not in operators:
        raise _Fault("operator", "operator_unsuitable", "Choose a comparison.")
    if row.variable in NUMBERS:
        return _number(row, NUMBERS[row.variable])
    if not isinstance(row.operand, str) or not row.operand:
        raise _Fault("operand", "text_missing", "Enter a value to compare with.")
    if row.variable == "country":
        return _countries(row.operand, is_list=row.operator in {"is_one_of", "is_none_of"})
    return _text(row, row.operand)


def _number(row: ShippingRowIn, most: int) -> int:
    if not isinstance(row.operand, int):
        raise _Fault("operand", "number_missing", "Enter a number.")
    if row.operand > most:
        raise _Fault("operand", "number_too_great", f"At most {most}.")
    return row.operand


def _countries(operand: str, *, is_list: bool) -> str:
    codes = [code.strip().upper() for code in operand.split(";")] if is_list else [operand.upper()]
    unknown = [code for code in codes if code not in country_codes()]
    if unknown:
        raise _Fault("operand", "unknown_country", "Choose a country: two letters as in GB.")
    return ";".join(dict.fromkeys(codes))


def _text(row: ShippingRowIn, operand: str) -> str:
    if row.operator in {"is_one_of", "is_none_of"}:
        if row.variable == "postcode":
            return _patterns(operand)
        names = [" ".join(name.split()) for name in operand.split(";") if plain_name(name)]
        if not names:
            raise _Fault("operand", "text_missing", "Enter a value to compare with.")
        return "; ".join(names)
    if not (plain_postcode(operand) if row.variable == "postcode" else plain_name(operand)):
        raise _Fault("operand", "text_missing", "Enter a value to compare with.")
    return operand


def _patterns(operand: str) -> str:
    try:
        patterns = plain_patterns(operand)
    except PatternFault as fault:
        raise _Fault("operand", "postcode_pattern", str(fault)) from None
    if not patterns:
        raise _Fault("operand", "postcode_pattern", "Enter postcodes such as BT1 1AA, BT* or IV1...IV63.")
    return patterns
