"""The maps at addresses that pages leave and come to: what stays, what goes, and what a page's return brings back."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import connection_of
from content.url_maps.resolving import MAX_CHAIN, resolve_all
from kit.db import new_id

Moves = Mapping[uuid.UUID, tuple[str, str]]
"""The former and the new address of each page."""

# With the page that has left its address there. One parameter for all: a statement takes 32,767.
_AT = text("""
SELECT id, source, page_id, replaced,
    coalesce(left_by_id, CASE WHEN origin = 'page_moved' THEN page_id END) AS left_by_id,
    left_by_id IS NOT NULL AS was_kept,
    to_jsonb(url_maps) - '{pattern,replaced}'::text[] AS stored
FROM url_maps WHERE source = ANY (CAST(:sources AS text[]))
""")
# A map that is there is somebody's, and stays.
_LEAVE = text("""
INSERT INTO url_maps (id, source, page_id, response_code, origin, version, created_at, updated_at, replaced)
SELECT id, source, page_id, 301, 'page_moved', 1, now(), now(), replaced
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS given (id uuid, source text, page_id uuid, replaced jsonb)
ON CONFLICT (source) DO UPDATE SET left_by_id = excluded.page_id, replaced = excluded.replaced
""")
_STAY = text("UPDATE url_maps SET left_by_id = NULL, replaced = NULL WHERE id = ANY (CAST(:ids AS uuid[]))")
# What led to a page that is gone leads nowhere.
_BRING_BACK = text("""
INSERT INTO url_maps (id, source, destination, page_id, response_code, origin, hits, last_hit_at, version, created_at,
    updated_at, left_by_id)
SELECT id, source, destination, page_id, response_code, origin, hits, last_hit_at, version, created_at, now(),
    (SELECT pages.id FROM pages WHERE pages.id = given.left_by_id)
FROM jsonb_populate_recordset(NULL::url_maps, CAST(:rows AS jsonb)) given
WHERE page_id IS NULL OR EXISTS (SELECT FROM pages WHERE pages.id = given.page_id)
ON CONFLICT DO NOTHING RETURNING id, source
""")
_TAKE_AWAY = text("DELETE FROM url_maps WHERE id = ANY (CAST(:ids AS uuid[]))")


async def maps_at(session: AsyncSession, addresses: Sequence[str]) -> Sequence[Row[Any]]:
    """The maps of exactly these addresses."""
    return (await session.execute(_AT, {"sources": [*addresses]})).all()


async def leave(session: AsyncSession, moves: Moves, addresses: Sequence[str], replaced: Sequence[Row[Any]]) -> None:
    """Lead visitors of these of the former addresses to where the pages are, except where a map leads them already.

    Each remembers which map the page replaces where it comes to.
    """
    by_source = {row.source: row.stored for row in replaced}
    left = {*addresses}
    rows = [
        {"id": str(new_id()), "source": before, "page_id": str(page_id), "replaced": by_source.get(after)}
        for page_id, (before, after) in moves.items()
        if before in left
    ]
    if rows:
        await session.execute(_LEAVE, {"rows": orjson.dumps(rows).decode()})


async def stay(session: AsyncSession, map_ids: Sequence[uuid.UUID]) -> None:
    """Have these maps as they were before their pages left."""
    if map_ids:
        await session.execute(_STAY, {"ids": map_ids})


async def bring_back(session: AsyncSession, moves: Moves, found: Sequence[Row[Any]]) -> Sequence[Row[Any]]:
    """Bring back the maps that pages had replaced at the addresses that they return from; `found` are those returned to.

    Not those that would lead in a circle without a page in it by now, as with a map that somebody has added meanwhile.
    """
    returning = {after: (page_id, before) for page_id, (before, after) in moves.items()}
    replaced = [row.replaced for row in found if row.replaced and row.left_by_id == returning[row.source][0]]
    left = {before for before, _ in moves.values()} - returning.keys()
    rows = [each for each in replaced if each["source"] in left]
    if not rows:
        return []
    brought = (await session.execute(_BRING_BACK, {"rows": orjson.dumps(rows).decode()})).all()
    ways = await resolve_all(await connection_of(session), [row.source for row in brought], MAX_CHAIN + 1)
    circular = {
        row.id
        for row, way in zip(brought, ways, strict=True)
        if way.page_url is None and str(row.id) in {step.id for step in way.loop}
    }
    if circular:
        await session.execute(_TAKE_AWAY, {"ids": [*circular]})
    return [row for row in brought if row.id not in circular]
