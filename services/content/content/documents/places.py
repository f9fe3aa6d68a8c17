"""Where plugin instances stand: on which pages, and by which document."""

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Select, Uuid, any_, cast, func, literal, null, select, union, union_all
from sqlalchemy.dialects.postgresql import array

from content.blocks.models import Branch
from content.layouts.models import Layout
from content.pages.models import Page

_FEW = 100
"""Plugins that an index finds in less time than a pass takes; of thousands it takes many times as long."""


def places_of(wanted: CTE, ids: Sequence[uuid.UUID] = ()) -> CTE:
    """Each place of the plugins whose `id` is in `wanted`: plugin_id, page_id, via, branch_id.

    `via` is what holds the plugin there: the `page` itself, its `layout`, or a `branch`, which `branch_id` then names. One
    that stands on a page in several ways has a place for each. `ids` are those in `wanted`, where they are known.
    """
    few = ids if len(ids) <= _FEW else ()
    in_branches = _in_branches(wanted)
    own = _plugins_in(Page, wanted, few).subquery()
    in_layouts = _plugins_in(Layout, wanted).subquery()
    of_page = Page.branch_ids.contains(array([in_branches.c.branch_id]))
    of_layout = in_branches.c.branch_id == any_(Layout.branch_ids)
    branch = (in_branches.c.plugin_id, Page.id, literal("branch"), in_branches.c.own_id)
    shown = union(
        select(*branch).select_from(in_branches).join(Page, of_page),
        select(*branch).select_from(in_branches).join(Layout, of_layout).join(Page, Page.layout_id == Layout.id),
    ).subquery()
    # A document holds a plugin once: only branches may be shown on a page in two ways, and be the same place.
    found = union_all(
        select(own.c.plugin_id, own.c.id.label("page_id"), literal("page").label("via"), _no_branch()),
        select(in_layouts.c.plugin_id, Page.id, literal("layout"), _no_branch()).join(
            Page, Page.layout_id == in_layouts.c.id
        ),
        select(shown),
    )
    return found.cte("places")


def _plugins_in(document: type[Page | Layout | Branch], wanted: CTE, few: Sequence[uuid.UUID] = ()) -> Select[Any]:
    """(id of a document, plugin_id) for each of the plugins that it holds itself.

    One pass over the documents and a hash: arrays that overlap with thousands of ids are compared element by element.
    """
    documents = select(document.id, func.unnest(document.plugin_ids).label("plugin_id"))
    held = (documents.where(document.plugin_ids.overlap(few)) if few else documents).subquery()
    return select(held.c.id, held.c.plugin_id).join(wanted, wanted.c.id == held.c.plugin_id)


def _in_branches(wanted: CTE) -> CTE:
    """plugin_id, the branch that holds it (own_id), and in turn that branch and each that is around it (branch_id)."""
    held = _plugins_in(Branch, wanted).subquery()
    start = select(held.c.plugin_id, held.c.id.label("own_id"), held.c.id.label("branch_id"))
    found = start.cte("in_branches", recursive=True)
    around = select(found.c.plugin_id, found.c.own_id, Branch.id).join(
        Branch, found.c.branch_id == any_(Branch.branch_ids)
    )
    return found.union(around)


def _no_branch() -> ColumnElement[Any]:
    return cast(null(), Uuid).label("branch_id")
