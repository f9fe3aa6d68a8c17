"""Searches, and pages that are found by them."""

from content.search.tasks import keep_index
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
)


async def answer_to(site: Site, query: str, headers: JSON | None = None, **params: int) -> JSON:
    answer = await site.client.get("/cms/search", params={"query": query, **params}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def found(site: Site, query: str, headers: JSON | None = None, **params: int) -> list[str]:
    """The addresses of the results, in their order."""
    answer = await answer_to(site, query, headers, **params)
    assert "limit" in params or answer["total"] == len(answer["results"])
    return [result["url"] for result in answer["results"]]


async def new(site: Site, url: str, content: str = "", title: str = "A page", **settings: object) -> JSON:
    """A page with a text."""
    page = await site.new_page(url, title, **settings)
    return await site.saved(page, *add_text(column_of(page), content))


def text_of(parts: list[JSON]) -> str:
    return "".join(part["text"] for part in parts)


def marked(parts: list[JSON]) -> list[str]:
    return [part["text"] for part in parts if part["isMatch"]]


async def rebuilt(site: Site) -> int:
    """Have the worker's part done; how many pages that were."""
    done: int = await keep_index(site.client.kit)
    return done
