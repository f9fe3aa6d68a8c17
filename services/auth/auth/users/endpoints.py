"""Reading users."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.ownership import check_own_person, check_own_user
from auth.people.models import Person
from auth.people.schemas import SearchText
from auth.users.models import User
from auth.users.repository import UserRepository
from auth.users.schemas import UserIds, UserOut, UserScopes
from kit.auth import Internal, LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable

router = APIRouter(tags=["users"])

_order = sortable(
    firstName=Person.first_name,
    lastName=Person.last_name,
    emailAddress=Person.email_key,
    state=User.state,
    createdAt=User.created_at,
    default="lastName,firstName",
)


@router.get("/auth/users", response_model=Page[UserOut])
async def list(
    principal: Annotated[Principal, requires("admin")],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
) -> Slice[User]:
    """The accounts of the site."""
    users = UserRepository(session)
    return await users.page(page, order, users.search(q))


@router.get("/auth/users/{id}", response_model=UserOut)
async def get(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session) -> User:
    """One account. Everybody may read their own."""
    check_own_user(principal, id)
    return await UserRepository(session).get(id)


@router.get("/auth/users/{id}/scopes", response_model=UserScopes)
async def get_scopes(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session) -> User:
    """The scopes that a user holds. Everybody may read their own."""
    check_own_user(principal, id)
    return await UserRepository(session).get(id)


@router.get("/auth/people/{id}/user", response_model=UserOut)
async def get_of_person(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session) -> User:
    """A person's account; 404 for somebody who has none. Everybody may read their own."""
    check_own_person(principal, id)
    return await UserRepository(session).of_person(id)


@router.get("/private/people/names", include_in_schema=False)
async def list_names(ids: UserIds, service: Annotated[str, Internal], session: Session) -> dict[uuid.UUID, str]:
    """The names behind user ids, for messages such as "changed by …". Users who are gone are left out."""
    return await UserRepository(session).names(ids)
