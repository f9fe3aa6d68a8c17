"""Images that were chosen by the address of a file before there was a library to choose from: they get to name the file."""

import uuid
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog.references import refresh_summaries
from content.blog.summary_upkeep import SummarySources
from content.changes import service as changes
from content.documents.loading import connection_of
from content.model.resources import plugin, plugin_field
from kit.known_files.finding import find
from kit.known_files.uses import PLACE

_AT_ONCE = 100
_NEXT = f"""
SELECT id::text, fields -> 'picture' ->> 'address' AS address, fields -> 'picture' ->> 'alt' AS alt FROM plugins
WHERE ref = 'cms.textImage' AND starts_with(fields -> 'picture' ->> 'address', '{PLACE}') AND ($1::uuid IS NULL OR id > $1)
ORDER BY id LIMIT {_AT_ONCE}
"""  # noqa: S608  # of constants
# What somebody chose meanwhile stays.
_ADOPT = """
WITH given AS (
    SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS given (id uuid, address text, picture jsonb)
), adopted AS (
    UPDATE plugins p SET fields = p.fields || jsonb_build_object('picture', given.picture), version = $2
    FROM given WHERE p.id = given.id AND p.fields -> 'picture' ->> 'address' = given.address
    RETURNING p.id, p.fields
)
INSERT INTO plugin_versions (plugin_id, version, fields) SELECT id, $2, fields FROM adopted
"""


async def adopt_some(session: AsyncSession, after: uuid.UUID | None) -> uuid.UUID | None:
    """Look at the next plugins behind one; the last of them, None at the end."""
    connection = await connection_of(session)
    rows = await connection.fetch(_NEXT, after)
    found = await find(connection, (row["address"] for row in rows)) if rows else {}
    adopted: list[dict[str, Any]] = []
    for row in rows:
        file = found.get(row["address"])
        if file is not None and not file["is_gone"]:
            picture = {"file": file["id"], **({"alt": row["alt"]} if row["alt"] else {})}
            adopted.append({"id": row["id"], "address": row["address"], "picture": picture})
    if adopted:
        resources = [name for each in adopted for name in (plugin(each["id"]), plugin_field(each["id"], "picture"))]
        version = await changes.record(session, resources, user_id=None)
        await connection.fetch(_ADOPT, orjson.dumps(adopted).decode(), version)
        await refresh_summaries(session, version, SummarySources(plugin_ids=[each["id"] for each in adopted]))
    return uuid.UUID(rows[-1]["id"]) if len(rows) == _AT_ONCE else None
