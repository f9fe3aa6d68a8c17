"""Pages with one plugin, for tests of what its form does."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from tests.stack import Stack
from tests.whole.page_calls import create_page, new_id, put_actions, render

FIELD = "pw-plugin"
"""The name of a form's field that says which instance it is of."""


def page_with(
    stack: Stack, cookies: httpx.Cookies, ref: str, fields: Mapping[str, object] | None = None
) -> tuple[str, str]:
    """The address of a new page with a plugin, and the plugin's id."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=cookies, timeout=30
    ) as client:
        url = create_page(client, f"With {ref}")["url"]
        state = render(client, url)
        plugin = new_id()
        place = {"name": "BLOCK_ADD_PLUGIN_NODE", "parentId": next(iter(state["page"]["blocks"])), "index": 0}
        actions = [
            {"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": ref, "fields": {**(fields or {})}},
            {**place, "nodeId": new_id(), "pluginId": plugin},
        ]
        assert put_actions(client, state, actions).is_success
    return url, plugin
