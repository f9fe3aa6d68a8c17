"""Applying a save's actions to the page that was read for it: what is refused, and what is in conflict."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from content.documents.loading import Connection
from content.fields.actions import check_sums, clean_actions
from content.fields.catalogue import manifest_of
from content.fields.faults import ActionFieldFault
from content.model.actions import Action
from content.model.actions.node_set_scope_whitelist import NodeSetScopeWhitelist
from content.model.actions.plugin_create import PluginCreate
from content.model.apply import Outcome, run
from content.model.faults import ActionFault
from content.model.references import References
from content.model.touched import needed
from content.page_render import conflicts
from content.page_render.conflicts import Sight
from content.page_render.errors import ActionRefused, PageConflict, VersionUnknown
from content.site.whitelists import check_not_being_renamed
from kit.auth import Principal
from kit.errors import FieldError

Current = Callable[[], Awaitable[dict[str, Any]]]
"""Gives the page as it is, for who is told of a conflict."""


@dataclass(slots=True)
class Work:
    """A save with all its parts."""

    principal: Principal
    actions: list[Action]
    sight: Sight
    newest: int
    """The latest site version that the sender has seen."""
    references: References
    hosts: frozenset[str]
    """The site's own."""
    refs: dict[str, str] | None = None
    """The refs of the plugins that the actions name, as they were when `cleaned` was made."""
    cleaned: list[Action] = field(default_factory=list)


async def applied(
    connection: Connection, work: Work, render: dict[str, Any], renamings: dict[str, Any], current: Current
) -> Outcome:
    """The state afterwards and what each action touched.

    ``render`` is the page with what the actions name. Raises VersionUnknown, ScopeBeingRenamed, PageConflict (without
    names), ActionRefused.
    """
    present: int = render["version"]
    if work.newest > present:
        fault = FieldError("version", "version_unknown", "The site does not have this version yet.")
        raise VersionUnknown(fault.detail, errors=[fault])
    before: Any = {"page": render["page"], "plugins": render["plugins"]}
    if not work.actions:
        return Outcome(before, [])
    _check_requirements(render["site"], work.actions, work.principal)
    for action in work.actions:
        if isinstance(action, NodeSetScopeWhitelist):
            check_not_being_renamed(action.scope_whitelist, renamings)
    named = {id: plugin for id, plugin in before["plugins"].items() if id in work.references.plugin_ids}
    try:
        await _clean(work, {id: plugin["ref"] for id, plugin in named.items()})
        check_sums(named, work.cleaned)
        outcome = run(before, work.cleaned)
    except ActionFieldFault as fault:
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    except ActionFault as fault:
        # Somebody may just have removed what the action works on: that is a conflict, no fault of the sender's.
        await _refuse_conflicts(connection, work, present, needed(fault.touched), current)
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    await _refuse_conflicts(connection, work, present, needed(outcome.touched), current)
    return outcome


async def _clean(work: Work, refs: dict[str, str]) -> None:
    """Clean the actions' texts, unless that was done for the same plugins: it may take long. Raises ActionFieldFault."""
    if work.refs != refs:
        work.cleaned = await clean_actions(refs, work.actions, work.hosts)
        work.refs = refs


def _check_requirements(site: dict[str, Any], actions: list[Action], principal: Principal) -> None:
    """ActionRefused for a new plugin that requires a module which the site lacks, or a scope which the sender lacks.

    That there is one of it on the page already is for the palette to say: a second one does no harm.
    """
    has = {"ecom": site["hasEcom"], "crm": site["hasCRM"]}
    for index, action in enumerate(actions):
        manifest = manifest_of(action.ref) if isinstance(action, PluginCreate) else None
        requires = manifest.get("requires", {}) if manifest else {}
        if manifest and not has.get(requires.get("service", ""), True):
            detail = f"This site has no {requires['service']} area for a {manifest['label']}."
            raise _refusal(index, "ref", "module_missing", detail)
        if manifest and "scope" in requires and not principal.has(requires["scope"]):
            detail = f"To add a {manifest['label']} you need the scope {requires['scope']}."
            raise _refusal(index, "ref", "scope_missing", detail)


def _refusal(index: int, field: str, code: str, detail: str) -> ActionRefused:
    path = ".".join(part for part in ("actions", str(index), field) if part)
    return ActionRefused(detail, errors=[FieldError(path, code, detail)])


async def _refuse_conflicts(
    connection: Connection, work: Work, present: int, resources: dict[str, list[int]], current: Current
) -> None:
    if min(work.sight.versions) == present:
        return
    found = await conflicts.find(connection, work.sight, resources)
    if found:
        raise PageConflict("Somebody changed this page meanwhile.", conflicts=found, current=await current())
