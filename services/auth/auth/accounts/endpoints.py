"""Users, and the scopes that they hold."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from auth.accounts import service as users
from auth.accounts.schemas import (
    ScopeFilter,
    StateFilter,
    UserCreate,
    UserIds,
    UserOut,
    UserScopes,
    UserScopesIn,
    UserUpdate,
)
from auth.dependencies import Client
from auth.people.models import Person, User
from auth.people.ownership import check_own_person, check_own_user
from auth.people.repository import UserRepository
from kit.auth import Internal, LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(tags=["users"])

_order = sortable(
    firstName=Person.first_name,
    lastName=Person.last_name,
    emailAddress=Person.email_key,
    state=User.state,
    lastLoginAt=User.last_login_at,
    createdAt=User.created_at,
    default="lastName,firstName",
)
_Administrator = Annotated[Principal, requires("admin")]
# What an API token could outlive itself by: a user of its own, or more than it was given.
_AdministratorInSession = Annotated[Principal, requires("admin", in_session=True)]


@router.get("/auth/users", response_model=Page[UserOut])
async def list(
    principal: _Administrator,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
    scope: ScopeFilter = None,
    state: StateFilter = None,
) -> Slice[User]:
    """The accounts of the site."""
    users = UserRepository(session)
    return await users.page(page, order, users.search(q, scope, state))


@router.get("/auth/users/{id}", response_model=UserOut)
async def get(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, response: Response) -> User:
    """One account. Everybody may read their own."""
    check_own_user(principal, id)
    user = await UserRepository(session).get(id)
    tag_version(response, user.version)
    return user


@router.post("/auth/users", response_model=UserOut, status_code=201)
async def create(
    principal: _AdministratorInSession, data: UserCreate, session: Session, device: Client, response: Response
) -> User:
    """Create an account for an existing or a new person.

    403 `scope_not_yours`, 404 `person_not_found`, 409 `email_address_taken` or `user_exists`, 422 `scope_unknown`,
    `too_many_scopes` or `password_too_common`.
    """
    user = await users.create(session, principal, data, device=device)
    tag_version(response, user.version)
    return user


@router.put("/auth/users/{id}", response_model=UserOut)
async def update(
    id: uuid.UUID,
    principal: _Administrator,
    data: UserUpdate,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> User:
    """Disable an account, which ends its sessions, or let its user in again. 409 `own_account`, `last_super`."""
    user = await users.update(session, principal, data, id, if_match, device=device)
    tag_version(response, user.version)
    return user


@router.delete("/auth/users/{id}", status_code=204)
async def delete(
    id: uuid.UUID, principal: _Administrator, session: Session, device: Client, if_match: IfMatch = None
) -> None:
    """Delete an account; its person stays. 409 `own_account`, `last_super`."""
    await users.delete(session, principal, id, if_match, device=device)


@router.get("/auth/users/{id}/scopes", response_model=UserScopes)
async def get_scopes(
    id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, response: Response
) -> User:
    """The scopes of a user. Everybody may read their own."""
    check_own_user(principal, id)
    user = await UserRepository(session).get(id)
    tag_version(response, user.version)
    return user


@router.put("/auth/users/{id}/scopes", response_model=UserScopes)
async def update_scopes(
    id: uuid.UUID,
    principal: _AdministratorInSession,
    data: UserScopesIn,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> User:
    """Replace the scopes of a user; a change ends their sessions.

    Takes the bare list, or a bare name, as well. 403 `scope_not_yours`, 409 `own_account` or `last_super`, 422
    `scope_unknown` or `too_many_scopes`.
    """
    user = await users.set_scopes(session, principal, id, data.scopes, if_match, device=device)
    tag_version(response, user.version)
    return user


@router.get("/auth/people/{id}/user", response_model=UserOut)
async def get_of_person(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session) -> User:
    """A person's account; 404 for somebody who has none. Everybody may read their own."""
    check_own_person(principal, id)
    return await UserRepository(session).of_person(id)


@router.get("/private/people/names", include_in_schema=False)
async def list_names(
    ids: UserIds, service: Annotated[str, Internal("cms", "content", "crm", "ecom")], session: Session
) -> dict[uuid.UUID, str]:
    """The names behind user ids, for messages such as "changed by …". Users who are gone are left out."""
    return await UserRepository(session).names(ids)
