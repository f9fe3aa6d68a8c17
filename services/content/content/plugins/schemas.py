import uuid
from typing import Any, Literal

from pydantic import Field

from content.model.values import PluginFields
from kit.schemas import Moment, Out, Schema


class PluginFieldsIn(Schema):
    """All of an instance's fields: fields left out are removed."""

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


class PluginUse(Out):
    """How often a plugin is used."""

    ref: str
    label: str = Field(description="What it is called; its ref where it is not installed.")
    is_installed: bool
    instances: int
    unused: int = Field(description="Instances that are on no page, layout or branch block.")
    pages: int = Field(description="Pages that it is on, by their layout or a branch block too.")
    naming_pages: list[str] = Field(
        description="The addresses of pages on which it shows everybody what the address names, such as a product."
    )


class Named(Out):
    id: uuid.UUID
    name: str


class PlacePage(Out):
    id: uuid.UUID
    url: str
    title: str


class PluginPlaceOut(Out):
    """An instance and its place, if it has one."""

    plugin_id: uuid.UUID
    ref: str
    via: Literal["page", "layout", "branch", "none"] = Field(description="What of the page holds it.")
    page: PlacePage | None
    layout: Named | None = Field(description="The layout that contains it.")
    branch: Named | None = Field(description="The branch block that contains it.")
    value: str | None = Field(description="The beginning of the field that was asked for.")
    words: str = Field(description="The beginning of what visitors read of the instance, without markup.")


class StoredPlugin(Out):
    """A plugin instance, as services get it."""

    ref: str
    fields: dict[str, Any]
