"""The cases that hold the check of plugin fields and its twin in the editor equal."""

import json
from pathlib import Path
from typing import Any

import pytest

from content.fields import clean
from kit.field_values.faults import FieldFault

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "plugin-fields.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["description"])
def test_is_judged_as_in_the_editor(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "manifest_of", lambda _: {"fields": {"field": case["definition"]}})
    found = None
    try:
        clean.clean_fields("cms.test", {"field": case["value"]})
    except FieldFault as fault:
        found = {"field": fault.field, "code": fault.code}
    assert found == case["fault"]
