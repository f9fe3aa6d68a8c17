"""What goes over the wire: base models and bounded types.

Input models extend `Schema`, output models extend `Out`. JSON names are camelCase, Python names
are not. NUL characters, lone surrogates and non-finite numbers never get here: `kit.body` and the
query check of `kit.app` refuse them before any model sees them.
"""

import unicodedata
import uuid
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from email_validator import EmailNotValidError, validate_email
from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError


class Schema(BaseModel):
    """A request's payload: unknown fields are refused, numbers are finite.

    Its names are those of the wire alone; code that makes one says ``model_validate(…, by_name=True)``.
    """

    # mypy cannot know what the aliases are, so no code makes one from keywords.
    model_config = ConfigDict(  # type: ignore[pydantic-alias]
        alias_generator=to_camel,
        validate_by_name=False,
        validate_by_alias=True,
        extra="forbid",
        allow_inf_nan=False,
        frozen=True,
    )


class Out(BaseModel):
    """An answer's payload, made from keyword arguments or from an ORM object's attributes."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        from_attributes=True,
        allow_inf_nan=False,
    )


class RecordIn(Schema):
    """The payload of a versioned record: a client may send the record back whole, as it read it.

    ``id`` and ``version`` have to be the record's own where they are given; the times are ignored.
    """

    model_config = ConfigDict(validate_by_name=False)

    id: uuid.UUID | None = Field(default=None, description="The record's own id, when it is sent back as it was read.")
    version: Annotated[int | None, Field(strict=True, ge=1, le=9_007_199_254_740_991)] = Field(
        default=None, description="The version that was read; it counts where there is no If-Match."
    )
    created_at: AwareDatetime | None = Field(default=None, description="Ignored.")
    updated_at: AwareDatetime | None = Field(default=None, description="Ignored.")

    def values(self, *, exclude: Collection[str] = ()) -> dict[str, Any]:
        """The record's own fields, without the four above and ``exclude``."""
        return self.model_dump(exclude={*_MANAGED, *exclude})


_MANAGED = frozenset({"id", "version", "created_at", "updated_at"})


class RecordOut(Out):
    """A versioned record."""

    id: uuid.UUID
    version: int
    created_at: AwareDatetime
    updated_at: AwareDatetime


_LANGUAGE = r"^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$"
_BREAKING = frozenset({"Cc", "Zl", "Zp"})
_TIMEZONES = frozenset(available_timezones())
_FIRST, _AFTER_LAST = datetime(2, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


def _email(value: str) -> str:
    if not is_email_address(value):
        raise PydanticCustomError("email_address", "Not an email address.")
    return value


def is_email_address(value: str) -> bool:
    """Whether this is an email address, without blanks around it."""
    # A domain in its own letters is refused: addresses are kept as typed, and mail servers are given ASCII.
    if not value.isascii():
        return False
    try:
        # On a network of one's own an address need not be deliverable from everywhere (`ada@mailhost`).
        validate_email(value, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False, strict=True)
    except EmailNotValidError:
        return False
    return True


def is_web_address(value: str) -> bool:
    """Whether this is an absolute http or https address."""
    try:
        parts = urlsplit(value)
        well_formed = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        well_formed = False
    return well_formed and not any(character.isspace() for character in value)


def _web_address(value: str) -> str:
    if not is_web_address(value):
        raise PydanticCustomError("web_address", "Not an http or https address.")
    return value


def _timezone(value: str) -> str:
    if value not in _TIMEZONES:
        raise PydanticCustomError("timezone", "Not the name of a time zone, such as Europe/Paris.")
    return value


def _one_line(value: str) -> str:
    # Such a text goes into the headers of mails and into lists, where a line break would end what it is in.
    if any(unicodedata.category(character) in _BREAKING for character in value):
        raise PydanticCustomError("not_one_line", "Use one line, without control characters.")
    return value


def _storable(value: datetime) -> datetime:
    # Postgres' driver takes the first and the last moment that Python knows for infinite ones, which have no offset.
    if not _FIRST <= value < _AFTER_LAST:
        raise PydanticCustomError("out_of_range", "Give a year from 2 to 9998.")
    return value


OneLine = AfterValidator(_one_line)
"""Refuses line breaks and other control characters: for a text of one line with bounds of its own."""
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200), OneLine]
"""A title or a name: one line, 1 to 200 characters."""
Text = Annotated[str, StringConstraints(max_length=10_000)]
"""Prose, at most 10,000 characters."""
LongText = Annotated[str, StringConstraints(max_length=1_000_000)]
"""A document, at most a million characters."""
Key = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_.-]*$", max_length=100)]
"""An identifier that people choose: a letter, then letters, digits and ``_ . -``."""
Language = Annotated[str, StringConstraints(pattern=_LANGUAGE, max_length=20)]
"""A language tag such as ``en`` or ``pt-BR``."""
EmailAddress = Annotated[str, StringConstraints(strip_whitespace=True, max_length=254), AfterValidator(_email)]
"""An email address as typed; compare addresses in lower case."""
Url = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2048), AfterValidator(_web_address)]
"""An absolute http or https address."""
Timezone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_timezone)]
"""The name of a time zone, such as ``Europe/Paris``."""
Count = Annotated[int, Field(strict=True, ge=0, le=2_147_483_647)]
"""A whole number that fits a Postgres integer."""
Version = Annotated[int, Field(strict=True, ge=0, le=9_007_199_254_740_991)]
"""A version number that fits a JavaScript number."""
Moment = AwareDatetime
"""A point in time with its offset."""
GivenMoment = Annotated[AwareDatetime, AfterValidator(_storable)]
"""One that a client gives and that is stored, or compared with what is."""
