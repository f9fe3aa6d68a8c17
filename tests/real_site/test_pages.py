"""Every page and post of a real site has its page, where it was and as it was, and what was hidden is hidden."""

from __future__ import annotations

import html
from collections import Counter
from urllib.parse import quote

import httpx
import pytest

from tests.real_pages import BESIDE_SENTENCES, SourcePage, categories, items, visible_text
from tests.real_site.loading import SITE_MAP, RealSite, list_address, title_of
from tests.real_site.reading import Document, all_results, page
from tests.whole.page_calls import element_of

pytestmark = pytest.mark.xdist_group("real site")

PUBLIC = [source for source in items() if source.is_public]
HIDDEN = [source for source in items() if not source.is_public]
LONGEST_DESCRIPTION = 250
UNSUPPORTED = {"audio", "video", "big"}
"""What texts cannot hold: players, and an element that HTML has given up without another for it."""
FORMER = {"acronym": "abbr", "tt": "code", "strike": "s"}
"""Elements that HTML has given up, and what is written today."""


def test_the_export_is_what_these_tests_are_written_for() -> None:
    assert (len(PUBLIC), len(HIDDEN), len(categories())) == (76, 3, 68)
    assert {source.status for source in HIDDEN} == {"draft", "future", "publish"}
    assert [source.title for source in HIDDEN if source.password] == [
        'Template: Password Protected (the password is "enter")'
    ]
    assert Counter(source.is_sticky for source in PUBLIC) == {False: 75, True: 1}


def test_what_was_public_is_where_it_was(site: RealSite, visitor: httpx.Client) -> None:
    for source in PUBLIC:
        with_slash = visitor.get(quote(source.path) + "/")
        assert (with_slash.status_code, with_slash.headers["location"]) == (301, quote(source.path))
        found = page(visitor, quote(source.path))
        title = " ".join(title_of(source).split())
        assert found.texts("h1")[0] == title, source.path
        assert found.texts("title") == [f"{title} \u2013 Example"]
        address = f"{site.stack.base_url}{quote(source.path)}"
        assert found.values("link[rel=canonical]", "href") == [address]
        assert any(text.startswith(described(found)) for text in descriptions(source, title)), source.path


def descriptions(source: SourcePage, title: str) -> list[str]:
    """What a page may begin to describe itself with, without white space."""
    # An excerpt is plain text, whatever it speaks of.
    text = visible_text(html.escape(source.excerpt) or BESIDE_SENTENCES.sub(" ", source.body))
    # Headings and captions alone say no more than the title.
    return [text] if text else [visible_text(html.escape(title)), visible_text(source.body)]


def described(page: Document) -> str:
    """A page's description without white space: its beginning, or what it says of itself."""
    [description] = page.values("meta[name=description]", "content")
    assert 0 < len(description) <= LONGEST_DESCRIPTION
    return visible_text(html.escape(description))


def test_pages_are_valid_and_hold_what_their_texts_held(site: RealSite, visitor: httpx.Client) -> None:
    for source in PUBLIC:
        loaded = site.pages[source.id]
        found = page(visitor, loaded.url)
        assert found.repeated_ids() == [], loaded.url
        if loaded.text_id is None:
            assert not source.body
            continue
        body = Document.of_fragment(site.body_of(source))
        served = Document.of_fragment(element_of(found.html, loaded.text_id))
        wanted = body.elements()
        for name in UNSUPPORTED:
            wanted.pop(name, None)
        for former, name in FORMER.items():
            wanted[name] += wanted.pop(former, 0)
        assert served.elements(".pw-prose") == wanted, loaded.url
        assert served.values("img", "src") == body.values("img", "src"), loaded.url


def test_what_was_hidden_is_seen_by_those_alone_who_may(site: RealSite, visitor: httpx.Client) -> None:
    for source in HIDDEN:
        url = site.pages[source.id].url
        answer = visitor.get(url)
        assert answer.status_code == 401
        assert source.title not in answer.text
        assert site.owner.get("/client/page-render", params={"url": url}).json()["page"]["title"] == source.title


def test_pages_and_categories_keep_their_hierarchy(site: RealSite) -> None:
    below: dict[str, list[str]] = {}
    for source in items():
        if source.kind == "page":
            below.setdefault(source.parent_id, []).append(site.pages[source.id].url)
    for parent, urls in below.items():
        if parent != "0":
            tree = site.owner.get("/client/pages/tree", params={"parent-id": site.pages[parent].id}).json()
            assert [each["url"] for each in tree["results"]] == sorted(urls)
    found = all_results(site.owner, "/cms/blog/categories")
    names = {each["id"]: each["name"] for each in found}
    slugs = {each.slug: each.name for each in categories()}
    assert Counter((each["name"], names.get(each.get("parentId"))) for each in found) == Counter(
        [("All posts", None), *((each.name, slugs.get(each.parent, "All posts")) for each in categories())]
    )


def test_navigation_shows_what_stands_around_a_page(site: RealSite, visitor: httpx.Client) -> None:
    pages = {source.id: source for source in items() if source.kind == "page"}
    assert sum(source.parent_id in pages for source in pages.values()) == 13
    for source in pages.values():
        found = page(visitor, site.pages[source.id].url)
        parent = pages.get(source.parent_id)
        children = [each for each in pages.values() if each.parent_id == source.id]
        assert sorted(found.values(".pw-relative-navigation > ul > li > ul > li > a", "href")) == urls_of(
            site, children
        )
        if parent is None:
            continue
        siblings = [each for each in pages.values() if each.parent_id == parent.id]
        # A page that is alone is no list.
        siblings = siblings if len(siblings) > 1 or children else []
        assert found.values(".pw-relative-navigation .pw-parent", "href") == urls_of(site, [parent])
        assert sorted(found.values(".pw-relative-navigation > ul > li > a", "href")) == urls_of(site, siblings)
        line = [parent, *([pages[parent.parent_id]] if parent.parent_id in pages else [])]
        assert found.texts(".pw-breadcrumb a")[1:] == [each.title for each in reversed(line)]


def urls_of(site: RealSite, sources: list[SourcePage]) -> list[str]:
    return sorted(site.pages[each.id].url for each in sources)


def test_the_sitemap_of_a_page_has_all_that_visitors_see_below_what_it_stands_below(
    site: RealSite, visitor: httpx.Client
) -> None:
    found = page(visitor, SITE_MAP)
    public = [site.pages[source.id].url for source in PUBLIC]
    others = [each.url for each in (*site.lists.values(), *site.others.values())]
    assert sorted(found.values(".pw-sitemap a", "href")) == sorted(["/", *public, *others])
    # Pages stand below the nearest page above their address.
    levels = [set(found.values(f".pw-sitemap{' > ul > li' * number} > a", "href")) for number in range(1, 5)]
    assert {"/level-1", "/menus", "/2012/01/07/template-sticky", "/category"} <= levels[0]
    assert {"/about/clearing-floats", "/level-1/level-2", "/category/foo-a"} <= levels[1]
    assert {"/level-1/level-2/level-3", "/greek/επίπεδο-2/επίπεδο-3"} <= levels[2]
    assert levels[3] == {list_address(slug) for slug in ("child-2", "grandchild-category")}
