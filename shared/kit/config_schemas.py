"""Config entries on the wire."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field, JsonValue

from kit.schemas import Key, Out, Schema, Version


class ConfigEntryOut(Out):
    """One setting. Send its ``version`` as If-Match to change it only if nobody else has."""

    id: uuid.UUID
    key: str
    value: Any = Field(description="Null for a secret, whose value no answer contains.")
    is_secret: bool
    is_set: bool = Field(description="Whether it has a value.")
    version: int


class ConfigEntryUpdate(Schema):
    """A setting's new value. The other members may come along as they were read; they cannot be changed."""

    id: uuid.UUID | None = None
    key: Key | None = None
    value: JsonValue = Field(description="Null removes a secret.")
    is_secret: bool | None = Field(default=None, description="Ignored.")
    is_set: bool | None = Field(default=None, description="Ignored.")
    version: Version | None = Field(default=None, description="The version that was read, as If-Match has it.")


class ConfigEntryChange(Schema):
    """A new value for the setting with this id, on the version that was read."""

    id: uuid.UUID
    value: JsonValue = Field(description="Null removes a secret.")
    version: Version


def _distinct(changes: Sequence[ConfigEntryChange]) -> Sequence[ConfigEntryChange]:
    if len({change.id for change in changes}) != len(changes):
        raise ValueError("each setting may be named once")
    return changes


class ConfigEntriesUpdate(Schema):
    """New values for several settings, of which all are saved or none."""

    entries: Annotated[list[ConfigEntryChange], Field(min_length=1, max_length=100), AfterValidator(_distinct)]
