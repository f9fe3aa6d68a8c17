"""The documents whose whitelists name scopes."""

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, cast, delete, func, insert, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, JSONPATH
from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.layouts.models import Layout
from content.pages.models import Page
from content.scopes.models import KnownScope

Document = Page | Layout | Branch

AT_ONCE = 20
"""How many documents are changed in one transaction, while no other change can be saved: some 50 ms."""

# At any depth: the fields of a page's nodes lie one level deeper than those of a layout's.
_IN_FIELDS = "$.**.scopeWhitelist[*] ? (@ == $names[*])"


class ScopeNameRepository:
    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def known(self) -> dict[uuid.UUID, str]:
        """What whitelists call each of the site's own scopes."""
        return {scope.id: scope.name for scope in await self.session.scalars(select(KnownScope))}

    async def replace(self, names: dict[uuid.UUID, str]) -> None:
        """Remember these names and no others."""
        await self.session.execute(delete(KnownScope))
        if names:
            await self.session.execute(insert(KnownScope), [{"id": id, "name": name} for id, name in names.items()])

    async def some_naming(self, names: Collection[str]) -> Sequence[Document]:
        """A few documents that have a whitelist with any of these names; none when there is none left."""
        found: list[Document] = []
        for model, condition in (
            (Layout, _in_fields(Layout, names)),
            (Branch, _in_fields(Branch, names)),
            (Page, or_(_in_fields(Page, names), _in_config(names))),
        ):
            query: Any = select(model).where(condition).order_by(model.id).limit(AT_ONCE - len(found))
            found += await self.session.scalars(query)
        return found


def _in_fields(model: type[Document], names: Collection[str]) -> ColumnElement[bool]:
    path, wanted = cast(_IN_FIELDS, JSONPATH), cast({"names": sorted(names)}, JSONB)
    return and_(model.has_scope_whitelist, func.jsonb_path_exists(model.node_fields, path, wanted))


def _in_config(names: Collection[str]) -> ColumnElement[bool]:
    return Page.config["scopeWhitelist"].op("?|", is_comparison=True)(cast(sorted(names), ARRAY(Text)))
