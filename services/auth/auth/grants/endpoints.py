"""Scopes."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from auth.dependencies import Client
from auth.grants import service as scopes
from auth.grants.repository import ScopeRepository
from auth.grants.schemas import ScopeIn, ScopeOut
from auth.people.models import Scope
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/auth/scopes", tags=["scopes"])

_order = sortable(name=Scope.name, createdAt=Scope.created_at, default="name")
# Editors name scopes where they say who may see a part of a page.
_Editor = Annotated[Principal, requires("editor")]
_Administrator = Annotated[Principal, requires("admin")]


@router.get("", response_model=Page[ScopeOut])
async def list(
    principal: _Editor,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
) -> Slice[ScopeOut]:
    """The scopes that there are, built in or the site's own."""
    repository = ScopeRepository(session)
    found = await repository.page(page, order, repository.search(q))
    return Slice(await scopes.described(session, found.results), found.total, found.start, found.limit)


@router.get("/{id}")
async def get(id: uuid.UUID, principal: _Editor, session: Session, response: Response) -> ScopeOut:
    """One scope."""
    return await _tagged(session, await ScopeRepository(session).get(id), response)


@router.post("", status_code=201)
async def create(
    principal: _Administrator, data: ScopeIn, session: Session, device: Client, response: Response
) -> ScopeOut:
    """Add a scope. 409 `scope_taken`."""
    return await _tagged(session, await scopes.create(session, principal, data, device=device), response)


@router.put("/{id}")
async def update(
    id: uuid.UUID,
    principal: _Administrator,
    data: ScopeIn,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> ScopeOut:
    """Change a scope; a new name ends the sessions of its users.

    403 `scope_not_yours`; `concerns_super` where it would log out super users, and the caller is none. 409
    `scope_built_in` or `scope_taken`. 422 `too_many_scopes` where the names of a user's scopes would be too long together.
    """
    return await _tagged(session, await scopes.update(session, principal, data, id, if_match, device=device), response)


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID, principal: _Administrator, session: Session, device: Client, if_match: IfMatch = None
) -> None:
    """Delete a scope and remove it from all users, which ends their sessions.

    403 `scope_not_yours`, `concerns_super`. 409 `scope_built_in`.
    """
    await scopes.delete(session, principal, id, if_match, device=device)


async def _tagged(session: Session, scope: Scope, response: Response) -> ScopeOut:
    tag_version(response, scope.version)
    return (await scopes.described(session, [scope]))[0]
