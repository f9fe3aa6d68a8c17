"""Reading and writing config entries."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert

from cms.config_entries.errors import ConfigEntryNotFound
from cms.config_entries.models import ConfigEntry
from kit.db import new_id
from kit.repository import Repository


class ConfigEntryRepository(Repository[ConfigEntry]):
    """Config entries, by id and by key."""

    model = ConfigEntry
    missing = ConfigEntryNotFound

    async def all(self) -> Sequence[ConfigEntry]:
        """All entries, sorted by key."""
        return (await self.session.scalars(self.base().order_by(ConfigEntry.key))).all()

    async def put(self, values: Mapping[str, Any]) -> None:
        """Set the values of these keys, whether they exist or not."""
        rows = [{"id": new_id(), "key": key, "value": value} for key, value in values.items()]
        statement = insert(ConfigEntry).values(rows)
        changed = {"value": statement.excluded.value, "version": ConfigEntry.version + 1, "updated_at": func.now()}
        await self.session.execute(
            statement.on_conflict_do_update(
                index_elements=[ConfigEntry.key],
                set_=changed,
                # Setting up twice changes nothing, and so makes nobody's version stale.
                where=ConfigEntry.value.is_distinct_from(statement.excluded.value),
            )
        )
