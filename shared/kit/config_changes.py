"""Changes of config entries by people: of one, or of several that are saved together or not at all."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kit import audit
from kit.auth import Principal
from kit.config_entries import ConfigEntries, Entry, entry_out
from kit.config_schemas import ConfigEntriesUpdate, ConfigEntryOut, ConfigEntryUpdate
from kit.errors import FieldError, Forbidden, NotFound, ValidationFailed
from kit.preconditions import check_version, version_read


class ConfigEntryNotFound(NotFound):
    """404: no entry that the caller may read has this id."""

    code = "config_entry_not_found"


class ConfigEntryReadOnly(Forbidden):
    """403: the caller may read this entry and not change it."""

    code = "config_entry_read_only"


async def update(
    entries: ConfigEntries,
    session: AsyncSession,
    principal: Principal,
    data: ConfigEntryUpdate,
    entry_id: uuid.UUID,
    if_match: str | None,
) -> ConfigEntryOut:
    """Give an entry its new value.

    Raises `ConfigEntryNotFound`, `ConfigEntryReadOnly`, `ValidationFailed`, `PreconditionFailed` and
    `PreconditionRequired`, where neither If-Match nor the payload says which version was read.
    """
    rows = await _locked(entries, session, [entry_id])
    row, entry = _writable(entries, principal, rows, entry_id)
    _refuse_foreign(data, row)
    check_version(version_read(if_match, data.version), row.version, required=True)
    await _assign(entries, session, principal, [(row, entry, entry.check(data.value))])
    return entry_out(row, entry)


async def update_all(
    entries: ConfigEntries, session: AsyncSession, principal: Principal, data: ConfigEntriesUpdate
) -> Sequence[ConfigEntryOut]:
    """Give several entries their new values, all of them or none.

    Raises what `update` raises; `ValidationFailed` names every value that is refused, not the first alone.
    """
    rows = await _locked(entries, session, [change.id for change in data.entries])
    found = [_writable(entries, principal, rows, change.id) for change in data.entries]
    for change, (row, _) in zip(data.entries, found, strict=True):
        check_version(str(change.version), row.version)
    values: list[Any] = []
    faults: list[FieldError] = []
    for place, (change, (_, entry)) in enumerate(zip(data.entries, found, strict=True)):
        try:
            values.append(entry.check(change.value))
        except ValidationFailed as refusal:
            path = f"entries.{place}."
            faults += [FieldError(path + fault.field, fault.code, fault.detail) for fault in refusal.errors]
    if faults:
        raise ValidationFailed("Nothing was saved: some settings cannot have these values.", errors=faults)
    await _assign(entries, session, principal, [(*each, value) for each, value in zip(found, values, strict=True)])
    return [entry_out(row, entry) for row, entry in found]


async def _locked(entries: ConfigEntries, session: AsyncSession, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Any]:
    await entries.lock(session)
    query = select(entries.model).where(entries.model.id.in_(ids)).with_for_update()
    found = await session.scalars(query.execution_options(populate_existing=True))
    return {row.id: row for row in found}


def _writable(
    entries: ConfigEntries, principal: Principal, rows: dict[uuid.UUID, Any], entry_id: uuid.UUID
) -> tuple[Any, Entry[Any]]:
    row = rows.get(entry_id)
    entry = entries.declared.get(row.key) if row is not None else None
    if row is None or entry is None or not entry.is_readable(principal):
        raise ConfigEntryNotFound
    if not entry.is_writable(principal):
        raise ConfigEntryReadOnly(f"Only {' or '.join(entry.write)} can change this setting.")
    return row, entry


async def _assign(
    entries: ConfigEntries,
    session: AsyncSession,
    principal: Principal,
    changes: Sequence[tuple[Any, Entry[Any], Any]],
) -> None:
    before = {row.key: row.version for row, _, _ in changes}
    for row, entry, value in changes:
        entries.assign(session, row, entry, value)
    await session.flush()
    changed = [row for row, _, _ in changes if row.version != before[row.key]]
    for row in changed:
        audit.record(session, principal, "config.updated", subject=("config", row.id, row.key))
    if changed:
        await entries.publish(session, [row.key for row in changed])


def _refuse_foreign(data: ConfigEntryUpdate, row: Any) -> None:
    for field, present in (("id", row.id), ("key", row.key)):
        if getattr(data, field) not in {None, present}:
            fault = FieldError(field, "read_only", "This is not the entry at this address.")
            raise ValidationFailed("Only the value of an entry can be changed.", errors=[fault])
