"""The statements that write what a check found, on raw connections. Nothing of it is a change of the site."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import Connection, connection_of
from content.link_targets import Target
from content.links.collecting import Use
from content.links.verdicts import NOT_CHECKED, Verdict
from kit.db import new_id
from kit.locks import lock_named

_BATCH = 5_000

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
ON CONFLICT (id) DO NOTHING
"""
_FORGET_USES = "DELETE FROM link_uses"
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


async def add_uses(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add where addresses stand: rows with the columns of `link_uses`, and `address` in place of the link."""
    for batch in _batches(rows):
        await connection.fetch(_ADD_USES, batch)


async def replace_uses(session: AsyncSession, uses: Sequence[Use]) -> None:
    """Forget what former checks found, and keep these."""
    # A check that is cancelled ends a moment later: beside the next one, each would keep what it has found. The lock
    # is the transaction's first statement, too: what raw connections are sent before it is committed at once.
    await lock_named(session, "content.link-uses")
    connection = await connection_of(session)
    await connection.fetch(_FORGET_USES)
    await add_targets(connection, (use.target for use in uses))
    await add_uses(connection, [_row(use) for use in uses])
    await connection.fetch(_FORGET_LINKS)


async def store_verdicts(connection: Connection, verdicts: Mapping[str, Verdict]) -> None:
    """Write what became of addresses."""
    rows = [{"address": address, **verdict._asdict()} for address, verdict in verdicts.items()]
    for batch in _batches(rows):
        await connection.fetch(_JUDGE, batch)


def _row(use: Use) -> dict[str, Any]:
    place = {**use.place._asdict(), "field": use.place.field[:300]}
    shown = {"page_id": use.page_id, "page_count": use.page_count, "kind": use.kind, "ref": use.ref}
    return {"id": str(new_id()), "address": use.target.address, **place, **shown, "text": use.text[:200]}


def _batches(rows: Sequence[Any]) -> Iterable[str]:
    for start in range(0, len(rows), _BATCH):
        yield orjson.dumps(rows[start : start + _BATCH]).decode()
