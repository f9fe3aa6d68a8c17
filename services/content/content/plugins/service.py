import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog import references
from content.blog import service as blog
from content.blog.plugins import keep_record
from content.blog.summary_upkeep import sources_of
from content.changes import service as changes
from content.documents.listing import is_of_listing
from content.documents.references import pages_with_plugins
from content.documents.users import users_of
from content.fields.catalogue import manifest_of
from content.fields.clean import clean_fields, clean_fields_aside
from content.fields.naming import tags_of_change
from content.model import resources
from content.pages.models import LISTED
from content.plugins.errors import PluginFieldsInvalid, PluginInUse
from content.plugins.models import Plugin, PluginVersion
from content.plugins.repository import PluginRepository
from content.plugins.schemas import PluginFieldsIn
from kit import audit, preconditions
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.field_values.faults import FieldFault
from kit.origins import site_hosts
from kit.same_json import same_json
from kit.state import state_of


def is_known(ref: str) -> bool:
    """Whether there is a manifest to check the fields against."""
    return manifest_of(ref) is not None


def is_cacheable(ref: str) -> bool:
    """Whether pages that show the plugin may be kept; those of unknown plugins show a placeholder."""
    manifest = manifest_of(ref)
    return manifest is None or manifest["isCacheable"]


def new_plugin(ref: str, fields: dict[str, Any], version: int, user_id: str | None) -> tuple[Plugin, PluginVersion]:
    """A new instance with its first version, not stored yet. Raises FieldFault."""
    cleaned = clean_fields(ref, fields)
    plugin = Plugin(
        id=new_id(),
        ref=ref,
        fields=cleaned.fields,
        checked=cleaned.known,
        is_cacheable=is_cacheable(ref),
        version=version,
    )
    return plugin, _version_of(plugin, user_id)


async def update(
    session: AsyncSession, principal: Principal, data: PluginFieldsIn, plugin_id: uuid.UUID, if_match: str | None
) -> Plugin:
    """Replace an instance's fields; unchanged ones are no new version.

    Raises PluginNotFound, PreconditionFailed, PluginFieldsInvalid.
    """
    plugin = await PluginRepository(session).get(plugin_id)
    preconditions.check_version(if_match, plugin.version, required=True)
    hosts = site_hosts(state_of(session).settings.public_url)
    try:
        # Before the lock: while that is held, nobody else can save.
        cleaned = await clean_fields_aside(plugin.ref, data.fields, hosts)
    except FieldFault as fault:
        raise PluginFieldsInvalid(fault.detail, errors=[FieldError(fault.field, fault.code, fault.detail)]) from None
    await changes.lock(session)
    session.expire(plugin)
    plugin = await PluginRepository(session).get(plugin_id)
    preconditions.check_version(if_match, plugin.version, required=True)
    fields = dict(keep_record(plugin.ref, plugin.fields, cleaned.fields))
    if same_json(fields, plugin.fields):
        return plugin
    changed = _changed_fields(plugin, fields)
    tags = {resources.plugin(str(plugin_id))} | blog.tags_of_change(plugin.ref, plugin.fields, fields)
    tags |= tags_of_change({"it": {"ref": plugin.ref}}) | ({LISTED} if is_of_listing(plugin.ref) else set())
    plugin.version = await changes.record(session, changed, user_id=principal.user_id, tags=tags)
    before, plugin.fields = plugin.fields, fields
    plugin.checked = cleaned.known
    session.add(_version_of(plugin, principal.user_id))
    _record(session, principal, "plugin.updated", plugin)
    await session.flush()
    await blog.follow_plugin(session, plugin.ref, before, fields)
    was, now = ({"ref": plugin.ref, "fields": each} for each in (before, fields))
    await references.refresh_summaries(session, plugin.version, sources_of([(str(plugin_id), was, now)]))
    return plugin


async def delete(session: AsyncSession, principal: Principal, plugin_id: uuid.UUID, if_match: str | None) -> None:
    """Remove an instance that nothing holds, with its versions. Raises PluginNotFound, PluginInUse."""
    await changes.lock(session)
    repository = PluginRepository(session)
    plugin = await repository.get(plugin_id)
    preconditions.check_version(if_match, plugin.version)
    if await repository.is_used(plugin_id):
        used = await users_of(session, pages_with_plugins(select(Plugin.id).where(Plugin.id == plugin_id)))
        # A layout or a block that no page has may hold it, too.
        raise PluginInUse(
            "This plugin is used on a page. Remove it there first.", **{**used, "users": max(used["users"], 1)}
        )
    resource, whole = resources.plugin(str(plugin_id)), resources.plugin_whole(str(plugin_id))
    await changes.record(session, [resource, whole], user_id=principal.user_id, tags=[resource])
    await repository.delete(plugin)
    _record(session, principal, "plugin.deleted", plugin)


def _record(session: AsyncSession, principal: Principal, action: str, plugin: Plugin) -> None:
    audit.record(session, principal, action, subject=("plugin", plugin.id, plugin.ref))


def _changed_fields(plugin: Plugin, fields: dict[str, Any]) -> set[str]:
    """The resources that change when an instance's fields are replaced by these."""
    names = {
        name
        for name in plugin.fields.keys() | fields.keys()
        if not same_json(plugin.fields.get(name), fields.get(name))
    }
    plugin_id = str(plugin.id)
    return {resources.plugin(plugin_id), *(resources.plugin_field(plugin_id, name) for name in names)}


def _version_of(plugin: Plugin, user_id: str | None) -> PluginVersion:
    return PluginVersion(
        plugin_id=plugin.id,
        version=plugin.version,
        fields=plugin.fields,
        user_id=uuid.UUID(user_id) if user_id else None,
    )
