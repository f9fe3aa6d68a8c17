"""What lists of pages are narrowed down by."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Query
from sqlalchemy import ColumnElement, TextClause, exists, or_, select, text

from content.changes.models import Change
from content.documents.places import places_of
from content.documents.references import pages_with_branch
from content.pages.models import IN_MENU, Page
from content.pages.trackers import pages_with
from content.plugins.repository import matching_plugins, parse_field
from kit.search import SearchText, matches

_Text = Annotated[str, Query(max_length=200)]
_MOST = 50
_NO_INDEX = """config @> '{"noIndex": true}'"""
_RESTRICTED = "coalesce(config -> 'scopeWhitelist', '[]') <> '[]'"

Condition = ColumnElement[bool] | TextClause


@dataclass(frozen=True, slots=True)
class PageFilters:
    """The query's filters. Of one that is given several times, any of its values counts."""

    q: SearchText = None
    plugin_ref: Annotated[Sequence[_Text], Query(alias="plugin-ref", max_length=_MOST)] = ()
    plugin_fields: Annotated[
        Sequence[_Text], Query(alias="plugin-fields", max_length=10, description="name=value")
    ] = ()
    linked_data: Annotated[Sequence[uuid.UUID], Query(alias="linked-data", max_length=_MOST)] = ()
    tracker: Annotated[
        Sequence[uuid.UUID], Query(max_length=_MOST, description="Pages that have a tracker of their own.")
    ] = ()
    template_id: Annotated[Sequence[uuid.UUID], Query(alias="template-id", max_length=_MOST)] = ()
    layout_id: Annotated[Sequence[uuid.UUID], Query(alias="layout-id", max_length=_MOST)] = ()
    block_id: Annotated[
        Sequence[uuid.UUID],
        Query(
            alias="block-id",
            max_length=_MOST,
            description="Pages that show a branch block, also by their layout or by another block.",
        ),
    ] = ()
    in_menu: Annotated[bool | None, Query(alias="in-menu", description="Whether menus show the page.")] = None
    is_restricted: Annotated[
        bool | None, Query(alias="is-restricted", description="Whether only some may see the page.")
    ] = None
    scope: Annotated[Sequence[_Text], Query(max_length=_MOST, description="Pages for the holders of a scope.")] = ()
    is_redirected: Annotated[
        bool | None, Query(alias="is-redirected", description="Whether a URL map sends its visitors elsewhere.")
    ] = None
    no_index: Annotated[bool | None, Query(alias="no-index", description="Whether search engines leave it out.")] = None
    changed_by: Annotated[
        Sequence[uuid.UUID],
        Query(alias="changed-by", max_length=_MOST, description="Who changed the page last, in the past 90 days."),
    ] = ()

    def conditions(self) -> list[Condition]:
        """Conditions for `where`. Raises FieldFilterInvalid.

        A plugin matches that has one of the refs and all the fields.
        """
        found: list[Condition] = [*matches(self.q, Page.title, Page.url)]
        if self.plugin_ref or self.plugin_fields:
            fields = [parse_field(each) for each in self.plugin_fields]
            places = places_of(matching_plugins(self.plugin_ref, fields).cte("wanted"))
            found.append(Page.id.in_(select(places.c.page_id)))
        if self.linked_data:
            found.append(Page.linked_data_ids.overlap(self.linked_data))
        if self.tracker:
            found.append(pages_with(self.tracker))
        if self.template_id:
            found.append(Page.template_id.in_(self.template_id))
        if self.layout_id:
            found.append(Page.layout_id.in_(self.layout_id))
        if self.block_id:
            found.append(or_(*(pages_with_branch(block_id) for block_id in self.block_id)))
        if self.is_redirected is not None:
            found.append(Page.is_redirected.is_(self.is_redirected))
        if self.changed_by:
            found.append(_changed_by(self.changed_by))
        return found + self._of_settings()

    def _of_settings(self) -> list[Condition]:
        asked = ((IN_MENU, self.in_menu), (_NO_INDEX, self.no_index), (_RESTRICTED, self.is_restricted))
        found: list[Condition] = [
            text(condition if wanted else f"NOT ({condition})") for condition, wanted in asked if wanted is not None
        ]
        if self.scope:
            found.append(or_(*(Page.config.contains({"scopeWhitelist": [each]}) for each in self.scope)))
        return found


def _changed_by(user_ids: Sequence[uuid.UUID]) -> ColumnElement[bool]:
    """True for pages whose last change is one of theirs, as far as the log of changes goes back."""
    return exists(select(1).where(Change.version == Page.version, Change.user_id.in_(user_ids)))
