"""Queries about scopes, and the built-in ones."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from auth.scopes.models import Scope
from kit.db import new_id
from kit.repository import Repository

BUILT_IN = {
    "super": "Everything, and the granting of this.",
    "admin": "Everything but the granting of super.",
    "editor": "Pages, blog and files.",
    "crm:read": "See the customer-relationship area.",
    "crm:write": "Work in the customer-relationship area.",
    "ecom:read": "See the shop's area.",
    "ecom:write": "Work in the shop's area.",
}
"""The scopes that the product itself asks for, and what they allow."""


class ScopeRepository(Repository[Scope]):
    """Scopes, the built-in and the site's own."""

    model = Scope

    async def add_built_in(self) -> None:
        """Add those of the built-in scopes that are missing."""
        rows = [{"id": new_id(), "name": name, "description": text} for name, text in BUILT_IN.items()]
        await self.session.execute(insert(Scope).values(rows).on_conflict_do_nothing(index_elements=[Scope.name]))

    async def named(self, *names: str) -> Sequence[Scope]:
        """Those of the named scopes that exist."""
        return (await self.session.scalars(select(Scope).where(Scope.name.in_(names)).order_by(Scope.name))).all()
