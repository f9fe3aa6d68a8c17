"""Reading people."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.ownership import check_own_person
from auth.people.models import Person
from auth.people.repository import PersonRepository
from auth.people.schemas import PersonOut, SearchText
from kit.auth import LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable

router = APIRouter(prefix="/auth/people", tags=["people"])

_order = sortable(
    firstName=Person.first_name,
    lastName=Person.last_name,
    emailAddress=Person.email_key,
    createdAt=Person.created_at,
    default="lastName,firstName",
)


@router.get("", response_model=Page[PersonOut])
async def list(
    principal: Annotated[Principal, requires("admin")],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
) -> Slice[Person]:
    """The people of the site."""
    people = PersonRepository(session)
    return await people.page(page, order, people.search(q))


@router.get("/{id}", response_model=PersonOut)
async def get(id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session) -> Person:
    """One person. Everybody may read their own record."""
    check_own_person(principal, id)
    return await PersonRepository(session).get(id)
