"""Feeds as anybody reads them, and pages that are for some alone."""

from tests.content.factory import JSON, Site

CLUB = {"config": {"scopeWhitelist": ["club"]}}
NOBODY: JSON = {}


async def feed(site: Site, url: str) -> JSON | None:
    answer = await site.client.get(
        "/private/blog/feed", params={"url": url}, headers=site.tokens.internal("web", to="content")
    )
    assert answer.status_code == 200, answer.text
    found: JSON | None = answer.json()["feed"]
    return found
