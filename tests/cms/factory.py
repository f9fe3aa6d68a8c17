"""Makes what tests of cms need."""

import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import make_transient

from cms.config_entries.models import ConfigEntry
from cms.emails.bodies import body_of
from cms.emails.models import Email
from kit.testing import ServiceClient


async def config_entry(client: ServiceClient, key: str = "trustedRepositories", value: Any = "") -> ConfigEntry:
    """A committed config entry."""
    async with client.kit.database.transaction() as session:
        entry = ConfigEntry(key=key, value=value)
        session.add(entry)
    return entry


async def stored_email(client: ServiceClient, identifier: str) -> Email:
    """An email as the table has it, its body readable."""
    async with client.kit.database.transaction() as session:
        return readable(client, (await session.scalars(select(Email).where(Email.id == uuid.UUID(identifier)))).one())


def readable(client: ServiceClient, email: Email) -> Email:
    """The same email, out of its session, with what it says in place of what is sealed."""
    make_transient(email)
    email.text, email.html = body_of(client.kit, email)
    return email


async def email(client: ServiceClient, **changed: Any) -> Email:
    """A committed email, kept."""
    values: dict[str, Any] = {
        "kind": "password_changed",
        "to_name": "Ann Ash",
        "to_address": "ann@example.org",
        "subject": "Your password was changed",
        "text": "In words",
        "html": "<p>In words</p>",
        "has_secret": False,
        "state": "kept",
        **changed,
    }
    async with client.kit.database.transaction() as session:
        made = Email(**values)
        session.add(made)
    return made
