"""Putting another address in the place of one, on the pages themselves.

Every change is an action, saved as the editor saves: with its version, its place in the log of changes and the
announcement that makes renders stale. Values are made of what stands there at that moment, on its version, so that
what somebody saves meanwhile is seen and not overwritten.
"""

import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from content.fields.clean import clean_fields_aside
from content.fields.links import CannotUnlink, rewritten
from content.fields.own_files import own_path
from content.links.collecting import MEDIA
from content.page_render.errors import ActionRefused, PageConflict
from content.page_render.repository import documents_of, read_by_id
from content.page_render.save import SaveRequest, save
from content.page_render.schemas import Save
from content.page_render.sources import SourceMemory
from content.pages.errors import PageNotFound
from kit.auth import Principal
from kit.db import new_id
from kit.field_values.faults import FieldFault
from kit.hrefs import is_safe_media_address
from kit.origins import site_hosts
from kit.state import KitState

_ATTEMPTS = 3
_MEANWHILE = "Somebody is changing this page. Try again in a moment."
_LINK_FIELDS = {"node": ("href", "hrefTarget"), "link": ("href", "targetBlank")}


class Value(NamedTuple):
    """A setting that an action replaces whole: a plugin's field, a node's link or background, a page's link."""

    part: str
    part_id: str
    level: str
    field: str


@dataclass(slots=True)
class Edit:
    """What becomes of a page, and what it was before."""

    before: dict[Value, Any] = field(default_factory=dict)
    after: dict[Value, Any] = field(default_factory=dict)
    done: list[Any] = field(default_factory=list)
    """The uses that are changed by it."""
    gone: list[Any] = field(default_factory=list)
    """Those whose address is not there any more."""
    refused: list[tuple[Any, str]] = field(default_factory=list)


class Saved(NamedTuple):
    edit: Edit
    fault: str | None = None
    """Why nothing of it was saved."""
    is_noted: bool = False


Note = Callable[[Saved, AsyncSession], Awaitable[None]]
"""Remembers what became of a page, in the transaction that changes it: neither is ever there without the other."""
EditOf = Callable[[Mapping[str, Any]], Edit]
"""What becomes of a page as it stands."""


class PageSave(NamedTuple):
    """Which page is saved, with what saves have read before, and what remembers it."""

    page_id: str
    memory: SourceMemory
    note: Note


async def replace_on_page(
    state: KitState, principal: Principal, page: PageSave, uses: Iterable[Any], to: str | None
) -> Saved:
    """Put an address in the place of those that uses name. Uses are rows of `link_uses`."""
    uses = [*uses]

    def edit_of(render: Mapping[str, Any]) -> Edit:
        edit = Edit()
        for use in uses:
            _replace_one(render, edit, use, to)
        return edit

    return await _save(state, principal, page, edit_of)


async def restore_on_page(
    state: KitState, principal: Principal, page: PageSave, values: Iterable[tuple[Value, Any, Any]]
) -> Saved:
    """Put back what stood on a page: values with what they were before, and what they were made to be.

    One that is another by now stays as it is: it is among the refused.
    """
    values = [*values]

    def edit_of(render: Mapping[str, Any]) -> Edit:
        edit = Edit()
        for value, before, after in values:
            present = _present(render, value)
            if present != after:
                edit.refused.append((value, "This has been changed meanwhile."))
            else:
                edit.before[value], edit.after[value] = present, before
                edit.done.append(value)
        return edit

    return await _save(state, principal, page, edit_of)


async def _save(state: KitState, principal: Principal, page: PageSave, edit_of: EditOf) -> Saved:
    saved = await _try_to_save(state, principal, page, edit_of)
    if not saved.is_noted:
        async with state.database.transaction() as session:
            await page.note(saved, session)
    return saved


async def _try_to_save(state: KitState, principal: Principal, page: PageSave, edit_of: EditOf) -> Saved:
    for _ in range(_ATTEMPTS):
        row = await read_by_id(state.database.pool, page.page_id, with_css=False)
        if row is None:
            return Saved(Edit(), "The page has been deleted.")
        render = documents_of(row)
        edit = edit_of(render)
        if not edit.after:
            return Saved(edit)
        await _clean(edit, render, site_hosts(state.settings.public_url))
        actions = [_action(value, after) for value, after in edit.after.items()]
        body = orjson.dumps({"version": render["version"], "actions": actions})
        request = SaveRequest(page.page_id, str(new_id()), body)
        saved = Saved(edit, is_noted=True)
        data, beside = Save.model_validate_json(body), partial(page.note, saved)
        try:
            await save(state, principal, data, request, page.memory, beside=beside)
        except PageConflict:
            continue
        except ActionRefused as refusal:
            return Saved(Edit(), refusal.detail or "The page does not allow this change.")
        except PageNotFound:
            return Saved(Edit(), "The page has been deleted.")
        return saved
    return Saved(Edit(), _MEANWHILE)


