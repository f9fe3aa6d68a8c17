"""What a service says of a value that a field cannot have; what it refuses is held by the shared vectors."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kit.field_values import declarations
from kit.field_values.check import clean_value
from kit.field_values.faults import FieldFault, fault_words

WORDS_OF_SCREENS = Path(__file__).parents[2] / "web" / "app" / "fields" / "fault-words.ts"


def detail_of(definition: dict[str, Any], value: Any) -> str:
    with pytest.raises(FieldFault) as raised:
        clean_value("field", definition, value)
    return raised.value.detail


class TestWords:
    def test_every_fault_that_a_declaration_names_has_words(self) -> None:
        types = (Path(declarations.__file__).parent / "types.json").read_text(encoding="utf-8")
        named = re.findall(r'"fault": "(\w+)"', json.dumps(json.loads(types)))
        assert named
        assert all(fault_words(code) for code in named)

    def test_every_fault_of_the_screens_is_one_of_the_services(self) -> None:
        codes = re.findall(r"^  (\w+): \(", WORDS_OF_SCREENS.read_text(encoding="utf-8"), re.MULTILINE)
        assert "required" in codes
        assert all(fault_words(code) for code in codes)


class TestMoney:
    @pytest.mark.parametrize(
        ("bounds", "amount", "currency", "detail"),
        [
            ({"max": 100_000}, 200_000, "EUR", "This has to be 1,000.00 EUR or less."),
            ({"min": 500}, 400, "EUR", "This has to be 5.00 EUR or more."),
            ({"min": 500, "max": 100_000}, 400, "JPY", "This has to be between 500 JPY and 100,000 JPY."),
            ({"min": 0}, 2**53, "EUR", "This number is too large."),
        ],
    )
    def test_says_its_bounds_as_money_and_not_those_of_the_machine(
        self, bounds: dict[str, int], amount: int, currency: str, detail: str
    ) -> None:
        assert detail_of({"type": "money", **bounds}, {"amount": amount, "currency": currency}) == detail
