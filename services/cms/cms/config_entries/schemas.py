"""Config entries on the wire."""

import uuid
from typing import Annotated, Any

from pydantic import Field, JsonValue, StrictBool, TypeAdapter

from kit.schemas import Key, Language, Name, Out, Schema, Timezone


class ConfigEntryOut(Out):
    """One setting. Send its ``version`` as If-Match to update it only if nobody else has."""

    id: uuid.UUID
    key: str
    value: Any
    version: int


class ConfigEntryUpdate(Schema):
    """A setting's new value. ``id`` and ``key`` may come along as they were read; they cannot be changed."""

    id: uuid.UUID | None = None
    key: Key | None = None
    value: JsonValue


class SiteUpdate(Schema):
    """What the whole site has in common, as set-up and its settings give it."""

    name: Name
    language: Language
    timezone: Timezone
    has_ecom: StrictBool
    has_crm: Annotated[StrictBool, Field(alias="hasCRM")]


SITE_DEFAULTS: dict[str, Any] = {"allowRegistration": False}
"""Entries of the site that set-up does not ask for. Sites that are older than such an entry get it at start-up."""

SITE_VALUES: dict[str, TypeAdapter[Any]] = {
    "siteName": TypeAdapter(Name),
    "language": TypeAdapter(Language),
    "timezone": TypeAdapter(Timezone),
    "hasEcom": TypeAdapter(StrictBool),
    "hasCRM": TypeAdapter(StrictBool),
    "allowRegistration": TypeAdapter(StrictBool),
}
"""What the values of the site's own entries may be, by key; `SiteOut` could not show others."""


EDITORS_READ = frozenset(SITE_VALUES) | {"trustedRepositories"}
"""Entries that editors read: what the pages are made with. All others are for administrators, so that a key of
somebody else's service is in nobody's browser who only edits pages."""


class SiteOut(Out):
    """The site's own settings; null before it is set up. ``hasMail``: emails are sent, not only kept."""

    site_name: str | None
    language: str | None
    timezone: str | None
    has_ecom: bool | None
    has_crm: Annotated[bool | None, Field(alias="hasCRM")]
    allow_registration: bool
    has_mail: bool
