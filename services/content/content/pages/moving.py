"""Pages that get another address, with those below it."""

import uuid
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, exists, func, literal, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import MAX_BYTES, MAX_CHARACTERS, is_protected, tag_of
from content.pages.errors import UrlInvalid, UrlTaken
from content.pages.menu import menu_of
from content.pages.models import Page
from content.url_maps.models import UrlMap, is_left_by
from content.url_maps.patterns import STAR
from kit.errors import FieldError

_MOST_TAGS = 500
"""More than these, and every page is rendered anew rather than listing what is stale."""

_IN_THE_WAY = text("""
SELECT id, url FROM pages
WHERE url = ANY (CAST(:urls AS text[])) AND id <> ALL (CAST(:ids AS uuid[]))
ORDER BY url LIMIT 1
""")
_STORE = text("""
UPDATE pages SET url = moved.url, version = :version, updated_at = now()
FROM unnest(CAST(:ids AS uuid[]), CAST(:urls AS text[])) AS moved (id, url)
WHERE pages.id = moved.id
""")


class Move(NamedTuple):
    page_id: uuid.UUID
    before: str
    after: str
    resources: frozenset[str]
    """What of the site changes with it."""


async def planned(
    session: AsyncSession, page: Page, url: str, *, with_descendants: bool, is_return: bool = False
) -> list[Move]:
    """The page's move to an address, and those of the pages below it; on its return, of those that came along.

    Raises UrlTaken for an address that a page has which stays, UrlInvalid for one that gets too long.
    """
    moves = [_move(page.id, page.url, url, page.config)]
    if with_descendants:
        below = select(Page.id, Page.url, Page.config).where(Page.url.startswith(page.url + "/", autoescape=True))
        if is_return:
            below = below.where(_came_from(page, url))
        rows = [row for row in (await session.execute(below.order_by(Page.url))).all() if not is_protected(row.url)]
        moves += [_move(row.id, row.url, url + row.url.removeprefix(page.url), row.config) for row in rows]
    await _check_free(session, moves)
    return moves


def _came_from(page: Page, url: str) -> ColumnElement[bool]:
    """True for pages below this one whose former addresses, below `url`, lead to them, or keep a map of their own.

    All that moved have either. An address with a star gets none, and counts as one that moved.
    """
    former = literal(url).concat(func.substr(Page.url, len(page.url) + 1))
    led_here = select(1).where(UrlMap.source == former, is_left_by(Page.id))
    return or_(Page.url.contains(STAR, autoescape=True), exists(led_here))


def _move(page_id: uuid.UUID, before: str, after: str, config: dict[str, Any]) -> Move:
    if len(after) > MAX_CHARACTERS or len(after.encode()) > MAX_BYTES:
        detail = f"The address of a page below it would get longer than {MAX_CHARACTERS} characters: {after[:100]}…"
        raise UrlInvalid(detail, errors=[FieldError("url", "url_invalid", detail)])
    return Move(page_id, before, after, frozenset({f"page:{page_id}"} | menu_of(config)))


async def _check_free(session: AsyncSession, moves: list[Move]) -> None:
    found = (await session.execute(_IN_THE_WAY, _arrays(moves))).first()
    if found is not None:
        detail = "Another page has this address."
        if found.url != moves[0].after:
            detail = f"A page below this one would move to {found.url}, where another page is."
        raise UrlTaken(detail, errors=[FieldError("url", "url_taken", detail)], pageId=found.id)


def tags_of(moves: list[Move]) -> set[str]:
    """The tags of all renders that show something of these pages' addresses."""
    if len(moves) > _MOST_TAGS:
        return {"site"}
    tags: set[str] = set()
    for move in moves:
        tags |= move.resources | {tag_of(move.before), tag_of(move.after)}
    return tags


async def store(session: AsyncSession, moves: list[Move], version: int) -> None:
    """Give the pages their addresses, all in one statement: one may take what another leaves."""
    await session.execute(_STORE, {**_arrays(moves), "version": version})


def _arrays(moves: list[Move]) -> dict[str, Any]:
    return {"ids": [move.page_id for move in moves], "urls": [move.after for move in moves]}
