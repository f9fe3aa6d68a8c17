"""URL maps, the pages they lead to, and where visitors are sent by them."""

from typing import Any

import httpx

from tests.content.factory import JSON, Site, change_page, create_page


async def add(site: Site, source: str, destination: str | None = None, code: int = 301) -> httpx.Response:
    body = {"source": source, "destination": destination, "responseCode": code}
    return await site.client.post("/cms/url-maps", json=body, headers=site.editor)


async def added(site: Site, source: str, destination: str | None = None, code: int = 301) -> JSON:
    answer = await add(site, source, destination, code)
    assert answer.status_code == 201, answer.text
    url_map: JSON = answer.json()
    return url_map


async def listed(site: Site, **params: Any) -> list[JSON]:
    answer = await site.client.get("/cms/url-maps", params={"limit": 100, **params}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    results: list[JSON] = answer.json()["results"]
    return results


async def led(site: Site, url: str, headers: JSON | None = None) -> tuple[str, int] | int:
    """Where a visitor of an address is sent with which code, or the status without a redirect."""
    answer = await site.render(url, headers)
    redirect = answer.json().get("redirect") if answer.status_code == 200 else None
    return (redirect["url"], redirect["responseCode"]) if redirect else answer.status_code


async def moved(site: Site, page: JSON, url: str, **more: Any) -> JSON:
    """The page after it got another address."""
    answer = await change_page(site, page, url=url, **more)
    assert answer.status_code == 200, answer.text
    after: JSON = answer.json()
    return after


async def new(site: Site, url: str, **settings: Any) -> JSON:
    """A new page's settings."""
    answer = await create_page(site, url, **settings)
    assert answer.status_code == 201, answer.text
    page: JSON = answer.json()
    return page
