import uuid
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import orjson
from sqlalchemy import ColumnElement, Select, exists, or_, select

from content.documents.references import is_unused
from content.plugins.errors import FieldFilterInvalid, PluginNotFound
from content.plugins.models import Plugin, PluginVersion
from kit.errors import FieldError, NotFound
from kit.repository import Repository


class FieldValue(NamedTuple):
    """A field that a plugin has to have with this value, as text in an address gives it."""

    name: str
    text: str


def parse_field(text: str) -> FieldValue:
    """`blogPostId=0193…`. Raises FieldFilterInvalid."""
    name, separator, value = text.partition("=")
    if not separator or not name:
        fault = FieldError("plugin-fields", "field_filter_invalid", "Give it as name=value.")
        raise FieldFilterInvalid("A plugin field is asked for as name=value.", errors=[fault])
    return FieldValue(name, value)


def matching_plugins(refs: Sequence[str], fields: Sequence[FieldValue]) -> Select[Any]:
    """Ids of the plugins with one of these refs (any, when there are none) and all of these fields."""
    query = select(Plugin.id)
    if refs:
        query = query.where(Plugin.ref.in_(refs))
    return query.where(*(_has_field(field) for field in fields))


def _has_field(field: FieldValue) -> ColumnElement[bool]:
    """An address has text only: `5` is the number as well as the text. Containment is what the GIN index serves."""
    as_text = Plugin.fields.contains({field.name: field.text})
    try:
        value = orjson.loads(field.text)
    except orjson.JSONDecodeError:
        return as_text
    if not isinstance(value, (bool, int, float)):
        return as_text
    return or_(as_text, Plugin.fields.contains({field.name: value}))


class PluginRepository(Repository[Plugin]):
    model = Plugin
    missing: ClassVar[type[NotFound]] = PluginNotFound

    def with_refs(self, refs: Sequence[str]) -> Select[Plugin]:
        return self.base().where(Plugin.ref.in_(refs)) if refs else self.base()

    def unused(self) -> Select[Plugin]:
        """Instances that no page, layout or branch holds."""
        return self.base().where(is_unused())

    async def is_used(self, plugin_id: uuid.UUID) -> bool:
        return not await self.session.scalar(select(exists().where(Plugin.id == plugin_id, is_unused())))


class PluginVersionRepository(Repository[PluginVersion]):
    model = PluginVersion

    def of(self, plugin_id: uuid.UUID) -> Select[PluginVersion]:
        return self.base().where(PluginVersion.plugin_id == plugin_id)
