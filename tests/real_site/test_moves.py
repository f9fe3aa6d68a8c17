"""Thirty pages of a real site move, some more than once: redirects, sitemap, feeds, links and the log of misses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.real_pages import files, items, menu_links
from tests.real_site.checking import broken_by_the_export, check_links
from tests.real_site.loading import HOME, MENUS, RealSite, address_of, list_address
from tests.real_site.reading import all_results, eventually, page

pytestmark = pytest.mark.xdist_group("real site")

LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
# A page's title and where it goes, in this order.
PAGES = [
    ("About The Tests", "/tests"),  # with five below it
    ("Level 1", "/depth-1"),  # with six below it
    ("Level 2", "/Level-2"),  # on its own way, with three
    ("Ελληνικά-Greek", "/Ελλάδα"),  # with two below it, out of ASCII
    ("Page A", "/page-a-2"),
    ("Page A", "/page-a-3"),
    ("Lorem Ipsum", "/dolor"),
    ("Page B", "/lorem-ipsum"),  # to an address that was another's
    ("Front Page", "/front"),
    ("Front Page", "/front-page"),  # and back
]
LIST = ("parent-category", "/topics")  # with five below it, and one below these
POSTS = [
    "Markup: Title <em>With</em> <b>Mark<sup>up</sup></b>",
    "Template: Excerpt (Defined)",
    "WP 6.1 Font size scale",
    "",
]


@dataclass
class Moved:
    """What has become of the addresses."""

    addresses: dict[str, str]
    """Where each page is, by its first address."""
    former: dict[str, str] = field(default_factory=dict)
    """The first address of the page that each address has to lead to."""
    changed: set[str] = field(default_factory=set)
    """The first addresses of the pages that have moved, also of those that are back."""
    dates: dict[str, str] = field(default_factory=dict)
    """When each page was last changed before, by its first address."""
    feed_ids: list[list[str]] = field(default_factory=list)

    def move(self, owner: httpx.Client, before: str, after: str) -> None:
        """Move a page, and note it of those below."""
        move_page(owner, before, after)
        for first, now in self.addresses.items():
            if now == before or now.startswith(f"{before}/"):
                self.addresses[first] = after + now.removeprefix(before)
                self.former[now] = first
                self.changed.add(first)
        for address in self.addresses.values():
            self.former.pop(address, None)


def move_page(owner: httpx.Client, before: str, after: str, **more: object) -> None:
    found = owner.get("/client/page-render", params={"url": before}).raise_for_status().json()
    settings = owner.get(f"/client/pages/{found['page']['id']}").raise_for_status().json()
    body = {"title": settings["title"], "url": after, **more}
    answer = owner.put(f"/client/pages/{settings['id']}", json=body, headers={"If-Match": f'"{settings["version"]}"'})
    assert answer.status_code == 200, answer.text


def sitemap(visitor: httpx.Client) -> dict[str, str]:
    """The date of each page in the sitemap, by its address."""
    root = ET.fromstring(visitor.get("/sitemap.xml").raise_for_status().content)  # noqa: S314 - the site's own
    found = [(url.findtext(f"{LOC}loc") or "", url.findtext(f"{LOC}lastmod") or "") for url in root]
    assert len({loc for loc, _ in found}) == len(found)
    return {
        unquote(urlsplit(loc).path): date for loc, date in found if loc.startswith(str(visitor.base_url).rstrip("/"))
    }


def feed_ids(visitor: httpx.Client, url: str) -> list[str]:
    """The ids of a feed and its entries."""
    root = ET.fromstring(visitor.get(f"{url}/atom.xml").raise_for_status().content)  # noqa: S314 - the site's own
    return [each.text or "" for each in root.iter("{http://www.w3.org/2005/Atom}id")]


def seen_by_all(site: RealSite) -> set[str]:
    """The addresses of all that visitors may see, from the export and what was made beside it."""
    return {
        HOME,
        *(site.pages[source.id].url for source in items() if source.is_public),
        *(each.url for each in (*site.lists.values(), *site.others.values())),
    }


@pytest.fixture(scope="module")
def moved(site: RealSite, visitor: httpx.Client) -> Iterator[Moved]:
    """The site after the moves; afterwards all are back."""
    done = Moved({url: url for url in seen_by_all(site)})
    done.dates = sitemap(visitor)
    done.feed_ids = [feed_ids(visitor, ""), feed_ids(visitor, list_address(LIST[0]))]
    titled = {source.title: address_of(source) for source in items()}
    moves = [(titled[title], after) for title, after in PAGES]
    moves.append((list_address(LIST[0]), LIST[1]))
    moves += [(titled[title], f"/posts/{number}") for number, title in enumerate(POSTS)]
    try:
        for first, after in moves:
            done.move(site.owner, done.addresses[first], after)
        eventually(lambda: set(sitemap(visitor)), set(done.addresses.values()))
        yield done
    finally:
        # The other way round, so that each address is free again.
        for first, _ in reversed(moves):
            now = done.addresses[first]
            if now == first:
                continue
            move_page(site.owner, now, first)
            done.addresses = {
                each: first + url.removeprefix(now) if url == now or url.startswith(f"{now}/") else url
                for each, url in done.addresses.items()
            }
        eventually(lambda: set(sitemap(visitor)), set(done.dates))


def test_thirty_pages_have_moved(moved: Moved) -> None:
    changed = {first: now for first, now in moved.addresses.items() if first != now}
    assert len(changed) == 30
    assert changed["/about/page-image-alignment"] == "/tests/page-image-alignment"
    assert changed["/level-1/level-2/level-3"] == "/Level-2/level-3"
    assert changed["/greek/επίπεδο-2/επίπεδο-3"] == "/Ελλάδα/επίπεδο-2/επίπεδο-3"


def test_each_former_address_leads_to_the_page_in_one_step(visitor: httpx.Client, moved: Moved) -> None:
    assert {"/page-a", "/page-a-2", "/depth-1/level-2", "/level-1/level-2", "/front"} <= moved.former.keys()
    assert "/lorem-ipsum" not in moved.former
    for former, first in moved.former.items():
        now = moved.addresses[first]
        answer = visitor.get(quote(former))
        assert (answer.status_code, answer.headers["location"]) == (301, quote(now)), former
        assert visitor.get(answer.headers["location"]).status_code == 200
        with_query = visitor.get(f"{quote(former)}?a=1")
        assert with_query.headers["location"] == f"{quote(now)}?a=1"


def test_the_sitemap_has_all_that_visitors_see_where_it_is_now(visitor: httpx.Client, moved: Moved) -> None:
    dates = sitemap(visitor)
    assert set(dates) == set(moved.addresses.values())
    for first, now in moved.addresses.items():
        before, after = (datetime.fromisoformat(date) for date in (moved.dates[first], dates[now]))
        assert after > before if first in moved.changed else after == before, first


def test_feeds_follow_their_lists_and_keep_their_ids(site: RealSite, visitor: httpx.Client, moved: Moved) -> None:
    for file in ("feed.xml", "atom.xml"):
        answer = visitor.get(f"{list_address(LIST[0])}/{file}")
        assert (answer.status_code, answer.headers["location"]) == (301, f"{LIST[1]}/{file}")
    eventually(lambda: [feed_ids(visitor, ""), feed_ids(visitor, LIST[1])], moved.feed_ids)
    entries = ET.fromstring(visitor.get("/feed.xml").content).iter("item")  # noqa: S314 - the site's own
    links = [entry.findtext("link") for entry in entries]
    assert f"{site.stack.base_url}/posts/2" in links


def test_links_in_texts_still_lead_there_and_are_found_as_moved(
    site: RealSite, visitor: httpx.Client, moved: Moved
) -> None:
    hrefs = page(visitor, MENUS).values(".pw-prose a", "href")
    inside = [href for href in hrefs if href.startswith("/")]
    assert len(inside) == sum(link.object in {"page", "category"} for link in menu_links())
    for href in set(inside):
        answer = visitor.get(href)
        assert answer.status_code == (301 if href in moved.former else 200), href
    # Without /front-page, which is back, and /lorem-ipsum, where another page is now.
    redirected = set(inside) & moved.former.keys()
    assert len(redirected) == 15
    wanted = broken_by_the_export(site) | dict.fromkeys(redirected, ("redirected", "moved"))
    assert {address: verdict for address, verdict in check_links(site).items() if verdict[0] != "ok"} == wanted


def test_the_log_has_what_was_asked_for_in_vain(site: RealSite, visitor: httpx.Client, moved: Moved) -> None:
    def log() -> dict[str, int]:
        return {each["url"]: each["hits"] for each in all_results(site.owner, "/cms/url-maps/missing")}

    before = log()
    # The pages that the former site had for pictures, and addresses that differ in case alone.
    asked = [*(file.path for file in files() if "?" not in file.path), "/About", "/tests/Clearing-Floats"]
    for number, url in enumerate(asked):
        for _ in range(1 + number % 3):
            assert visitor.get(quote(url), headers={"Referer": f"{site.stack.base_url}{MENUS}"}).status_code == 404
    hidden = [site.pages[source.id].url for source in items() if not source.is_public]
    for url in [*moved.former, *moved.addresses.values(), *hidden]:
        assert visitor.get(quote(url)).status_code in {200, 301, 401}
    wanted = before | {url: before.get(url, 0) + 1 + number % 3 for number, url in enumerate(asked)}
    eventually(log, wanted)

    # What is led elsewhere leaves the log.
    missed = asked[0]
    parent = missed.rpartition("/")[0]
    made = site.owner.post("/cms/url-maps", json={"source": missed, "destination": parent, "responseCode": 301})
    assert made.status_code == 201, made.text
    answer = visitor.get(quote(missed))
    assert (answer.status_code, answer.headers["location"]) == (301, quote(parent))
    assert log() == {url: hits for url, hits in wanted.items() if url != missed}
    site.owner.delete(f"/cms/url-maps/{made.json()['id']}").raise_for_status()
