"""Finding where plugins are used."""

from collections.abc import Sequence
from typing import Any, Literal

import orjson
from sqlalchemy import RowMapping, Select, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.documents.listing import read_naming
from content.documents.loading import connection_of
from content.documents.places import places_of
from content.fields.catalogue import manifests
from content.fields.clean import fitting_fields
from content.fields.naming import is_naming
from content.fields.texts import pieces_of
from content.layouts.models import Layout
from content.pages.models import Page
from content.plugins.models import Plugin
from content.plugins.repository import matching_plugins
from content.plugins.schemas import Named, PlacePage, PluginPlaceOut, PluginUse
from kit.pagination import Order, Slice, Window
from kit.search import matches

Via = Literal["page", "layout", "branch", "none"]

_LONGEST_VALUE = 300
"""Characters of a field's value, or of a plugin's own words, that a place shows."""

# Pages are counted by what they hold themselves, and once more for each layout: what a layout holds need not be gone through
# for each of its pages. All of it once, and not anew for each kind of plugin.
_USES = text("""
WITH RECURSIVE around (id, held) AS (
    SELECT id, id FROM branch_blocks
  UNION
    SELECT b.id, around.held FROM around JOIN branch_blocks b ON b.branch_ids @> ARRAY[around.id]
), of_branches AS (
    SELECT DISTINCT around.id, p.ref FROM around JOIN branch_blocks b ON b.id = around.held
        CROSS JOIN LATERAL unnest(b.plugin_ids) placed (id) JOIN plugins p ON p.id = placed.id
), of_layouts AS (
    SELECT l.id, p.ref
    FROM layouts l CROSS JOIN LATERAL unnest(l.plugin_ids) placed (id) JOIN plugins p ON p.id = placed.id
  UNION
    SELECT l.id, b.ref
    FROM layouts l CROSS JOIN LATERAL unnest(l.branch_ids) shown (id) JOIN of_branches b ON b.id = shown.id
), own AS MATERIALIZED (
    SELECT g.id AS page_id, g.layout_id, placed.id FROM pages g CROSS JOIN LATERAL unnest(g.plugin_ids) placed (id)
), of_pages AS (
    SELECT own.page_id, own.layout_id, p.ref FROM own JOIN plugins p USING (id)
  UNION
    SELECT g.id, g.layout_id, b.ref
    FROM pages g CROSS JOIN LATERAL unnest(g.branch_ids) shown (id) JOIN of_branches b ON b.id = shown.id
), counted AS (
    SELECT ref, count(*) AS pages FROM of_pages
    WHERE (layout_id, ref) NOT IN (SELECT id, ref FROM of_layouts) GROUP BY ref
  UNION ALL
    SELECT l.ref, count(*) FROM of_layouts l JOIN pages g ON g.layout_id = l.id GROUP BY l.ref
), pages_of AS MATERIALIZED (
    SELECT ref, sum(pages) AS pages FROM counted GROUP BY ref
), placed AS (
    SELECT id FROM own UNION ALL SELECT unnest(plugin_ids) FROM layouts
    UNION ALL SELECT unnest(plugin_ids) FROM branch_blocks
)
SELECT ref, count(*) AS instances, count(*) FILTER (WHERE id NOT IN (SELECT id FROM placed)) AS unused,
    coalesce((SELECT pages FROM pages_of WHERE pages_of.ref = plugins.ref), 0) AS pages
FROM plugins GROUP BY ref
""")


async def uses(session: AsyncSession) -> list[PluginUse]:
    """Every plugin that is installed or has instances, with how often it is used; by its label."""
    counted = {row.ref: row for row in (await session.execute(_USES)).all()}
    known = manifests()
    naming = await read_naming(await connection_of(session), [ref for ref in known if is_naming(ref)])
    found = []
    for ref in known.keys() | counted.keys():
        row = counted.get(ref)
        instances, unused, pages = (row.instances, row.unused, row.pages) if row else (0, 0, 0)
        label = known[ref]["label"] if ref in known else ref
        found.append(
            PluginUse(
                ref=ref,
                label=label,
                is_installed=ref in known,
                instances=instances,
                unused=unused,
                pages=pages,
                naming_pages=naming.get(ref, []),
            )
        )
    return sorted(found, key=lambda use: (not use.is_installed, use.label.casefold(), use.ref))


