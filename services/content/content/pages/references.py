"""What leads to pages or shows something of them: what their deletion would break."""

import html
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import requested_address
from content.documents.places import places_of
from content.pages.errors import PageNotFound
from content.pages.models import Page, tree_key
from content.pages.schemas import BlogReference, PageReference, PageReferences, UrlMapReference
from content.plugins.models import Plugin
from content.url_maps.models import UrlMap

MOST = 50
"""References of one kind that are told one by one; all are counted."""

_MOST_CANDIDATES = 2_000
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_BELOW = text(f"""
SELECT count(*) FROM pages p WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND EXISTS (
    SELECT FROM pages above WHERE above.id = ANY (CAST(:ids AS uuid[])) AND above.url <> '/'
        AND {tree_key("p")} > {tree_key("above")} || chr(1) AND {tree_key("p")} < {tree_key("above")} || chr(2))
""")  # noqa: S608  # of constants
_LINKED_NODES = text("""
SELECT p.id AS page_id, p.title, p.url, jsonb_build_array(p.links, p.node_fields) AS found, 'page' AS via, NULL AS name FROM pages p
WHERE p.id <> ALL (CAST(:ids AS uuid[])) AND (p.links::text ~ :pattern OR p.node_fields::text ~ :pattern)
UNION ALL
SELECT NULL, NULL, NULL, l.node_fields, 'layout', l.name FROM layouts l WHERE l.node_fields::text ~ :pattern
UNION ALL
SELECT NULL, NULL, NULL, b.node_fields, 'branch', b.name FROM branch_blocks b WHERE b.node_fields::text ~ :pattern
LIMIT :most
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


async def find(session: AsyncSession, page_ids: Sequence[uuid.UUID]) -> PageReferences:
    """What leads to these pages from elsewhere. A constant number of statements. Raises PageNotFound.

    Links are those in the fields of plugins that stand somewhere, and those of nodes.
    """
    query = select(Page.id, Page.url, Page.title, Page.config).where(Page.id.in_(page_ids))
    pages = (await session.execute(query)).all()
    if len(pages) < len(set(page_ids)):
        raise PageNotFound
    urls = {page.url for page in pages}
    ids = [page.id for page in pages]
    pattern = _pattern(urls)
    links = [*await _links_in_plugins(session, ids, urls, pattern), *await _links_of_nodes(session, ids, urls, pattern)]
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


async def _links_in_plugins(
    session: AsyncSession, ids: Sequence[uuid.UUID], urls: set[str], pattern: str
) -> list[PageReference]:
    as_text = text("plugins.fields::text ~ :pattern").bindparams(pattern=pattern)
    rows = await session.execute(select(Plugin.id, Plugin.ref, Plugin.fields).where(as_text).limit(_MOST_CANDIDATES))
    linking = {row.id: row.ref for row in rows if any(target in urls for target in _targets(row.fields))}
    if not linking:
        return []
    wanted = select(Plugin.id).where(Plugin.id.in_(linking)).cte("wanted")
    found = places_of(wanted)
    query = (
        select(Page.id, Page.url, Page.title, found.c.plugin_id, found.c.via)
        .join(found, found.c.page_id == Page.id)
        .where(Page.id.not_in(ids))
        .order_by(Page.title, Page.id, found.c.plugin_id)
    )
    return [
        PageReference(
            kind="text", page_id=row.id, url=row.url, title=row.title, via=row.via, plugin_id=row.plugin_id,
            ref=linking[row.plugin_id],
        )
        for row in (await session.execute(query)).all()
    ]  # fmt: skip


async def _links_of_nodes(
    session: AsyncSession, ids: Sequence[uuid.UUID], urls: set[str], pattern: str
) -> list[PageReference]:
    values = {"ids": [*ids], "pattern": pattern, "most": _MOST_CANDIDATES}
    rows = (await session.execute(_LINKED_NODES, values)).all()
    return [
        PageReference(kind="node", page_id=row.page_id, url=row.url, title=row.title or row.name, via=row.via)
        for row in rows
        if any(target in urls for target in _targets(row.found))
    ]


def _pattern(urls: Iterable[str]) -> str:
    """A regular expression of Postgres for documents that may link to any of the addresses, in whichever spelling."""
    spelt = {form for url in urls for form in (url, html.escape(url), quote(url, safe="/~!$&'()*+,;=:@"))}
    longest_first = sorted(spelt, key=lambda form: (-len(form), form))
    return f"({'|'.join(re.sub(r'([^A-Za-z0-9/_~-])', _escaped, form) for form in longest_first)})/?[\\\\\"'?#]"


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return f"\\{character}" if character.isascii() else character


def _targets(value: Any) -> Iterator[str]:
    """The addresses within this site that links in a value lead to."""
    if isinstance(value, Mapping):
        for part in value.values():
            yield from _targets(part)
    elif isinstance(value, list):
        for part in value:
            yield from _targets(part)
    elif isinstance(value, str):
        hrefs = [html.unescape(first or second) for first, second in _HREF.findall(value)] if "<" in value else [value]
        for href in hrefs:
            if (address := _address_of(href.strip())) is not None:
                yield address


def _address_of(href: str) -> str | None:
    if href.startswith("//") or not href.startswith("/"):
        return None
    return requested_address(href)
