"""Makes what tests of cms need."""

import uuid
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import make_transient

from cms.config_entries.models import ConfigEntry
from cms.emails.bodies import body_of
from cms.emails.models import Email
from cms.files import folders, service
from cms.files.kinds import HEAD
from cms.files.models import Bucket, Entity
from cms.files.schemas import BucketIn
from kit.auth import Principal
from kit.db import new_id
from kit.storage import new_key
from kit.testing import ServiceClient

SUPER = Principal(str(new_id()), str(new_id()), str(new_id()), frozenset({"super"}), "UTC")


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


async def folder(client: ServiceClient, name: str, *scopes: str) -> Bucket:
    """A committed folder, for those with one of the scopes alone where there are any."""
    data = BucketIn.model_validate({"name": name, "metaData": {"scopeWhitelist": scopes}})
    async with client.kit.database.transaction() as session:
        return await folders.create(session, SUPER, data)


async def file(
    client: ServiceClient, name: str, content: bytes = b"content", *, bucket_name: str = "", is_public: bool = True
) -> Entity:
    """A committed file, stored in a folder that is there."""

    async def pieces() -> AsyncIterator[bytes]:
        yield content

    key = new_key("files")
    written = await client.kit.storage.put(key, pieces())
    stored = service.Content(key, written.size, written.sha256, content[:HEAD])
    async with client.kit.database.transaction() as session:
        return await service.add_file(session, SUPER, bucket_name, name, stored, is_public=is_public)
