"""The documents whose whitelists name scopes."""

import uuid
from collections.abc import AsyncIterator, Collection
from typing import Any

from sqlalchemy import ColumnElement, Text, and_, cast, delete, func, insert, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, JSONPATH
from sqlalchemy.ext.asyncio import AsyncSession

from content.blocks.models import Branch
from content.layouts.models import Layout
from content.pages.models import Page
from content.scopes.models import KnownScope

Document = Page | Layout | Branch

_AT_ONCE = 100
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

    async def naming(self, names: Collection[str]) -> AsyncIterator[Document]:
        """Every document that has a whitelist with any of these names, a hundred read at a time."""
        for model, condition in (
            (Layout, _in_fields(Layout, names)),
            (Branch, _in_fields(Branch, names)),
            (Page, or_(_in_fields(Page, names), _in_config(names))),
        ):
            query: Any = select(model).where(condition).order_by(model.id).limit(_AT_ONCE)
            found: Any = (await self.session.scalars(query)).all()
            while found:
                last = found[-1].id
                for document in found:
                    yield document
                await self.session.flush()
                self.session.expunge_all()
                found = (await self.session.scalars(query.where(model.id > last))).all()


def _in_fields(model: type[Document], names: Collection[str]) -> ColumnElement[bool]:
    path, wanted = cast(_IN_FIELDS, JSONPATH), cast({"names": sorted(names)}, JSONB)
    return and_(model.has_scope_whitelist, func.jsonb_path_exists(model.node_fields, path, wanted))


def _in_config(names: Collection[str]) -> ColumnElement[bool]:
    return Page.config["scopeWhitelist"].op("?|", is_comparison=True)(cast(sorted(names), ARRAY(Text)))
