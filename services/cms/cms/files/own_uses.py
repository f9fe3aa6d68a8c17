"""What of cms itself names files: templates of emails, trackers, settings and records."""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Select, Text, and_, cast, func, literal, or_, select, true, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import entries
from cms.config_entries.models import ConfigEntry
from cms.email_templates.models import EmailTemplate
from cms.files.access import manages
from cms.files.models import Bucket, Entity
from cms.files.use_schemas import Kind
from cms.trackers.models import Tracker
from kit.auth import Caller, Principal
from kit.mentions import FILES, SPELT_ODDLY


class Document(NamedTuple):
    """A text that may name files."""

    kind: Kind
    id: uuid.UUID
    title: str
    text: str
    is_seen: bool
    """Whether the principal may know of the document."""


async def documents(session: AsyncSession, principal: Principal) -> Sequence[Document]:
    """All that may name some file."""
    named = union_all(_email_templates(), _trackers(), _config(), _records(principal)).subquery()
    said = named.c.document
    may = or_(said.contains(FILES), said.contains('"file": "'), said.regexp_match(SPELT_ODDLY))
    rows = (await session.execute(select(named).where(may))).all()
    return [Document(row.kind, row.id, row.title, row.document, _is_seen(principal, row)) for row in rows]


def _is_seen(principal: Principal, row: Sequence[object]) -> bool:
    kind, _, title, _, is_managed = row
    match kind:
        case "tracker":
            return principal.has("admin")
        case "config":
            return (entry := entries.declared.get(str(title))) is not None and entry.is_readable(principal)
    return bool(is_managed)


def _email_templates() -> Select[str, uuid.UUID, str, str, bool]:
    said = func.concat_ws("\n", EmailTemplate.subject, EmailTemplate.content)
    return select(
        literal("emailTemplate").label("kind"),
        EmailTemplate.id,
        EmailTemplate.name.label("title"),
        said.label("document"),
        literal(True).label("is_managed"),
    )


def _trackers() -> Select[str, uuid.UUID, str, str, bool]:
    return select(literal("tracker"), Tracker.id, Tracker.name, Tracker.snippet, literal(True))


def _config() -> Select[str, uuid.UUID, str, str, bool]:
    return select(literal("config"), ConfigEntry.id, ConfigEntry.key, cast(ConfigEntry.value, Text), literal(True))


def _records(caller: Caller) -> Select[str, uuid.UUID, str, str, bool]:
    path = func.concat_ws("/", Bucket.name, Entity.name)
    is_managed = and_(true(), *manages(caller))
    return (
        select(literal("record"), Entity.id, path, cast(Entity.payload, Text), is_managed)
        .outerjoin(Entity.bucket)
        .where(Entity.deleted_at.is_(None), Bucket.deleted_at.is_(None), Entity.payload != {})
    )