async def places(
    session: AsyncSession,
    window: Window,
    order: Order,
    *,
    refs: Sequence[str],
    field: str | None,
    value: str | None,
    via: Sequence[Via],
    q: str | None,
) -> Slice[PluginPlaceOut]:
    """Where plugins of these refs stand, and those that stand nowhere.

    With a field, those that have it; with a value too, those where its text has that in it.
    """
    query = _places(refs, field, value)
    if via:
        query = query.where(func.coalesce(query.selected_columns.via, "none").in_(via))
    query = query.where(*matches(q, Page.title, Page.url))
    total = await session.scalar(select(func.count()).select_from(query.subquery()))
    by = [*order, Page.url.asc(), Plugin.id.asc()]
    shown = _shown(query.order_by(*by).offset(window.start).limit(window.limit), field).order_by(*by)
    found = [_place(row, field) for row in (await session.execute(shown)).mappings()]
    return Slice(found, total or 0, window.start, window.limit)


def _places(refs: Sequence[str], field: str | None, value: str | None) -> Select[Any]:
    """All places, narrow: there may be many, to be counted and sorted."""
    matching = matching_plugins(refs, [])
    if field is not None:
        matching = matching.where(Plugin.fields.has_key(field))
        if value:
            matching = matching.where(*matches(value, Plugin.fields[field].astext))
    wanted = matching.cte("wanted")
    found = places_of(wanted)
    return (
        select(Plugin.id, found.c.via, found.c.page_id, found.c.branch_id)
        .select_from(wanted)
        .join(Plugin, Plugin.id == wanted.c.id)
        .outerjoin(found, found.c.plugin_id == Plugin.id)
        .outerjoin(Page, Page.id == found.c.page_id)
    )


def _shown(part: Select[Any], field: str | None) -> Select[Any]:
    """What is shown of some places: fields are read of these alone."""
    place = part.subquery("place")
    return (
        select(
            Plugin.id.label("plugin_id"),
            Plugin.ref,
            place.c.via,
            Page.id.label("page_id"),
            Page.url,
            Page.title,
            Branch.id.label("branch_id"),
            Branch.name.label("branch_name"),
            Layout.id.label("layout_id"),
            Layout.name.label("layout_name"),
            Plugin.fields,
            Plugin.checked,
            *([Plugin.fields[field].label("value")] if field else []),
        )
        .select_from(place)
        .join(Plugin, Plugin.id == place.c.id)
        .outerjoin(Page, Page.id == place.c.page_id)
        .outerjoin(Branch, Branch.id == place.c.branch_id)
        .outerjoin(Layout, Layout.id == Page.layout_id)
    )


def _place(row: RowMapping, field: str | None) -> PluginPlaceOut:
    via: Via = row["via"] or "none"
    value = row["value"] if field else None
    fields = row["fields"] if row["checked"] else fitting_fields(row["ref"], row["fields"])
    return PluginPlaceOut(
        plugin_id=row["plugin_id"],
        ref=row["ref"],
        via=via,
        page=PlacePage(id=row["page_id"], url=row["url"], title=row["title"]) if row["page_id"] else None,
        layout=Named(id=row["layout_id"], name=row["layout_name"]) if via == "layout" else None,
        branch=Named(id=row["branch_id"], name=row["branch_name"]) if via == "branch" else None,
        value=None if value is None else _text_of(value)[:_LONGEST_VALUE],
        words=" · ".join(piece.text for piece in pieces_of(row["ref"], fields))[:_LONGEST_VALUE],
    )


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
