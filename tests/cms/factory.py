"""Makes what tests of cms need."""

from typing import Any

from cms.config_entries.models import ConfigEntry
from kit.testing import ServiceClient


async def config_entry(client: ServiceClient, key: str = "trustedRepositories", value: Any = "") -> ConfigEntry:
    """A committed config entry."""
    async with client.kit.database.transaction() as session:
        entry = ConfigEntry(key=key, value=value)
        session.add(entry)
    return entry
