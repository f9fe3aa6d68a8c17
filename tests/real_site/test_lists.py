"""Each list page of a real blog shows its posts in their order, page after page, and so do its feeds."""

from __future__ import annotations

import html
import re
from datetime import datetime
from email.utils import parsedate_to_datetime
from xml.etree import ElementTree as ET

import feedparser  # type: ignore[import-untyped]
import httpx
import pytest

from tests.real_pages import BESIDE_SENTENCES, SourcePage, categories, category_line, items, visible_text
from tests.real_site.loading import ALL_POSTS, BLOG, RealSite, title_of
from tests.real_site.reading import Document, page

pytestmark = pytest.mark.xdist_group("real site")

AT_ONCE = 10
MOST_IN_A_FEED = 20
LONGEST_EXCERPT = 200
ATOM = "{http://www.w3.org/2005/Atom}"
RFC_822 = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})")
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def posts_of(slug: str | None) -> list[SourcePage]:
    """The posts that visitors see of a category and of those below it, the newest first; all without a category."""
    below = {each.slug for each in categories() if slug in category_line(each.slug)}
    posts = (each for each in items() if each.kind == "post" and each.is_public)
    chosen = (each for each in posts if slug is None or below & {*each.category_slugs})
    return sorted(chosen, key=lambda each: each.published_at, reverse=True)


def lists(site: RealSite) -> dict[str, list[SourcePage]]:
    """The posts of each list page, by its address."""
    return {
        # One post is in no category.
        ALL_POSTS: [post for post in posts_of(None) if post.category_slugs],
        **{list_page.url: posts_of(slug) for slug, list_page in site.lists.items()},
    }


def test_each_list_shows_its_posts_page_after_page(site: RealSite, visitor: httpx.Client) -> None:
    wanted = lists(site)
    assert (len(posts_of(None)), len(wanted[ALL_POSTS])) == (55, 54)
    for url, posts in wanted.items():
        shown: list[tuple[str, str, datetime]] = []
        address: str | None = url
        pages = 0
        while address is not None:
            found = page(visitor, address)
            assert found.repeated_ids() == []
            titles = found.texts(".pw-blog-list-title a")
            assert len(titles) <= AT_ONCE
            moments = map(datetime.fromisoformat, found.values(".pw-blog-list time", "datetime"))
            shown += zip(titles, found.values(".pw-blog-list-title a", "href"), moments, strict=True)
            address = next(iter(found.values(".pw-blog-list-pages a[rel=next]", "href")), None)
            pages += 1
        assert shown == [_shown(site, post) for post in posts], url
        assert pages == max(1, -(-len(posts) // AT_ONCE)), url


def _shown(site: RealSite, post: SourcePage) -> tuple[str, str, datetime]:
    return title_of(post), site.pages[post.id].url, datetime.fromisoformat(post.published_at)


def test_a_list_of_titles_shows_the_newest_of_all(site: RealSite, visitor: httpx.Client) -> None:
    newest = [title_of(post) for post in posts_of(None)][:AT_ONCE]
    assert page(visitor, BLOG).texts(".pw-blog-list-title a") == newest


def test_rss_is_valid_and_has_the_newest_posts(site: RealSite, visitor: httpx.Client) -> None:
    origin = site.stack.base_url
    for url, posts in {"": posts_of(None), **lists(site)}.items():
        answer = visitor.get(f"{url}/feed.xml")
        parsed = feedparser.parse(answer.content, response_headers={"content-type": answer.headers["content-type"]})
        assert (parsed.bozo, parsed.version) == (False, "rss20"), url
        channel = ET.fromstring(answer.content).find("channel")  # noqa: S314 - the site's own
        assert channel is not None
        assert all(channel.findtext(name) for name in ("title", "link", "description", "lastBuildDate"))
        assert channel.findtext("link") == origin + (url or "/")
        assert [link.attrib["href"] for link in channel.findall(f"{ATOM}link[@rel='self']")] == [
            f"{origin}{url}/feed.xml"
        ]
        entries = channel.findall("item")
        assert [
            (entry.findtext("title"), httpx.URL(entry.findtext("link") or ""), _moment_of(entry)) for entry in entries
        ] == [
            (title_of(post), httpx.URL(origin + post.path), datetime.fromisoformat(post.published_at))
            for post in posts[:MOST_IN_A_FEED]
        ]
        assert len({entry.findtext("guid") for entry in entries}) == len(entries)
        assert all(entry.find("guid").get("isPermaLink") == "false" for entry in entries)  # type: ignore[union-attr]  # fails by itself
        for entry, post in zip(entries, posts, strict=False):
            # A description is HTML: readers show what it says.
            description = Document.of_fragment(entry.findtext("description") or "").root.to_text(separator="")
            assert _is_of(post, description.strip())
            assert sorted(each.text or "" for each in entry.findall("category")) == sorted(post.categories)


def _is_of(post: SourcePage, description: str) -> bool:
    """Whether a feed may describe a post so: as its author does, or else by how it begins."""
    if post.excerpt:
        return description == post.excerpt
    words = visible_text(html.escape(description.removesuffix("\N{HORIZONTAL ELLIPSIS}")))
    return len(description) <= LONGEST_EXCERPT and visible_text(BESIDE_SENTENCES.sub(" ", post.body)).startswith(words)


def _moment_of(entry: ET.Element) -> datetime:
    written = entry.findtext("pubDate") or ""
    assert RFC_822.fullmatch(written), written
    return parsedate_to_datetime(written)


def test_atom_is_valid_and_has_the_newest_posts(site: RealSite, visitor: httpx.Client) -> None:
    origin = site.stack.base_url
    for url, posts in {"": posts_of(None), **lists(site)}.items():
        answer = visitor.get(f"{url}/atom.xml")
        parsed = feedparser.parse(answer.content, response_headers={"content-type": answer.headers["content-type"]})
        assert (parsed.bozo, parsed.version) == (False, "atom10"), url
        feed = ET.fromstring(answer.content)  # noqa: S314 - the site's own
        links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
        assert links == {"self": f"{origin}{url}/atom.xml", "alternate": origin + (url or "/")}
        entries = feed.findall(f"{ATOM}entry")
        for each in (feed, *entries):
            assert len(each.findall(f"{ATOM}id")) == len(each.findall(f"{ATOM}title")) == 1
            assert re.match(r"(urn:uuid:|https?://)", each.findtext(f"{ATOM}id") or "")
            moments = [*each.findall(f"{ATOM}updated"), *each.findall(f"{ATOM}published")]
            assert moments
            assert all(RFC_3339.fullmatch(moment.text or "") for moment in moments)
        assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Example"
        assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
        assert (
            [
                (
                    entry.findtext(f"{ATOM}title"),
                    httpx.URL(entry.find(f"{ATOM}link").attrib["href"]),  # type: ignore[union-attr]  # fails by itself
                    datetime.fromisoformat(entry.findtext(f"{ATOM}published") or ""),
                )
                for entry in entries
            ]
            == [
                (title_of(post), httpx.URL(origin + post.path), datetime.fromisoformat(post.published_at))
                for post in posts[:MOST_IN_A_FEED]
            ]
        )
        summaries = [entry.findtext(f"{ATOM}summary") or "" for entry in entries]
        assert all(_is_of(post, summary) for post, summary in zip(posts, summaries, strict=False))
