"""The search of a real site finds each page by its title."""

from __future__ import annotations

import httpx
import pytest

from tests.real_pages import items
from tests.real_site.loading import SEARCH, RealSite
from tests.real_site.reading import Document, page

pytestmark = pytest.mark.xdist_group("real site")


def found_by(client: httpx.Client, query: str) -> list[str]:
    """The addresses on the first page of results."""
    answer = client.get("/cms/search", params={"query": query}).raise_for_status().json()
    return [result["url"] for result in answer["results"]]


def test_each_title_finds_its_page_among_the_first(site: RealSite, visitor: httpx.Client) -> None:
    titled = [source for source in items() if source.is_public and source.title]
    assert len(titled) == 75
    missed = [source.title for source in titled if site.pages[source.id].url not in found_by(visitor, source.title)]
    assert missed == []


def test_what_is_hidden_is_found_by_nobody_who_may_not_see_it(site: RealSite, visitor: httpx.Client) -> None:
    for source in (each for each in items() if not each.is_public):
        url = site.pages[source.id].url
        assert url not in found_by(visitor, source.title)
        words = " ".join(Document.of_fragment(source.body).root.to_text().split()[:4])
        assert url not in found_by(visitor, words)
        assert url in found_by(site.owner, words)
        assert url in found_by(site.owner, source.title)


def test_results_show_titles_and_extracts_as_they_were_written(site: RealSite, visitor: httpx.Client) -> None:
    awkward = [source for source in items() if source.is_public and set(source.title) & set("<>&\"'")]
    assert len(awkward) == 2
    for source in awkward:
        found = page(visitor, str(httpx.URL(SEARCH, params={"query": source.title})))
        assert source.title in found.texts(".pw-search-results li > a")
        assert found.values("input[name=query]", "value") == [source.title]
    # An excerpt that speaks of markup: `<em>` is text of it.
    [source] = [each for each in items() if each.excerpt]
    found = page(visitor, str(httpx.URL(SEARCH, params={"query": "archive-index longer"})))
    assert site.pages[source.id].url in found.values(".pw-search-results li > a", "href")
    assert "em" not in found.elements(".pw-search-results")
    assert "have <strong>HTML</strong> tags" in " ".join(found.texts(".pw-search-results li > p"))
