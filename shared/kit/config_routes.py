"""The routes of a service's config entries: see `kit.config_entries`."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Response

from kit import config_changes
from kit.auth import Principal, requires
from kit.config_entries import ConfigEntries
from kit.config_schemas import ConfigEntriesUpdate, ConfigEntryOut, ConfigEntryUpdate
from kit.db import Session
from kit.preconditions import IfMatch, tag_version


def config_router(entries: ConfigEntries, prefix: str) -> APIRouter:
    """``GET`` (list) and ``PUT`` (several) at ``prefix``, and ``PUT`` at ``prefix/{entry_id}``.

    For those who may read or write any entry.
    """
    router = APIRouter(prefix=prefix, tags=["config_entries"])
    readers = {scope for entry in entries.declared.values() for scope in entry.read}
    writers = {scope for entry in entries.declared.values() for scope in entry.write}

    @router.get("", operation_id="config_entries_list")
    async def list(
        session: Session, principal: Annotated[Principal, requires(*sorted(readers))]
    ) -> Sequence[ConfigEntryOut]:
        """The config entries that the caller may read, sorted by key. The values of secrets are left out."""
        return await entries.readable_by(session, principal)

    @router.put("", operation_id="config_entries_update_all")
    async def update_all(
        data: ConfigEntriesUpdate, session: Session, principal: Annotated[Principal, requires(*sorted(writers))]
    ) -> Sequence[ConfigEntryOut]:
        """Change the values of several config entries: all of them, or none where one is refused."""
        return await config_changes.update_all(entries, session, principal, data)

    @router.put("/{entry_id}", operation_id="config_entries_update")
    async def update(
        entry_id: uuid.UUID,
        data: ConfigEntryUpdate,
        response: Response,
        session: Session,
        principal: Annotated[Principal, requires(*sorted(writers))],
        if_match: IfMatch = None,
    ) -> ConfigEntryOut:
        """Change the value of a config entry."""
        entry = await config_changes.update(entries, session, principal, data, entry_id, if_match)
        tag_version(response, entry.version)
        return entry

    return router
