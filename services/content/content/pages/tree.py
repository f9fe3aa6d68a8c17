"""The tree that the pages' addresses make: a page stands below the nearest page that its address begins with.

Read a branch at a time, by an index in which whatever is below a page directly follows it: each step takes the next page
and skips all below it. Its costs are those of the rows it gives, however many pages the site has.
"""
# ruff: noqa: S608  # statements are made of constants

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import HOME
from content.pages.models import Page, tree_key
from content.pages.repository import PageRepository

_END = "chr(2)"
"""Sorts after the slash's stand-in and before every character of an address."""

_NEXT = f"""
SELECT p.id, p.url, {tree_key("p")} AS key FROM pages p
WHERE {tree_key("p")} > {{start}} AND {tree_key("p")} < bounds.last ORDER BY {tree_key("p")} LIMIT 1
"""
_CHILDREN = text(f"""
WITH RECURSIVE bounds AS (
    SELECT {tree_key("given", "url")} || chr(1) AS first, {tree_key("given", "url")} || {_END} AS last,
        {tree_key("given", "after")} || {_END} AS start
    FROM (SELECT CAST(:above AS text) AS url, CAST(:after AS text) AS after) given
), children (id, url, key, place) AS (
    SELECT following.*, 1 FROM bounds, LATERAL ({_NEXT.format(start="coalesce(bounds.start, bounds.first)")}) following
  UNION ALL
    SELECT following.*, place + 1
    FROM children, bounds, LATERAL ({_NEXT.format(start=f"children.key || {_END}")}) following
    WHERE place <= :limit
)
SELECT id, url, (
    SELECT count(*) FROM pages p
    WHERE {tree_key("p")} > children.key || chr(1) AND {tree_key("p")} < children.key || {_END}
) AS below
FROM children ORDER BY place
""")


class Branch(NamedTuple):
    """A part of what stands directly below a page."""

    pages: Sequence[tuple[Page, int]]
    """The pages in the order of their addresses, each with how many stand below it at any depth."""
    next: str | None
    """The address after which the next part begins; None where this is the last."""


async def branch(session: AsyncSession, parent_id: uuid.UUID | None, after: str | None, limit: int) -> Branch:
    """What stands directly below a page; at the top, where `parent_id` is None, the home page and those without one.

    `after` is the address that a part before has ended with. Raises PageNotFound for the parent.
    """
    repository = PageRepository(session)
    # The home page stands beside the others at the top: all of them would be below it, and nothing beside it.
    above = "" if parent_id is None else (await repository.get(parent_id)).url
    if above == HOME:
        return Branch([], None)
    rows = (await session.execute(_CHILDREN, {"above": above, "after": _after(after), "limit": limit})).all()
    shown = [(row.id, row.below) for row in rows[:limit]]
    if parent_id is None and after is None:
        home = await session.scalar(select(Page.id).where(Page.url == HOME))
        shown = [(home, 0), *shown] if home else shown
    pages = {page.id: page for page in await session.scalars(repository.with_ids([id for id, _ in shown]))}
    # One may have been deleted between the two statements.
    found = [(pages[id], below) for id, below in shown if id in pages]
    return Branch(found, rows[limit - 1].url if len(rows) > limit else None)


def _after(url: str | None) -> str | None:
    return None if url is None or url == HOME else url
