"""Other contents for files that are there, as editors ask for them."""

from typing import Any

import httpx

from tests.cms.file_library import Library


async def replace(library: Library, id: Any, content: bytes, if_match: str | None = "*") -> httpx.Response:
    headers = library.headers if if_match is None else {**library.headers, "If-Match": if_match}
    return await library.client.put(f"/cms/files/{id}/content", content=content, headers=headers)


async def restore(library: Library, id: Any, content_id: str | None = None, if_match: str = "*") -> httpx.Response:
    data = {} if content_id is None else {"contentId": content_id}
    return await library.call("POST", f"/files/{id}/content-restorations", data, **{"If-Match": if_match})


async def former(library: Library, id: Any) -> list[dict[str, Any]]:
    answer = await library.call("GET", f"/files/{id}/contents")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["results"]
    return found
