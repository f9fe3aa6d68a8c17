"""What may be done with scopes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Select, select

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.credentials.enforcement import end_sessions_without_factor
from auth.device import Client
from auth.grants import events
from auth.grants.api_token_revocation import revoke_with_scope
from auth.grants.errors import ScopeBuiltIn, ScopeNotYours, ScopeTaken
from auth.grants.repository import BUILT_IN, ScopeRepository
from auth.grants.schemas import ScopeIn, ScopeOut
from auth.people.models import Scope, User, UserScope
from auth.people.ownership import check_concerns_no_super
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import Session
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class ScopeService:
    """Scopes: the built-in ones, whose names the product knows, and the site's own."""

    request: Request
    session: Session
    device: Client

    async def described(self, scopes: Sequence[Scope]) -> list[ScopeOut]:
        """The scopes, with how many users hold each, and whether supers do."""
        ids = [scope.id for scope in scopes]
        counts = await ScopeRepository(self.session).user_counts(ids)
        supers = await ScopeRepository(self.session).supers_with(ids)
        return [
            ScopeOut(
                id=scope.id,
                name=scope.name,
                description=scope.description,
                is_built_in=scope.name in BUILT_IN,
                requires_second_factor=scope.requires_second_factor,
                user_count=counts.get(scope.id, 0),
                is_held_by_super=scope.id in supers,
                version=scope.version,
                created_at=scope.created_at,
                updated_at=scope.updated_at,
            )
            for scope in scopes
        ]

    async def create(self, form: ScopeIn, by: Principal) -> Scope:
        """A scope of the site's own. Raises `ScopeTaken`."""
        await events.take_turn(self.session)
        await self._check_name(form.name)
        scope = await ScopeRepository(self.session).add(Scope(**form.model_dump()))
        await events.tell(self.session, by)
        await self._note("scope.created", scope, by)
        return scope

    async def update(self, scope_id: uuid.UUID, form: ScopeIn, by: Principal, if_match: str | None = None) -> Scope:
        """Change a scope. Raises `ScopeNotFound`, `ScopeNotYours`, `ScopeBuiltIn`, `ScopeTaken`, `ConcernsSuper`.

        A new name ends the sessions of all who hold it and the API tokens that have it, which say the old one; whoever
        keeps its name on lists follows the announcement. A second factor that is needed from now on ends those of the
        holders who have none; whoever asks for it keeps the present one, to set a factor up.
        """
        await events.take_turn(self.session)
        scope = await ScopeRepository(self.session).held(scope_id)
        _check_own(by, scope)
        check_version(if_match, scope.version)
        before = scope.name
        if form.name != before:
            if before in BUILT_IN:
                raise ScopeBuiltIn("The product itself asks for this scope by its name.")
            await self._check_name(form.name)
            await self._check_supers(scope, by, "name", by_token=True)
            await self._withdraw(scope)
        elif form.requires_second_factor and not scope.requires_second_factor:
            await self._check_supers(scope, by, "requiresSecondFactor")
            redis, present = state_of(self.request).redis, uuid.UUID(by.session_id)
            await end_sessions_without_factor(self.session, redis, scope.id, but=present)
        scope.name = form.name
        scope.description = form.description
        scope.requires_second_factor = form.requires_second_factor
        await self.session.flush()
        if scope.name != before:
            await events.tell(self.session, by, {scope.id: before})
        await self._note("scope.updated", scope, by, before=before, requiresSecondFactor=form.requires_second_factor)
        return scope

    async def delete(self, scope_id: uuid.UUID, by: Principal, if_match: str | None = None) -> None:
        """Delete a scope; whoever holds it loses it, and their sessions end.

        Raises `ScopeNotFound`, `ScopeNotYours`, `ScopeBuiltIn`, `ConcernsSuper`.
        """
        await events.take_turn(self.session)
        scopes = ScopeRepository(self.session)
        scope = await scopes.held(scope_id)
        _check_own(by, scope)
        check_version(if_match, scope.version)
        if scope.name in BUILT_IN:
            raise ScopeBuiltIn("The product itself asks for this scope.")
        await self._check_supers(scope, by, by_token=True)
        await self._withdraw(scope)
        await self._note("scope.deleted", scope, by)
        await scopes.delete(scope)
        await events.tell(self.session, by)

    async def _check_name(self, name: str) -> None:
        if await ScopeRepository(self.session).named(name):
            fault = FieldError("name", "scope_taken", "Another scope has this name.")
            raise ScopeTaken("There is a scope with this name.", errors=[fault])

    async def _check_supers(
        self, scope: Scope, by: Principal, field: str | None = None, *, by_token: bool = False
    ) -> None:
        """Raise `ConcernsSuper` if the caller would end sessions, or `by_token` API tokens, of those who hold super."""
        supers = await ScopeRepository(self.session).supers_with([scope.id], by_token=by_token)
        why = f"Users who hold super have this scope{', or an API token with it' if by_token else ''}"
        check_concerns_no_super(by, why, supers.get(scope.id, []), field)

    async def _withdraw(self, scope: Scope) -> None:
        """End whatever still says the scope's present name: sessions and API tokens."""
        redis = state_of(self.request).redis
        await end_sessions(self.session, redis, "scopes", LoginSession.user_id.in_(_holders(scope)))
        await revoke_with_scope(self.session, redis, scope.name)

    async def _note(self, action: Action, scope: Scope, by: Principal, **details: str | bool) -> None:
        subject = Subject("scope", scope.id, scope.name)
        await record(self.session, action, actor=by, subject=subject, details=details, device=self.device)


def _holders(scope: Scope) -> Select[uuid.UUID]:
    return select(User.id).join(UserScope, UserScope.user_id == User.id).where(UserScope.scope_id == scope.id)


def _check_own(by: Principal, scope: Scope) -> None:
    if not by.has(scope.name):
        raise ScopeNotYours("Only who holds this scope changes it.")


Scopes = Annotated[ScopeService, Depends()]
"""The service of the request."""
