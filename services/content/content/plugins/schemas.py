import uuid
from typing import Any

from pydantic import Field

from content.model.values import PluginFields
from kit.schemas import Moment, Out, Schema


class PluginFieldsIn(Schema):
    """All of an instance's fields: what is left out is gone."""

    fields: PluginFields


class PluginOut(Out):
    id: uuid.UUID
    ref: str
    fields: dict[str, Any]
    is_cacheable: bool
    checked: bool = Field(description="False when no definition of its ref was known to check the fields against.")
    version: int
    created_at: Moment
    updated_at: Moment


class PluginVersionOut(Out):
    version: int
    fields: dict[str, Any]
    user_id: uuid.UUID | None
    created_at: Moment
