"""A page with something to arrange, and how it is dragged."""

from __future__ import annotations

from typing import Any

import httpx
from playwright.sync_api import Locator

from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import resting_box
from tests.whole.page_calls import add_plugin, create_page, new_id, put_actions, render


def arranged_page(owner_client: httpx.Client) -> str:
    """The address of a page with a row of three columns: 'One' and 'Two' in the first, 'Three' in the second, the third empty."""
    page = create_page(owner_client, "Arranging")
    state = render(owner_client, page["url"])
    column = next(iter(state["page"]["blocks"]))
    existing = [node["id"] for node in state["page"]["blocks"][column]["nodes"]]
    columns = [{"id": new_id(), "type": "col", "block": {"nodes": []}} for _ in range(3)]
    actions = [
        {
            "name": "NODE_CREATE",
            "parentId": column,
            "index": 0,
            "node": {"id": new_id(), "type": "row", "block": {"nodes": columns}},
        }
    ]
    if existing and state["page"]["blocks"][column]["nodes"][0]["type"] == "plugin":
        actions = [{"name": "BLOCK_REMOVE_NODE", "nodeId": node} for node in existing] + actions
    else:
        actions = actions + [{"name": "NODE_DELETE", "nodeId": node} for node in existing]
    for text, at, index in (("One", 0, 0), ("Two", 0, 1), ("Three", 1, 0)):
        actions += add_plugin(str(columns[at]["id"]), "cms.text", {"content": f"<p>{text}</p>"}, index)
    answer = put_actions(owner_client, state, actions)
    assert answer.status_code == 200, answer.text
    return str(page["url"])


def texts_of(client: httpx.Client, url: str) -> list[dict[str, Any]]:
    """The texts of a page as they are saved."""
    return [each for each in render(client, url)["plugins"].values() if each["ref"] == "cms.text"]


def row_columns(state: dict[str, Any]) -> list[str]:
    """Ids of the columns of the page's own first row."""
    block = next(iter(state["page"]["blocks"].values()))
    return [column["id"] for column in block["nodes"][0]["block"]["nodes"]]


def drag(editor: EditorScreen, what: Locator, place: Locator, *, drops: bool = True) -> None:
    """Drags from the middle of one element to the middle of another."""
    mouse = editor.page.mouse
    what.scroll_into_view_if_needed()
    x, y = middle(what)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 20, y, steps=4)
    # Only now: columns that something may land in make room for it.
    mouse.move(*middle(place), steps=8)
    if drops:
        mouse.up()


def middle(locator: Locator) -> tuple[float, float]:
    box = resting_box(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
