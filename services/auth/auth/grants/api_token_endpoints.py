"""API tokens: one's own, those of others for administrators, and what services ask about them."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.dependencies import Client
from auth.grants import api_tokens
from auth.grants.api_token_repository import ApiTokenRepository
from auth.grants.api_token_schemas import ApiTokenIn, ApiTokenOut, Introspection, IntrospectionOut, NewApiToken
from auth.grants.models import ApiToken
from auth.people.repository import UserRepository
from auth.sessions.dependencies import Confirmed
from kit.auth import InSession, Internal, LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable

router = APIRouter(tags=["api tokens"])

_order = sortable(
    name=ApiToken.name,
    createdAt=ApiToken.created_at,
    expiresAt=ApiToken.expires_at,
    lastUsedAt=ApiToken.last_used_at,
    default="-createdAt",
)


@router.get("/auth/account/api-tokens", response_model=Page[ApiTokenOut])
async def list_own(
    principal: Annotated[Principal, LoggedIn], session: Session, page: PageParams, order: Annotated[Order, _order]
) -> Slice[ApiToken]:
    """One's own API tokens."""
    tokens = ApiTokenRepository(session)
    return await tokens.page(page, order, tokens.of_user(uuid.UUID(principal.user_id)))


@router.post("/auth/account/api-tokens", status_code=201)
async def create_own(
    data: ApiTokenIn, principal: Annotated[Principal, Confirmed], session: Session, device: Client
) -> NewApiToken:
    """Make an API token. The answer is the only one that holds it."""
    row, token = await api_tokens.create(session, principal, data, device=device)
    return NewApiToken(**ApiTokenOut.model_validate(row).model_dump(), token=token)


@router.delete("/auth/account/api-tokens/{id}", status_code=204)
async def delete_own(
    id: uuid.UUID, principal: Annotated[Principal, InSession], session: Session, device: Client
) -> None:
    """Revoke one of one's own API tokens. Works at once."""
    await api_tokens.delete(session, principal, uuid.UUID(principal.user_id), id, device=device)


@router.get("/auth/users/{id}/api-tokens", response_model=Page[ApiTokenOut])
async def list_of_user(
    id: uuid.UUID,
    principal: Annotated[Principal, requires("admin")],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
) -> Slice[ApiToken]:
    """The API tokens of a user."""
    await UserRepository(session).get(id)
    tokens = ApiTokenRepository(session)
    return await tokens.page(page, order, tokens.of_user(id))


@router.delete("/auth/users/{id}/api-tokens/{token_id}", status_code=204)
async def delete_of_user(
    id: uuid.UUID,
    token_id: uuid.UUID,
    principal: Annotated[Principal, requires("admin", in_session=True)],
    session: Session,
    device: Client,
) -> None:
    """Revoke an API token of a user. Works at once."""
    await api_tokens.delete(session, principal, id, token_id, device=device)


@router.post("/private/api-tokens/introspection", include_in_schema=False)
async def introspect(
    data: Introspection,
    service: Annotated[str, Internal("auth", "cms", "content", "crm", "ecom", "web")],
    session: Session,
) -> IntrospectionOut:
    """Whose API token it is and what it may do, for services that are called with one."""
    return await api_tokens.introspect(session, bytes.fromhex(data.digest))