async def _clean(edit: Edit, render: Mapping[str, Any], hosts: Collection[str]) -> None:
    """Have the values be what the save will make of them: what is remembered is compared with the page, to put it back."""
    for value, after in edit.after.items():
        if value.part == "plugin" and after is not None:
            # What may not be stored the save refuses.
            with suppress(FieldFault):
                ref = render["plugins"][value.part_id]["ref"]
                cleaned = await clean_fields_aside(ref, {value.field: after}, hosts)
                edit.after[value] = cleaned.fields.get(value.field)
        elif value.field == "background" and after is not None:
            images = {name: own_path(after[name], hosts) for name in MEDIA if isinstance(after.get(name), str)}
            edit.after[value] = {**after, **images}


def value_of(part: str, part_id: str, level: str, field: str) -> Value:
    """The setting that a use stands in."""
    if part == "plugin":
        return Value("plugin", part_id, "", field.partition(".")[0])
    if part == "link":
        return Value("link", part_id, "", "href")
    return Value("node", part_id, level, "background" if field in MEDIA else "href")


def _replace_one(render: Mapping[str, Any], edit: Edit, use: Any, to: str | None) -> None:
    try:
        changed = _CHANGES[use.part](render, edit, use, to)
    except CannotUnlink as refusal:
        edit.refused.append((use, str(refusal)))
        return
    (edit.done if changed else edit.gone).append(use)


def _change_plugin(render: Mapping[str, Any], edit: Edit, use: Any, to: str | None) -> bool:
    plugin = render["plugins"].get(str(use.part_id))
    if plugin is None:
        return False
    pending = {value.field: after for value, after in edit.after.items() if value.part_id == plugin["id"]}
    fields = {name: value for name, value in {**plugin["fields"], **pending}.items() if value is not None}
    changed = rewritten(plugin["ref"], fields, use.field, use.written, to)
    for name, after in changed.items():
        value = Value("plugin", plugin["id"], "", name)
        edit.before.setdefault(value, plugin["fields"].get(name))
        edit.after[value] = after
    return bool(changed)


def _change_node(render: Mapping[str, Any], edit: Edit, use: Any, to: str | None) -> bool:
    is_media = use.field in MEDIA
    value = value_of("node", str(use.part_id), use.level, use.field)
    present = edit.after.get(value, _present(render, value))
    if present is None or present.get(use.field) != use.written:
        return False
    if is_media and to is not None and not is_safe_media_address(to):
        raise CannotUnlink("A background needs an http(s) address or a path on this site.")
    after: dict[str, Any] | None = {**present, use.field: to}
    if use.field == "href" and to is None:
        after = None
    elif to is None:
        after = {name: setting for name, setting in present.items() if name != use.field}
    edit.before.setdefault(value, _present(render, value))
    edit.after[value] = after
    return True


def _change_link(render: Mapping[str, Any], edit: Edit, use: Any, to: str | None) -> bool:
    value = Value("link", str(use.part_id), "", "href")
    present = _present(render, value)
    if present is None or present["href"] != use.written:
        return False
    edit.before[value] = present
    edit.after[value] = None if to is None else {**present, "href": to}
    return True


_CHANGES = {"plugin": _change_plugin, "node": _change_node, "link": _change_link}


def _present(render: Mapping[str, Any], value: Value) -> Any:
    """A setting as the page has it; None where it has none."""
    page = render["page"]
    if value.part == "plugin":
        plugin = render["plugins"].get(value.part_id)
        return plugin["fields"].get(value.field) if plugin else None
    if value.part == "link":
        return page["links"].get(value.part_id)
    fields = page["nodeFields"].get(value.part_id, {}).get(value.level, {})
    if value.field == "href":
        return {name: fields[name] for name in _LINK_FIELDS["node"] if name in fields} or None
    found = {name: fields[name] for name in fields if name.startswith("background") or name == "allowBackground"}
    return found or None


def _action(value: Value, after: Any) -> dict[str, Any]:
    """The action that makes a setting what it is to be."""
    if value.part == "plugin":
        return {"name": "PLUGIN_UPDATE", "pluginId": value.part_id, "fields": {value.field: after}}
    if value.part == "link":
        link = after or {"href": None, "targetBlank": False}
        return {"name": "LINK_SET", "nodeId": value.part_id, **link}
    node = {"nodeId": value.part_id, "level": value.level}
    if value.field == "href":
        link = after or {}
        return {"name": "NODE_SET_HREF", **node, "href": link.get("href"), "hrefTarget": link.get("hrefTarget", "")}
    return {"name": "NODE_SET_BACKGROUND", **node, "background": after}


def as_json(
    page_id: str, edit: Edit, uses: list[dict[str, Any]], uses_after: list[str], to: str | None
) -> dict[str, Any]:
    """What a fix remembers of a page: values before and after, the uses as they were, and those of `to` instead."""
    values = [[*value, edit.before[value], after] for value, after in edit.after.items()]
    return {"pageId": page_id, "values": values, "uses": uses, "usesAfter": uses_after, "to": to}


def from_json(change: Mapping[str, Any]) -> list[tuple[Value, Any, Any]]:
    """The values of a page that a fix remembers."""
    return [(Value(*each[:4]), each[4], each[5]) for each in change["values"]]


def use_id_of(change: Mapping[str, Any]) -> list[uuid.UUID]:
    """The uses that came with a fix."""
    return [uuid.UUID(each) for each in change["usesAfter"]]
