"""What leads to pages or shows something of them: what their deletion would break."""

import re
import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import Text, Uuid, any_, bindparam, func, literal, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import HOME, requested_address
from content.documents.places import places_of
from content.fields.links import links_in
from content.link_targets import Target, is_absolute, target_of
from content.pages.errors import PageNotFound
from content.pages.models import Page, linked_by_nodes, tree_key
from content.pages.schemas import BlogReference, PageReference, PageReferences, UrlMapReference
from content.plugins.models import LINKED_BY_FIELDS, Plugin
from content.url_maps.models import UrlMap

MOST = 50
"""References of one kind that are told one by one; all are counted."""

_AT_ONCE = 500
"""Texts and nodes that are looked through at a time: there may be one on each of many thousand pages."""
_FIRST = uuid.UUID(int=0)
"""Sorts before every id."""
_LONGEST = 300
"""Characters of an address that the index has, as `addresses_in` of the migrations cuts it."""
_ESCAPE = re.compile("%..")
_UNESCAPED = "/~!$&'()*+,;=:@"
# A range of the tree's index for each page: the other way round, all pages would be compared with each.
_BELOW = text(f"""
SELECT count(DISTINCT p.id) FROM pages above
JOIN pages p ON {tree_key("p")} > {tree_key("above")} || chr(1) AND {tree_key("p")} < {tree_key("above")} || chr(2)
WHERE above.id = ANY (CAST(:ids AS uuid[])) AND p.id <> ALL (CAST(:ids AS uuid[]))
""")  # noqa: S608  # of constants
_LINKED_NODES = text(f"""
SELECT via, id, name, url, jsonb_path_query_array(nodes, '$.**.href') AS hrefs FROM (
    SELECT 'page' AS via, p.id, p.title AS name, p.url, jsonb_build_array(p.links, p.node_fields) AS nodes FROM pages p
    WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND {linked_by_nodes("p")} && CAST(:addresses AS text[])
  UNION ALL
    SELECT 'layout', l.id, l.name, NULL, l.node_fields FROM layouts l
    WHERE addresses_in(l.node_fields) && CAST(:addresses AS text[])
  UNION ALL
    SELECT 'branch', b.id, b.name, NULL, b.node_fields FROM branch_blocks b
    WHERE addresses_in(b.node_fields) && CAST(:addresses AS text[])
) linked
WHERE id > :after ORDER BY id LIMIT :most
""")  # noqa: S608  # of constants
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
    public_url: str

    @property
    def addresses(self) -> list[str]:
        """What the indexes of links are asked for: the addresses in whichever way links may spell them."""
        quoted = {quote(url, safe=safe) for url in self.urls for safe in ("/", _UNESCAPED)}
        lower = {_ESCAPE.sub(lambda escape: escape[0].lower(), form) for form in quoted}
        return sorted(form[:_LONGEST].rstrip("/") or HOME for form in self.urls | quoted | lower)

    def is_any(self, hrefs: Iterable[str]) -> bool:
        """Whether any of these links leads to one of the pages. Relative ones, which lead elsewhere from each page, do not."""
        return any(is_absolute(href) and self._is_one(target_of(href, HOME, self.public_url)) for href in hrefs)

    def _is_one(self, target: Target | None) -> bool:
        return target is not None and target.is_internal and requested_address(target.address) in self.urls


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
    wanted = _Wanted(ids, frozenset(page.url for page in pages), public_url)
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
    found = places_of(linking, plugin_ids)
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
    is_linking = text(f"{LINKED_BY_FIELDS} && :addresses").bindparams(
        bindparam("addresses", wanted.addresses, ARRAY(Text))
    )
    query = select(Plugin.id, Plugin.ref, Plugin.fields).where(is_linking).order_by(Plugin.id).limit(_AT_ONCE)
    found: list[uuid.UUID] = []
    after = _FIRST
    while True:
        rows = (await session.execute(query.where(Plugin.id > after))).all()
        found += [row.id for row in rows if wanted.is_any(link.written for link in links_in(row.ref, row.fields))]
        if len(rows) < _AT_ONCE:
            return found
        after = rows[-1].id


async def _links_of_nodes(session: AsyncSession, wanted: _Wanted) -> _Links:
    first: list[PageReference] = []
    count, after = 0, _FIRST
    values = {"ids": wanted.ids, "addresses": wanted.addresses, "most": _AT_ONCE}
    while True:
        rows = (await session.execute(_LINKED_NODES, {**values, "after": after})).all()
        found = [row for row in rows if wanted.is_any(row.hrefs)]
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
