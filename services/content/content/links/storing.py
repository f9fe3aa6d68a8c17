"""The statements that write what a check found, on raw connections. Nothing of it is a change of the site."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

import orjson
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import Connection, connection_of
from content.link_targets import Target
from content.links.collecting import Place, Use
from content.links.models import LinkFixPage
from content.links.verdicts import NOT_CHECKED, Verdict
from kit.db import new_id
from kit.locks import lock_named

_BATCH = 5_000
_USES = UUID("5b0f6a52-0a3c-4c0e-9a53-6f1f6d5d2c5e")

_ADD_LINKS = """
INSERT INTO links (id, address, is_internal, state, reason)
SELECT id, address, is_internal, $2, $3
FROM jsonb_to_recordset($1::text::jsonb) AS given (id uuid, address text, is_internal boolean)
ORDER BY address
ON CONFLICT (md5(address)) DO NOTHING
"""
_ADD_USES = """
INSERT INTO link_uses (id, link_id, page_id, page_count, holder, holder_id, part, part_id, level, field, written, kind,
    text, ref)
SELECT given.id, l.id, page_id, page_count, holder, holder_id, part, part_id, level, field, written, kind, text, ref
FROM jsonb_to_recordset($1::text::jsonb) AS given (id uuid, address text, page_id uuid, page_count int, holder text,
    holder_id uuid, part text, part_id uuid, level text, field text, written text, kind text, text text, ref text)
JOIN links l ON md5(l.address) = md5(given.address)
WHERE EXISTS (SELECT FROM pages p WHERE p.id = page_id)
ON CONFLICT (id) DO NOTHING RETURNING id::text
"""
_FORGET_USES = """
DELETE FROM link_uses u WHERE NOT EXISTS (
    SELECT FROM jsonb_to_recordset($1::text::jsonb) AS fixed (holder text, holder_id uuid, part text, part_id uuid,
        level text, field text, written text)
    WHERE u.part_id = fixed.part_id AND u.part = fixed.part AND u.level = fixed.level AND u.field = fixed.field
        AND u.written = fixed.written AND u.holder = fixed.holder AND u.holder_id = fixed.holder_id
)
"""
# What somebody ignores stays so when it comes back.
_FORGET_LINKS = "DELETE FROM links l WHERE NOT is_ignored AND NOT EXISTS (SELECT FROM link_uses WHERE link_id = l.id)"
_JUDGE = """
UPDATE links SET state = given.state, reason = given.reason, status = given.status, destination = given.destination,
    last_checked_at = now()
FROM jsonb_to_recordset($1::text::jsonb)
    AS given (address text, state text, reason text, status smallint, destination text)
WHERE md5(links.address) = md5(given.address)
"""


async def add_targets(connection: Connection, targets: Iterable[Target]) -> None:
    """Add the addresses that are not there yet, unchecked."""
    rows = [{"id": str(new_id()), "address": each.address, "is_internal": each.is_internal} for each in set(targets)]
    for batch in _batches(rows):
        await connection.fetch(_ADD_LINKS, batch, NOT_CHECKED.state, NOT_CHECKED.reason)


async def add_uses(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Add where addresses stand: rows with the columns of `link_uses`, and `address` in place of the link.

    The ids of those that were not there yet.
    """
    return [row["id"] for batch in _batches(rows) for row in await connection.fetch(_ADD_USES, batch)]


def use_id(place: Place, address: str) -> str:
    """The id of a use, the same in every check: a list of a former one, and the way back of a fix, still name it."""
    return str(uuid5(_USES, "\n".join((*place, address))))


async def lock_uses(session: AsyncSession) -> None:
    """Let no other transaction write where links stand.

    A check that is cancelled ends a moment later: beside the next one, each would keep what it has found. A fix between
    reading the pages and storing what was found on them would be undone in the list.
    """
    await lock_named(session, "content.link-uses")


async def begin_reading(session: AsyncSession) -> datetime:
    """The moment from which on fixes may change what is being read; those before it are on the pages."""
    await lock_uses(session)
    connection = await connection_of(session)
    row: Any = await connection.fetchrow("SELECT clock_timestamp() AS now")
    moment: datetime = row["now"]
    return moment


async def replace_uses(session: AsyncSession, uses: Sequence[Use], read_since: datetime) -> None:
    """Forget what former checks found, and keep these; where fixes wrote since the reading began, what they wrote."""
    await lock_uses(session)
    fixed = await _fixed_since(session, read_since)
    connection = await connection_of(session)
    await connection.fetch(_FORGET_USES, orjson.dumps([place._asdict() for place in fixed]).decode())
    rows = [(use, _stored(use.place)) for use in uses]
    kept = [(use, place) for use, place in rows if place not in fixed]
    await add_targets(connection, (use.target for use, _ in kept))
    await add_uses(connection, [_row(use, place) for use, place in kept])
    await connection.fetch(_FORGET_LINKS)


async def _fixed_since(session: AsyncSession, moment: datetime) -> set[Place]:
    """The places that fixes changed, or that were changed back: as they were before and after."""
    changes = await session.scalars(select(LinkFixPage.change).where(LinkFixPage.changed_at >= moment))
    fixed: set[Place] = set()
    for change in changes:
        for row in change["uses"]:
            place = Place(**{name: row[name] for name in Place._fields})
            fixed.add(place)
            # None where the link was removed; the release before did not say.
            if change.get("to") is not None:
                fixed.add(place._replace(written=change["to"]))
    return fixed


async def store_verdicts(connection: Connection, verdicts: Mapping[str, Verdict]) -> None:
    """Write what became of addresses."""
    rows = [{"address": address, **verdict._asdict()} for address, verdict in verdicts.items()]
    for batch in _batches(rows):
        await connection.fetch(_JUDGE, batch)


def _stored(place: Place) -> Place:
    return place._replace(field=place.field[:300])


def _row(use: Use, place: Place) -> dict[str, Any]:
    shown = {"page_id": use.page_id, "page_count": use.page_count, "kind": use.kind, "ref": use.ref}
    address = use.target.address
    return {"id": use_id(place, address), "address": address, **place._asdict(), **shown, "text": use.text[:200]}


def _batches(rows: Sequence[Any]) -> Iterable[str]:
    for start in range(0, len(rows), _BATCH):
        yield orjson.dumps(rows[start : start + _BATCH]).decode()
