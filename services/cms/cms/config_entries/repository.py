"""Reading and writing config entries."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import func, text
from sqlalchemy.dialects.postgresql import insert

from cms.config_entries.errors import ConfigEntryNotFound
from cms.config_entries.models import ConfigEntry
from kit.db import new_id
from kit.repository import Repository

_TURN = text("SELECT pg_advisory_xact_lock(hashtextextended('cms.site', 0))")


class ConfigEntryRepository(Repository[ConfigEntry]):
    """Config entries, by id and by key."""

    model = ConfigEntry
    missing = ConfigEntryNotFound

    async def all(self) -> Sequence[ConfigEntry]:
        """All entries, sorted by key."""
        return (await self.session.scalars(self.base().order_by(ConfigEntry.key))).all()

    async def with_keys(self, keys: Collection[str]) -> Sequence[ConfigEntry]:
        """The entries with these keys, as far as they exist."""
        query = self.base().where(ConfigEntry.key.in_(keys)).execution_options(populate_existing=True)
        return (await self.session.scalars(query)).all()

    async def take_turns(self) -> None:
        """Let nobody else change the site's own entries before this transaction ends.

        There is no row to lock: before the set-up none exists.
        """
        await self.session.execute(_TURN)

    async def add_missing(self, values: Mapping[str, Any]) -> bool:
        """Add those of these keys that do not exist; whether there were any."""
        statement = insert(ConfigEntry).values(_rows(values)).on_conflict_do_nothing().returning(ConfigEntry.id)
        return bool((await self.session.scalars(statement)).all())

    async def put(self, values: Mapping[str, Any]) -> bool:
        """Set the values of these keys, whether they exist or not; whether that changed any."""
        statement = insert(ConfigEntry).values(_rows(values))
        changed = {"value": statement.excluded.value, "version": ConfigEntry.version + 1, "updated_at": func.now()}
        written = await self.session.scalars(
            statement.on_conflict_do_update(
                index_elements=[ConfigEntry.key],
                set_=changed,
                # Setting up twice changes nothing, and so makes nobody's version stale.
                where=ConfigEntry.value.is_distinct_from(statement.excluded.value),
            ).returning(ConfigEntry.id)
        )
        return bool(written.all())


def _rows(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"id": new_id(), "key": key, "value": value} for key, value in values.items()]
