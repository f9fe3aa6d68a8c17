"""Remembers which fields users chose for the columns of a file, for files with the same headers.

The headers are compared as a set: a spreadsheet with moved columns is the same file to the user who uploads it every
week. Nothing is remembered where the headers say the same by themselves.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence

import orjson
from sqlalchemy import delete, func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import FIELDS, Kind, recognised
from ecom.imports.models import RememberedColumns


async def remember(session: AsyncSession, kind: Kind, headers: Sequence[str], columns: Sequence[str | None]) -> None:
    """Keep what the columns are for, in place of what was said before for files with these headers."""
    digest = _digest(headers)
    if recognised(kind, headers)[1] == [*columns]:
        mine = (RememberedColumns.kind == kind, RememberedColumns.digest == digest)
        await session.execute(delete(RememberedColumns).where(*mine))
        return
    said = [{"header": name, "field": field} for name, field in zip(_names(headers), columns, strict=True)]
    adding = insert(RememberedColumns).values(kind=kind, digest=digest, columns=said)
    newer = {"columns": adding.excluded["columns"], "updated_at": func.now()}
    await session.execute(adding.on_conflict_do_update(index_elements=["kind", "digest"], set_=newer))


async def columns_for(session: AsyncSession, kind: Kind, headers: Sequence[str]) -> list[str | None]:
    """What the columns of a file are for, as far as it is known: by what was said last, or else by the headers."""
    row = await session.get(RememberedColumns, (kind, _digest(headers)))
    if row is None:
        return recognised(kind, headers)[1]
    said = defaultdict[str, list[str | None]](list)
    for each in row.columns:
        # A backup may bring a field that this release has not.
        said[each["header"]].append(each["field"] if each["field"] in FIELDS[kind] else None)
    return [said[name].pop(0) if said[name] else None for name in _names(headers)]


def _names(headers: Sequence[str]) -> list[str]:
    return [header.casefold() for header in headers]


def _digest(headers: Sequence[str]) -> str:
    return hashlib.sha256(orjson.dumps(sorted(_names(headers)))).hexdigest()
