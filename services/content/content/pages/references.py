"""What leads to pages or shows something of them: what their deletion would break."""

import html
import re
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from os.path import commonpath
from typing import Any, NamedTuple
from urllib.parse import quote

from sqlalchemy import Uuid, any_, func, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY
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
"""Texts and nodes that are looked through at a time: there may be one on each of many thousand pages."""
_FEW_FORMS = 4
_FIRST = uuid.UUID(int=0)
"""Sorts before every id."""
_ABSOLUTE = re.compile(r"(?:https?:)?//([^/?#]*)", re.IGNORECASE)
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_BELOW = text(f"""
SELECT count(*) FROM pages p WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND EXISTS (
    SELECT FROM pages above WHERE above.id = ANY (CAST(:ids AS uuid[])) AND above.url <> '/'
        AND {tree_key("p")} > {tree_key("above")} || chr(1) AND {tree_key("p")} < {tree_key("above")} || chr(2))
""")  # noqa: S608  # of constants
_LINKED_NODES = text("""
SELECT * FROM (
    SELECT 'page' AS via, p.id, p.title AS name, p.url, jsonb_build_array(p.links, p.node_fields) AS found FROM pages p
    WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND (p.links::text ~ :pattern OR p.node_fields::text ~ :pattern)
  UNION ALL
    SELECT 'layout', l.id, l.name, NULL, l.node_fields FROM layouts l WHERE l.node_fields::text ~ :pattern
  UNION ALL
    SELECT 'branch', b.id, b.name, NULL, b.node_fields FROM branch_blocks b WHERE b.node_fields::text ~ :pattern
) linked
WHERE id > :after ORDER BY id LIMIT :most
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

    def is_in(self, value: Any) -> bool:
        """Whether a link in a value leads to one of the pages."""
        return any(_address_of(href, self.own_hosts) in self.urls for href in _hrefs(value))


async def find(session: AsyncSession, page_ids: Sequence[uuid.UUID], public_url: str) -> PageReferences:
    """What leads to these pages from elsewhere. Raises PageNotFound.

    A constant number of statements, and one more for every `_AT_ONCE` links. Links are those in the fields of plugins
    that stand somewhere, and those of nodes.
    """
    query = select(Page.id, Page.url, Page.title, Page.config).where(Page.id.in_(page_ids))
    pages = (await session.execute(query)).all()
    if len(pages) < len(set(page_ids)):
        raise PageNotFound
    ids = [page.id for page in pages]
    wanted = _Wanted(ids, frozenset(page.url for page in pages), site_hosts(public_url))
    in_plugins = await _links_in_plugins(session, wanted)
    of_nodes = await _links_of_nodes(session, wanted)
    maps = (await session.scalars(select(UrlMap).where(UrlMap.page_id.in_(ids)).order_by(UrlMap.source))).all()
    blog = (await session.execute(_BLOG, {"ids": ids, "most": MOST})).all()
    return PageReferences(
        links=[*in_plugins.first, *of_nodes.first][:MOST],
        link_count=in_plugins.total + of_nodes.total,
        in_menu=sum(bool((page.config.get("menu") or {}).get("visible")) for page in pages),
        url_maps=[UrlMapReference.model_validate(url_map) for url_map in maps[:MOST]],
        url_map_count=len(maps),
        blog=[BlogReference(kind=row.kind, id=row.id, name=row.name, stays=row.stays) for row in blog],
        below=await session.scalar(_BELOW, {"ids": ids}) or 0,
    )


class _Links(NamedTuple):
    first: list[PageReference]
    total: int


async def _links_in_plugins(session: AsyncSession, wanted: _Wanted) -> _Links:
    plugin_ids = await _linking_plugins(session, wanted)
    if not plugin_ids:
        return _Links([], 0)
    linking = select(Plugin.id).where(Plugin.id == any_(literal(plugin_ids, ARRAY(Uuid)))).cte("linking")
    found = places_of(linking)
    query = (
        select(
            Page.id, Page.url, Page.title, found.c.plugin_id, found.c.via, Plugin.ref, func.count().over().label("all")
        )
        .join(found, found.c.page_id == Page.id)
        .join(Plugin, Plugin.id == found.c.plugin_id)
        .where(Page.id.not_in(wanted.ids))
        .order_by(Page.title, Page.id, found.c.plugin_id)
        .limit(MOST)
    )
    rows = (await session.execute(query)).all()
    first = [
        PageReference(
            kind="text", page_id=row.id, url=row.url, title=row.title, via=row.via, plugin_id=row.plugin_id, ref=row.ref
        )
        for row in rows
    ]
    return _Links(first, rows[0].all if rows else 0)


async def _linking_plugins(session: AsyncSession, wanted: _Wanted) -> list[uuid.UUID]:
    """The plugins with a link to any of the addresses, wherever they stand."""
    as_text = text("plugins.fields::text LIKE ANY (:likes) AND plugins.fields::text ~ :pattern")
    as_text = as_text.bindparams(likes=_likes(wanted.urls), pattern=_pattern(wanted.urls))
    query = select(Plugin.id, Plugin.fields).where(as_text).order_by(Plugin.id).limit(_AT_ONCE)
    found: list[uuid.UUID] = []
    after = _FIRST
    while True:
        rows = (await session.execute(query.where(Plugin.id > after))).all()
        found += [row.id for row in rows if wanted.is_in(row.fields)]
        if len(rows) < _AT_ONCE:
            return found
        after = rows[-1].id


async def _links_of_nodes(session: AsyncSession, wanted: _Wanted) -> _Links:
    first: list[PageReference] = []
    count, after = 0, _FIRST
    values = {"ids": wanted.ids, "pattern": _pattern(wanted.urls), "most": _AT_ONCE}
    while True:
        rows = (await session.execute(_LINKED_NODES, {**values, "after": after})).all()
        found = [row for row in rows if wanted.is_in(row.found)]
        first += [
            PageReference(
                kind="node", page_id=row.id if row.via == "page" else None, url=row.url, title=row.name, via=row.via
            )
            for row in found[: MOST - len(first)]
        ]
        count += len(found)
        if len(rows) < _AT_ONCE:
            return _Links(first, count)
        after = rows[-1].id


def _spelt(urls: Iterable[str]) -> list[str]:
    """The addresses in whichever way links may spell them, the longest first."""
    forms = {form for url in urls for form in (url, html.escape(url), quote(url, safe="/~!$&'()*+,;=:@"))}
    return sorted(forms, key=lambda form: (-len(form), form))


def _pattern(urls: Iterable[str]) -> str:
    """A regular expression of Postgres for documents that may link to any of the addresses."""
    any_of_them = "|".join(re.sub(r"([^A-Za-z0-9/_~-])", _escaped, form) for form in _spelt(urls))
    # As links begin: an address that others end with would have all of theirs looked through.
    return f"""([\"' ]|//[^/\"' ]+)({any_of_them})/?[\\\\"'?#]"""


def _likes(urls: Iterable[str]) -> list[str]:
    """Patterns for LIKE of which one is in every such document: a third of the time of a regular expression alone."""
    forms = _spelt(urls)
    parts = forms if len(forms) <= _FEW_FORMS else [commonpath(forms)]
    return ["%" + re.sub(r"([\\%_])", r"\\\1", part) + "%" for part in parts]


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
