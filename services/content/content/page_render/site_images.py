"""The site's images apart from a page, for what the web host answers beside pages."""

from typing import Any

import orjson

from content.documents.loading import Connection
from content.page_render.files import add_files
from content.page_render.viewer import viewer_of
from kit.auth import Anonymous

_ANYBODY = viewer_of(Anonymous())


async def site_with_images(connection: Connection) -> dict[str, Any]:
    """The site's name, language and images, and the tags of what that was made from; nothing before it is set up."""
    row = await connection.fetchrow("SELECT name, language, images::text FROM site")
    if row is None:
        return {"site": None, "tags": ["site"]}
    site = {"name": row["name"], "language": row["language"], "images": orjson.loads(row["images"])}
    files = await add_files({"nodeFields": {}}, {}, site, _ANYBODY, connection)
    return {"site": site, "tags": sorted({"site", *files.tags})}
