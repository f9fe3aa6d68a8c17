"""Config entries: listed from a cache, which every change clears."""

import uuid
from functools import partial
from typing import Any

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.events import tell
from cms.config_entries.models import ConfigEntry
from cms.config_entries.repository import ConfigEntryRepository
from cms.config_entries.schemas import (
    EDITORS_READ,
    SITE_DEFAULTS,
    SITE_VALUES,
    ConfigEntryOut,
    ConfigEntryUpdate,
    SiteUpdate,
)
from kit.auth import Principal
from kit.cache import JsonCache
from kit.db import after_commit
from kit.errors import FieldError, ValidationFailed
from kit.preconditions import check_version
from kit.state import KitState

_entries = JsonCache("cms:config", seconds=60)


class ConfigEntryService:
    """What endpoints may do with config entries."""

    def __init__(self, kit: KitState, session: AsyncSession) -> None:
        self._kit = kit
        self._session = session
        self._repository = ConfigEntryRepository(session)

    async def all(self) -> list[ConfigEntryOut]:
        """All entries, sorted by key."""
        kept = await _entries.read(self._kit.redis, self._load)
        return [ConfigEntryOut.model_validate(entry) for entry in kept]

    async def readable_by(self, principal: Principal) -> list[ConfigEntryOut]:
        """Those that the principal may read, sorted by key: administrators all, editors those of `EDITORS_READ`."""
        is_admin = principal.has("admin")
        return [entry for entry in await self.all() if is_admin or entry.key in EDITORS_READ]

    async def site(self) -> dict[str, Any]:
        """The values of all entries by their key."""
        return {entry.key: entry.value for entry in await self.all()}

    async def update(self, entry_id: uuid.UUID, change: ConfigEntryUpdate, if_match: str | None) -> ConfigEntry:
        """Give an entry its new value. Raises ConfigEntryNotFound, PreconditionFailed, ValidationFailed."""
        entry = await self._repository.get(entry_id)
        check_version(if_match, entry.version)
        for field, present in (("id", entry.id), ("key", entry.key)):
            if getattr(change, field) not in {None, present}:
                fault = FieldError(field, "read_only", "This is not the entry at this address.")
                raise ValidationFailed("Only the value of an entry can be changed.", errors=[fault])
        before, entry.value = entry.version, _checked(entry.key, change.value)
        is_sites = entry.key in SITE_VALUES
        if is_sites:
            await self._repository.take_turns()
        await self._session.flush()
        if is_sites and entry.version != before:
            await tell(self._session)
        self._clear_cache()
        return entry

    async def put_site(self, site: SiteUpdate) -> None:
        """Set the entries that the site as a whole has; doing it again changes nothing."""
        await self._repository.take_turns()
        values = {
            "siteName": site.name,
            "language": site.language,
            "timezone": site.timezone,
            "hasEcom": site.has_ecom,
            "hasCRM": site.has_crm,
        }
        changed = await self._repository.put(values)
        added = await self._repository.add_missing(SITE_DEFAULTS)
        if changed or added:
            await tell(self._session)
            self._clear_cache()

    async def complete(self) -> None:
        """Give a site that was set up with an earlier release the entries that have come since."""
        await self._repository.take_turns()
        if await self._repository.with_keys(["siteName"]) and await self._repository.add_missing(SITE_DEFAULTS):
            await tell(self._session)
            self._clear_cache()

    def _clear_cache(self) -> None:
        after_commit(self._session, partial(_entries.clear, self._kit.redis))

    async def _load(self) -> list[dict[str, Any]]:
        entries = await self._repository.all()
        return [ConfigEntryOut.model_validate(entry).model_dump(mode="json") for entry in entries]


def _checked(key: str, value: Any) -> Any:
    """The value, as an entry with this key may have it. Raises ValidationFailed."""
    if key not in SITE_VALUES:
        return value
    try:
        return SITE_VALUES[key].validate_python(value)
    except ValidationError as refusal:
        faults = [FieldError("value", fault["type"], fault["msg"]) for fault in refusal.errors()]
        raise ValidationFailed(f"{key} cannot have this value.", errors=faults) from None
