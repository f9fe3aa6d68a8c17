"""Pages with one plugin, for tests of what its form does."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, new_id, own_column, put_actions, render

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
        actions = add_plugin(own_column(state), ref, fields, plugin_id=plugin)
        assert put_actions(client, state, actions).is_success
    return url, plugin
