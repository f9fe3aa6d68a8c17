"""What leads to pages or shows something of them: what their deletion would break."""

import html
import re
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import ARRAY, UUID, Row, TextClause, any_, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import requested_address
from content.documents.places import places_of
from content.pages.errors import PageNotFound
from content.pages.models import Page, tree_key
from content.pages.schemas import BlogReference, PageReference, PageReferences, UrlMapReference
from content.plugins.models import Plugin
from content.url_maps.models import UrlMap
from kit.auth import site_hosts

MOST = 50
"""References of one kind that are told one by one; all are counted."""

_AT_ONCE = 500
"""Documents that may hold a link which are in memory at a time: a short address stands in many of them."""
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ABSOLUTE = re.compile(r"(?:https?:)?//([^/?#]*)", re.IGNORECASE)
_BELOW = text(f"""
SELECT count(*) FROM pages p WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND EXISTS (
    SELECT FROM pages above WHERE above.id = ANY (CAST(:ids AS uuid[])) AND above.url <> '/'
        AND {tree_key("p")} > {tree_key("above")} || chr(1) AND {tree_key("p")} < {tree_key("above")} || chr(2))
""")  # noqa: S608  # of constants
_PLUGINS = text("""
SELECT p.id, p.ref, p.fields AS found FROM plugins p
WHERE p.fields::text ~ :pattern AND p.id > :after
ORDER BY p.id LIMIT :most
""")
_PAGES = text("""
SELECT p.id, p.title, p.url, jsonb_build_array(p.links, p.node_fields) AS found FROM pages p
WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND (p.links::text ~ :pattern OR p.node_fields::text ~ :pattern)
    AND p.id > :after
ORDER BY p.id LIMIT :most
""")
_SHARED_NODES = text("""
SELECT l.node_fields AS found, 'layout' AS via, l.name FROM layouts l WHERE l.node_fields::text ~ :pattern
UNION ALL
SELECT b.node_fields, 'branch', b.name FROM branch_blocks b WHERE b.node_fields::text ~ :pattern
""")
_BLOG = text("""
SELECT 'post' AS kind, posts.id, posts.title AS name, posts.id IN (
        SELECT post_id FROM blog_post_pages WHERE page_id <> ALL (CAST(:ids AS uuid[]))) AS stays
FROM blog_posts posts WHERE id IN (SELECT post_id FROM blog_post_pages WHERE page_id = ANY (CAST(:ids AS uuid[])))
UNION ALL
SELECT 'category', categories.id, categories.name, true
FROM blog_categories categories
WHERE id IN (SELECT category_id FROM blog_category_pages WHERE page_id = ANY (CAST(:ids AS uuid[])))
ORDER BY kind, name LIMIT :most
""")


class _Wanted(NamedTuple):
    """The pages that links are looked for to."""

    ids: list[uuid.UUID]
    urls: frozenset[str]
    own_hosts: frozenset[str]
    """Under which the site is reached: a link may be absolute."""

    @property
    def pattern(self) -> str:
        return _pattern(self.urls)

    def is_in(self, value: Any) -> bool:
        """Whether a link in a value leads to one of the pages."""
        return any(_address_of(href, self.own_hosts) in self.urls for href in _hrefs(value))


async def find(session: AsyncSession, page_ids: Sequence[uuid.UUID], public_url: str) -> PageReferences:
    """What leads to these pages from elsewhere. Raises PageNotFound.

    The number of statements grows only with the documents that mention one of the addresses. Links are those in the fields of plugins that stand somewhere, and those of nodes.
    """
    query = select(Page.id, Page.url, Page.title, Page.config).where(Page.id.in_(page_ids))
    pages = (await session.execute(query)).all()
    if len(pages) < len(set(page_ids)):
        raise PageNotFound
    ids = [page.id for page in pages]
    wanted = _Wanted(ids, frozenset(page.url for page in pages), site_hosts(public_url))
    links = [*await _links_in_plugins(session, wanted), *await _links_of_nodes(session, wanted)]
    maps = (await session.scalars(select(UrlMap).where(UrlMap.page_id.in_(ids)).order_by(UrlMap.source))).all()
    blog = (await session.execute(_BLOG, {"ids": ids, "most": MOST})).all()
    return PageReferences(
        links=links[:MOST],
        link_count=len(links),
        in_menu=sum(bool((page.config.get("menu") or {}).get("visible")) for page in pages),
        url_maps=[UrlMapReference.model_validate(url_map) for url_map in maps[:MOST]],
        url_map_count=len(maps),
        blog=[BlogReference(kind=row.kind, id=row.id, name=row.name, stays=row.stays) for row in blog],
        below=await session.scalar(_BELOW, {"ids": ids}) or 0,
    )


