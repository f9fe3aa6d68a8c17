"""Addresses of the site itself, judged by what it has: pages, URL maps, feeds and screens. Nothing is asked over HTTP."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from content.address import CATEGORY_FEEDS, FEED_FILES, RESERVED, STARTING_FILES, requested_address
from content.blog.categories import category_is_visible, is_linked
from content.blog.feeds import is_category
from content.blog.newest import newest_of_all
from content.documents.loading import Connection, Row
from content.links.verdicts import NOT_CHECKED, OK, Verdict
from content.model.values import RESERVED_IDS
from content.url_maps.patterns import is_elsewhere, parts_of
from content.url_maps.resolving import Resolved, resolve

# Of what the host answers itself, what links lead to: screens and files that are there on every site.
_SCREENS = frozenset({"cms-admin", "cms-ecom", "cms-login", "favicon.ico", "robots.txt", "sitemap.xml"})
_PERMANENT = frozenset({301, 308})

_PAGES = "SELECT url, is_redirected FROM pages p"
# Feeds have what anybody may see.
_NOBODY = "CAST('{}' AS text[])"
_FEEDS = f"""
SELECT p.url FROM pages p JOIN blog_category_pages listed ON listed.page_id = p.id
WHERE {is_linked("listed", "p", _NOBODY)}
"""  # noqa: S608  # of constants
_CATEGORIES = f"SELECT c.id::text FROM blog_categories c WHERE {category_is_visible('c', _NOBODY)}"  # noqa: S608
_HAS_BLOG = f"SELECT 1 WHERE EXISTS ({newest_of_all(_NOBODY, limit='1')})"


class Site(NamedTuple):
    """What the site has at its addresses."""

    pages: Mapping[str, bool]
    """Whether a URL map applies at a page's address, by address."""
    ids: Mapping[str, frozenset[str]]
    """The ids on a page, by its address; of a page that is left out nobody knows them."""
    lists: frozenset[str]
    """The addresses that feeds are behind: of pages and of categories."""
    has_blog: bool


async def read_site(connection: Connection, ids: Mapping[str, Iterable[str]]) -> Site:
    """What there is at present; `ids` are those on pages, as far as they are known."""
    pages = await connection.fetch(_PAGES)
    lists = await connection.fetch(_FEEDS)
    return await _site(connection, ids, pages, lists, await connection.fetch(_CATEGORIES))


async def read_site_at(connection: Connection, address: str, ids: Mapping[str, Iterable[str]]) -> Site:
    """What there is at one address and where the URL maps lead from it: a few rows, however large the site is."""
    path = parts_of(address).path
    steps = (await resolve(connection, path)).steps
    end = steps[-1].destination if steps else None
    paths = [path] if end is None or is_elsewhere(end) else [path, parts_of(end).path]
    places = [place for each in paths for place in _places(each)]
    categories = [place.removeprefix(CATEGORY_FEEDS) for place in places if is_category(place)]
    pages = await connection.fetch(f"{_PAGES} WHERE p.url = ANY ($1::text[])", places)
    lists = await connection.fetch(f"{_FEEDS} AND p.url = ANY ($1::text[])", places)
    own = await connection.fetch(f"{_CATEGORIES} AND c.id = ANY ($1::uuid[])", categories)
    return await _site(connection, ids, pages, lists, own)


def _places(path: str) -> list[str]:
    """The addresses of what may answer at a path: of a page, and of what its feed is behind."""
    above = [_above_feed(path, file) for file in FEED_FILES if path.endswith(file)]
    return [place for place in (requested_address(path), *above) if place is not None]


async def _site(
    connection: Connection,
    ids: Mapping[str, Iterable[str]],
    pages: Sequence[Row],
    lists: Sequence[Row],
    categories: Sequence[Row],
) -> Site:
    return Site(
        pages={row["url"]: row["is_redirected"] for row in pages},
        ids={url: frozenset(each) for url, each in ids.items()},
        lists=frozenset({row["url"] for row in lists} | {CATEGORY_FEEDS + row["id"] for row in categories}),
        has_blog=await connection.fetchrow(_HAS_BLOG) is not None,
    )


def page_address(address: str) -> str | None:
    """The address of the page that a link of this site names, if it can be one's."""
    return requested_address(parts_of(address).path)


async def judge(connection: Connection, site: Site, address: str) -> Verdict:
    """What becomes of visitors of a path with its query and anchor. No statement for a page that is there."""
    path, _, fragment = parts_of(address)
    url = page_address(address)
    if url is not None and site.pages.get(url) is False:
        return _at(site, url, fragment)
    own = _of_host(site, path)
    if own is not None:
        return own
    return await _by_url_maps(connection, site, path, fragment)


def _of_host(site: Site, path: str) -> Verdict | None:
    """What the host answers itself, and the services behind it; None for what may be a page's."""
    first = unquote(path).strip("/").split("/", 1)[0].lower()
    if first in _SCREENS or path.startswith(STARTING_FILES):
        return OK
    if first in RESERVED:
        return NOT_CHECKED
    for file in FEED_FILES:
        if path.endswith(file):
            above = _above_feed(path, file)
            return OK if above in site.lists or (above == "/" and site.has_blog) else None
    return None


def _above_feed(path: str, file: str) -> str | None:
    return requested_address(path.removesuffix(file) or "/")


def _at(site: Site, url: str, fragment: str) -> Verdict:
    """A page that is there, and an anchor on it."""
    anchor = unquote(fragment[1:])
    known = site.ids.get(url)
    # A browser's own way to a piece of text is no anchor.
    if anchor and not anchor.startswith(":~:") and known is not None and anchor not in known | RESERVED_IDS:
        return Verdict("broken", "anchor_not_found")
    return OK


def _not_led(site: Site, resolved: Resolved, fragment: str) -> Verdict:
    """An address that no URL map leads on from."""
    if resolved.page_url is not None:
        return _at(site, resolved.page_url, fragment)
    if resolved.loop:
        return Verdict("broken", "redirect_loop")
    return Verdict("broken", "page_not_found", 404)


async def _by_url_maps(connection: Connection, site: Site, path: str, fragment: str) -> Verdict:
    resolved = await resolve(connection, path)
    if not resolved.steps or (resolved.loop and resolved.page_url is None):
        return _not_led(site, resolved, fragment)
    destination = resolved.destination
    if destination is None:
        return Verdict("broken", "page_gone", 410)
    if not is_elsewhere(destination):
        end = requested_address(parts_of(destination).path)
        if end is None or (end not in site.pages and _of_host(site, parts_of(destination).path) is None):
            return Verdict("broken", "page_not_found", 404, destination)
        if "#" not in destination:
            destination += fragment
    if resolved.response_code in _PERMANENT:
        return Verdict("redirected", "moved", resolved.response_code, destination)
    return OK._replace(status=resolved.response_code, destination=destination)
