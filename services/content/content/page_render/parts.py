"""Parts of saves that are too long for one request: kept until the last part comes, which applies all of them.

A render in between shows nothing of them. A part is bound to its sender, page and Idempotency-Key.
"""

import hashlib
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import Connection, connection_of
from content.page_render.errors import PartsMissing, SaveTooLarge
from content.page_render.schemas import Change, Part, Save
from kit.errors import FieldError
from kit.idempotency import IdempotencyKeyReused, is_done
from kit.locks import lock_named

MAX_BYTES = 32 * 1024 * 1024
"""Of all parts of one save but the last."""
MAX_SAVES = 4
"""That one person may have begun at a time; the oldest gives way. They do not count once they are applied."""

SCOPE = "pages.save "
"""What the scopes of the keys of all saves begin with."""

_KNOWN = """
SELECT request_hash FROM save_parts
WHERE page_id = $1::uuid AND user_id = $2::uuid AND key = $3 AND index = $4
"""
_SIZE = """
SELECT coalesce(sum(octet_length(body)), 0) AS size FROM save_parts
WHERE page_id = $1::uuid AND user_id = $2::uuid AND key = $3
"""
_KEEP = """
INSERT INTO save_parts (page_id, user_id, key, index, count, request_hash, body)
VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7)
"""
_MAKE_ROOM = """
DELETE FROM save_parts USING (
    SELECT page_id, key FROM save_parts WHERE user_id = $1::uuid
    GROUP BY page_id, key ORDER BY max(created_at) DESC, key OFFSET $2
) AS old
WHERE save_parts.user_id = $1::uuid AND save_parts.page_id = old.page_id AND save_parts.key = old.key
"""
_READ = """
SELECT index, body FROM save_parts
WHERE page_id = $1::uuid AND user_id = $2::uuid AND key = $3 AND count = $4 ORDER BY index
"""


class SaveKey(NamedTuple):
    page_id: str
    user_id: str
    key: str


def scope_of(save_key: SaveKey) -> str:
    """What an Idempotency-Key of this sender belongs to."""
    return f"{SCOPE}{save_key.page_id} {save_key.user_id}"


async def keep(session: AsyncSession, save_key: SaveKey, part: Part, body: bytes) -> None:
    """Keep one part until the last one comes; a repeated one is kept once, one of a save that is applied not at all.

    Raises IdempotencyKeyReused, SaveTooLarge.
    """
    connection = await connection_of(session)
    await lock_named(session, f"content.save_parts:{save_key.user_id}")
    request_hash = hashlib.sha256(body).digest()
    known = await connection.fetchrow(_KNOWN, *save_key, part.index)
    if known is not None:
        if known["request_hash"] != request_hash:
            raise IdempotencyKeyReused("This part was already sent with different content.")
        return
    if await is_done(session, scope=scope_of(save_key), key=save_key.key):
        return
    row = await connection.fetchrow(_SIZE, *save_key)
    if row is not None and row["size"] + len(body) > MAX_BYTES:
        raise SaveTooLarge(f"One save may have {MAX_BYTES // 1024 // 1024} MB.")
    await connection.fetchrow(_KEEP, *save_key, part.index, part.count, request_hash, body)
    await connection.fetchrow(_MAKE_ROOM, save_key.user_id, MAX_SAVES)


async def complete(connection: Connection, save_key: SaveKey, last: Save) -> list[Save]:
    """All parts in their order, the one in hand as the last. Raises PartsMissing."""
    if last.part is None:
        return [last]
    rows = await connection.fetch(_READ, *save_key, last.part.count)
    missing = sorted({*range(last.part.count - 1)} - {row["index"] for row in rows})
    if missing:
        detail = "Parts of this save are missing. Send all of them again."
        raise PartsMissing(detail, errors=[FieldError("part", "missing", detail)], missing=missing)
    return [*(Save.model_validate_json(row["body"]) for row in rows), last]


def is_last(part: Part | None) -> bool:
    return part is None or part.index == part.count - 1


def changes_of(saves: list[Save]) -> list[Change]:
    return [change for save in saves for change in save.sets()]
