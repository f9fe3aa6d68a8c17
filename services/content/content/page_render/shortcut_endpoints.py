"""What the web host asks for each page that it has not kept, for a visitor of whom nothing is known."""

import re
from urllib.parse import unquote

from fastapi import FastAPI, Response

from content.page_render.responses import page_response
from content.page_render.viewer import viewer_of
from kit.auth import Anonymous

PATH = "/client/page-render"

# As `encodeURIComponent` writes an address. What is spelt in any other way, the route reads.
_QUERY = re.compile(rb"css=false&url=([A-Za-z0-9%._~!*'()-]{1,5000})")
_ANYBODY = viewer_of(Anonymous())


async def page_for_anybody(app: FastAPI, query: bytes) -> Response | None:
    """The page at an address, without its template's CSS; None for another query. Fails as its route does."""
    asked = _QUERY.fullmatch(query)
    if asked is None:
        return None
    try:
        url = unquote(asked[1].decode("ascii"), errors="strict")
    except UnicodeDecodeError:
        return None
    state = app.state
    return await page_response(state.kit, _ANYBODY, url, state.sources, state.url_map_hits, with_css=False)
