"""Renders as they are sent: encoded at once, past FastAPI's encoder."""

from typing import Any

import orjson
from fastapi import FastAPI, Response

from content.page_render import service
from content.page_render.viewer import Viewer
from kit.state import KitState


async def page_response(
    app: FastAPI, url: str, viewer: Viewer, *, with_css: bool, counts_hits: bool = True
) -> Response:
    """The render of the page at an address, or its redirect. Raises as `service.by_url` does."""
    state: KitState = app.state.kit
    memory, hits = app.state.sources, app.state.url_map_hits if counts_hits else None
    render = await service.by_url(state.database.pool, url, viewer, memory, hits, with_css=with_css)
    response = render_response(render)
    if viewer.is_anybody:
        # The host cannot tell by itself: a session that has been ended leaves a token that still looks good.
        response.headers["Made-For"] = "anybody"
    return response


def render_response(render: dict[str, Any]) -> Response:
    """A render as JSON."""
    return Response(orjson.dumps(render), media_type="application/json")
