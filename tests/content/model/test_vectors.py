"""The cases that hold the actions and their twins in the editor equal."""

import copy
import json
from typing import Any

import pytest

from content.model.actions import actions_adapter
from content.model.apply import apply_actions
from content.model.faults import ActionFault
from kit.same_json import same_json
from tests.content.model.factory import VECTORS, case
from tests.content.model.touched_vectors import FILE, computed

NAMES = sorted(path.stem for path in VECTORS.glob("*.json"))
PASSING = [name for name in NAMES if "result" in case(name)]
REFUSED = [name for name in NAMES if "fault" in case(name)]


def test_there_are_enough() -> None:
    assert len(PASSING) >= 60
    assert len(REFUSED) >= 40
    assert len(PASSING) + len(REFUSED) == len(NAMES)


@pytest.mark.parametrize("name", PASSING)
def test_applies(name: str) -> None:
    given = case(name)
    before: Any = copy.deepcopy(given["state"])
    after = apply_actions(given["state"], actions_adapter.validate_python(given["actions"]))
    assert after == given["result"]
    assert same_json(after, given["result"])
    assert given["state"] == before


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name: str) -> None:
    given = case(name)
    before: Any = copy.deepcopy(given["state"])
    with pytest.raises(ActionFault) as raised:
        apply_actions(given["state"], actions_adapter.validate_python(given["actions"]))
    fault = raised.value
    assert {"code": fault.code, "actionIndex": fault.action_index} == given["fault"]
    assert fault.detail
    assert given["state"] == before


def test_every_action_is_covered() -> None:
    covered = {action["name"] for name in PASSING for action in case(name)["actions"]}
    schema = actions_adapter.json_schema()
    assert covered == set(schema["items"]["discriminator"]["mapping"])


def test_what_actions_need_is_what_the_editor_takes_it_for() -> None:
    """`python -m tests.content.model.touched_vectors` writes the file."""
    assert json.loads(FILE.read_text(encoding="utf-8")) == computed()
