"""Makes what tests of cms need."""

import uuid
from typing import Any

from sqlalchemy import select

from cms.config_entries.models import ConfigEntry
from cms.emails.models import Email
from kit.testing import ServiceClient


async def config_entry(client: ServiceClient, key: str = "trustedRepositories", value: Any = "") -> ConfigEntry:
    """A committed config entry."""
    async with client.kit.database.transaction() as session:
        entry = ConfigEntry(key=key, value=value)
        session.add(entry)
    return entry


async def stored_email(client: ServiceClient, identifier: str) -> Email:
    """An email as the table has it."""
    async with client.kit.database.transaction() as session:
        return (await session.scalars(select(Email).where(Email.id == uuid.UUID(identifier)))).one()
