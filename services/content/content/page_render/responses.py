"""Renders as they are sent: encoded at once, past FastAPI's encoder."""

from typing import Any

import orjson
from fastapi import Response

from content.page_render import service
from content.page_render.sources import SourceMemory
from content.page_render.viewer import Viewer
from content.url_maps.hits import HitCounter
from kit.state import KitState


async def page_response(
    state: KitState, viewer: Viewer, url: str, memory: SourceMemory, hits: HitCounter | None, *, with_css: bool
) -> Response:
    """The render of the page at an address, or its redirect. Raises as `service.by_url` does.

    A URL map that is followed is counted among the `hits`, unless that is none.
    """
    render = await service.by_url(state.database.pool, url, viewer, memory, hits, with_css=with_css)
    response = render_response(render)
    if viewer.is_anybody:
        # The host cannot tell by itself: a session that has been ended leaves a token that still looks good.
        response.headers["Made-For"] = "anybody"
    return response


def render_response(render: dict[str, Any]) -> Response:
    """A render as JSON."""
    return Response(orjson.dumps(render), media_type="application/json")
