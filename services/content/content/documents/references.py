"""Which documents refer to a plugin instance or a branch block: conditions for queries."""

from typing import Any

from sqlalchemy import ColumnElement, Select, any_, func, or_, select, union_all

from content.blocks.models import Branch
from content.layouts.models import Layout
from content.pages.models import Page
from content.plugins.models import Plugin


def pages_with_plugins(plugin_ids: Select[Any]) -> ColumnElement[bool]:
    """True for pages that hold any of the plugins, themselves, in their layout or in a branch."""
    wanted = _array(plugin_ids)
    branches = _array(_with_those_around(select(Branch.id).where(Branch.plugin_ids.overlap(wanted))))
    layouts = select(Layout.id).where(or_(Layout.plugin_ids.overlap(wanted), Layout.branch_ids.overlap(branches)))
    return or_(Page.plugin_ids.overlap(wanted), Page.branch_ids.overlap(branches), Page.layout_id.in_(layouts))


def pages_with_branch(branch_id: Any) -> ColumnElement[bool]:
    """True for pages that show the branch, themselves, in their layout or in another branch."""
    branches = _array(_with_those_around(select(Branch.id).where(Branch.id == branch_id)))
    layouts = select(Layout.id).where(Layout.branch_ids.overlap(branches))
    return or_(Page.branch_ids.overlap(branches), Page.layout_id.in_(layouts))


def is_unused() -> ColumnElement[bool]:
    """True for plugins that no document holds.

    One pass over the documents and a hash; a look-up for each plugin would be slower on any site of some size.
    """
    held = union_all(*(select(func.unnest(document.plugin_ids)) for document in (Page, Layout, Branch)))
    return Plugin.id.not_in(held)


def _with_those_around(start: Select[Any]) -> Select[Any]:
    """Branches and all branches that hold them, at any depth."""
    found = start.cte(recursive=True)
    found = found.union(select(Branch.id).join(found, found.c.id == any_(Branch.branch_ids)))
    return select(found.c.id)


def _array(ids: Select[Any]) -> ColumnElement[Any]:
    return func.array(ids.scalar_subquery())