async def _linking(session: AsyncSession, statement: TextClause, wanted: _Wanted) -> list[Row[Any]]:
    """The rows, in the order of their ids, that link to the wanted pages: the pattern finds more."""
    values = {"ids": wanted.ids, "pattern": wanted.pattern, "most": _AT_ONCE}
    linking: list[Row[Any]] = []
    after = uuid.UUID(int=0)
    while rows := (await session.execute(statement, {**values, "after": after})).all():
        linking += [row for row in rows if wanted.is_in(row.found)]
        if len(rows) < _AT_ONCE:
            break
        after = rows[-1].id
    return linking


async def _links_in_plugins(session: AsyncSession, wanted: _Wanted) -> list[PageReference]:
    refs = {row.id: row.ref for row in await _linking(session, _PLUGINS, wanted)}
    if not refs:
        return []
    is_linking = Plugin.id == any_(bindparam("linking", [*refs], ARRAY(UUID)))
    found = places_of(select(Plugin.id).where(is_linking).cte("wanted"))
    query = (
        select(Page.id, Page.url, Page.title, found.c.plugin_id, found.c.via)
        .join(found, found.c.page_id == Page.id)
        .where(Page.id.not_in(wanted.ids))
        .order_by(Page.title, Page.id, found.c.plugin_id)
    )
    return [
        PageReference(
            kind="text", page_id=row.id, url=row.url, title=row.title, via=row.via, plugin_id=row.plugin_id,
            ref=refs[row.plugin_id],
        )
        for row in (await session.execute(query)).all()
    ]  # fmt: skip


async def _links_of_nodes(session: AsyncSession, wanted: _Wanted) -> list[PageReference]:
    shared = (await session.execute(_SHARED_NODES, {"pattern": wanted.pattern})).all()
    return [
        *(
            PageReference(kind="node", page_id=row.id, url=row.url, title=row.title, via="page")
            for row in await _linking(session, _PAGES, wanted)
        ),
        *(
            PageReference(kind="node", page_id=None, url=None, title=row.name, via=row.via)
            for row in shared
            if wanted.is_in(row.found)
        ),
    ]


def _pattern(urls: Iterable[str]) -> str:
    """A regular expression of Postgres for documents that may link to any of the addresses, in whichever spelling."""
    spelt = {form for url in urls for form in (url, html.escape(url), quote(url, safe="/~!$&'()*+,;=:@"))}
    longest_first = sorted(spelt, key=lambda form: (-len(form), form))
    return f"({'|'.join(re.sub(r'([^A-Za-z0-9/_~-])', _escaped, form) for form in longest_first)})/?[\\\\\"'?#]"


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return f"\\{character}" if character.isascii() else character


def _hrefs(value: Any) -> Iterator[str]:
    """The addresses of the links in a value."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _hrefs(part)
    elif isinstance(value, list):
        for part in value:
            yield from _hrefs(part)
    elif isinstance(value, str):
        yield from (
            [html.unescape(first or second) for first, second in _HREF.findall(value)] if "<" in value else [value]
        )


def _address_of(href: str, own_hosts: Collection[str]) -> str | None:
    """The page's address that a link leads to; None for a relative one, and for one to another site."""
    href = href.strip()
    absolute = _ABSOLUTE.match(href)
    if absolute and absolute[1].lower() in own_hosts:
        href = href[absolute.end() :]
    if href.startswith("//") or not href.startswith("/"):
        return None
    return requested_address(href)
