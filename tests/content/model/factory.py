"""Pages to work on. The shared cases name resources readably (``#row``); here those become the UUIDs of real ones."""

import json
import re
import uuid
from functools import cache
from pathlib import Path
from typing import Any

from content.model.actions import Action, actions_adapter
from content.model.types import PageState

VECTORS = Path(__file__).parents[2] / "vectors" / "actions"
_NAMESPACE = uuid.UUID("00000000-0000-7000-8000-000000000000")


def uid(name: str) -> str:
    """The id that stands for ``#name``."""
    return str(uuid.uuid5(_NAMESPACE, f"#{name}"))


def with_uuids(text: str) -> Any:
    """JSON text with every ``"#name"`` replaced, as a value."""
    return json.loads(re.sub(r'"#([a-z0-9-]+)"', lambda match: f'"{uid(match[1])}"', text))


@cache
def _case_text(name: str) -> str:
    return (VECTORS / f"{name}.json").read_text(encoding="utf-8")


def case(name: str) -> Any:
    """A shared case: description, state, actions, and result or fault."""
    return with_uuids(_case_text(name))


def page_state() -> PageState:
    """A header band with a menu, a main band with an empty and a unique column, and a branch as footer.

    root, header, header-row, header-col, menu-node (menu); main, row, left, right: one-node (one), two-node (two);
    footer shows footer-branch: footer-col, small-node (small).
    """
    state: PageState = case("link-set")["state"]
    return state


def actions(*given: dict[str, Any]) -> list[Action]:
    """Actions, with ``#name`` for ids."""
    return actions_adapter.validate_python(with_uuids(json.dumps(given)))


def action(name: str, **fields: Any) -> Action:
    return actions({"name": name, **fields})[0]


def row(name: str, *columns: Any) -> dict[str, Any]:
    return {"id": f"#{name}", "type": "row", "block": {"nodes": list(columns)}}


def column(name: str, *nodes: Any) -> dict[str, Any]:
    return {"id": f"#{name}", "type": "col", "block": {"nodes": list(nodes)}}
