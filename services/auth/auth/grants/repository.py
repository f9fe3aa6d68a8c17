"""Queries about scopes, and the built-in ones."""

import uuid
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Select, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from auth.grants.api_token_repository import token_with
from auth.grants.errors import ScopeNotFound
from auth.people.models import Person, Scope, User, UserScope
from kit.db import new_id
from kit.repository import Repository
from kit.search import matches

BUILT_IN = {
    "super": "Everything, including granting this.",
    "admin": 'Everything except granting "super".',
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
    missing = ScopeNotFound

    def search(self, q: str | None) -> Select[Scope]:
        """The scopes whose name or description hold every word of `q`, in any case."""
        return self.base().where(*matches(q, Scope.name, Scope.description))

    async def user_counts(self, ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, int]:
        """How many users hold each of these scopes; those that nobody holds are left out."""
        query = select(UserScope.scope_id, func.count()).where(UserScope.scope_id.in_(ids)).group_by(UserScope.scope_id)
        return dict((await self.session.execute(query)).all())

    async def longest_total_with(self, scope_id: uuid.UUID) -> int:
        """The characters in the names of all scopes of one user: the most of any user who holds this scope, or 0."""
        holders = select(UserScope.user_id).where(UserScope.scope_id == scope_id)
        totals = (
            select(func.sum(func.length(Scope.name)).label("characters"))
            .join(UserScope, UserScope.scope_id == Scope.id)
            .where(UserScope.user_id.in_(holders))
            .group_by(UserScope.user_id)
            .subquery()
        )
        return await self.session.scalar(select(func.max(totals.c.characters))) or 0

    async def supers_with(
        self, ids: Collection[uuid.UUID], *, by_token: bool = False
    ) -> Mapping[uuid.UUID, Sequence[str]]:
        """Who holds `super` and each of these scopes, too, `by_token` also who has an API token that was given it.

        Gives the names of the people; scopes without any are left out.
        """
        holds = exists().where(UserScope.user_id == User.id, UserScope.scope_id == Scope.id)
        has = or_(holds, token_with(User.id, Scope.name)) if by_token else holds
        name = Person.first_name + " " + Person.last_name
        query = (
            select(Scope.id, name)
            .select_from(Scope)
            .join(User, has)
            .join(User.person)
            .where(Scope.id.in_(ids), User.scopes.any(Scope.name == "super"))
            .order_by(name)
        )
        found: dict[uuid.UUID, list[str]] = {}
        for scope_id, person in (await self.session.execute(query)).all():
            found.setdefault(scope_id, []).append(person)
        return found

    async def add_built_in(self) -> None:
        """Add those of the built-in scopes that are missing."""
        rows = [{"id": new_id(), "name": name, "description": text} for name, text in BUILT_IN.items()]
        await self.session.execute(insert(Scope).values(rows).on_conflict_do_nothing(index_elements=[Scope.name]))

    async def named(self, *names: str) -> Sequence[Scope]:
        """Those of the named scopes that exist."""
        return (await self.session.scalars(_named(names))).all()

    async def named_for_granting(self, *names: str) -> Sequence[Scope]:
        """Those of the named scopes that exist, as they are now; none is renamed or deleted before the commit."""
        query = _named(names).with_for_update(read=True, key_share=True)
        return (await self.session.scalars(query.execution_options(populate_existing=True))).all()


def _named(names: Collection[str]) -> Select[Scope]:
    return select(Scope).where(Scope.name.in_(names)).order_by(Scope.name)
