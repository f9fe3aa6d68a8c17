"""People."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Response

from auth.accounts import people
from auth.dependencies import Client
from auth.people.models import Person
from auth.people.repository import PersonRepository
from auth.people.schemas import HasUserFilter, PersonFound, PersonIn, PersonOut
from kit.auth import LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/auth/people", tags=["people"])

_order = sortable(
    firstName=Person.first_name,
    lastName=Person.last_name,
    emailAddress=Person.email_key,
    createdAt=Person.created_at,
    default="lastName,firstName",
)
_Administrator = Annotated[Principal, requires("admin")]


@router.get("", response_model=Page[PersonFound])
async def list(
    principal: _Administrator,
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
    has_user: HasUserFilter = None,
) -> Slice[PersonFound]:
    """The people of the site."""
    repository = PersonRepository(session)
    found = await repository.page(page, order, repository.search(q, has_user))
    return Slice(await people.with_users(session, found.results), found.total, found.start, found.limit)


@router.get("/{id}")
async def get(
    id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, response: Response
) -> PersonFound:
    """One person, kept for 30 seconds. Everybody may read their own record."""
    person = await people.get(session, principal, id)
    tag_version(response, person.version)
    return person


@router.post("", response_model=PersonOut, status_code=201)
async def create(
    principal: _Administrator, data: PersonIn, session: Session, device: Client, response: Response
) -> Person:
    """Add a person, who cannot log in. 409 `email_address_taken`."""
    person = await people.create(session, principal, data, device=device)
    tag_version(response, person.version)
    return person


@router.put("/{id}", response_model=PersonOut)
async def update(
    id: uuid.UUID,
    principal: Annotated[Principal, LoggedIn],
    data: PersonIn,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> Person:
    """Change a person. Everybody may change their own names and time zone.

    One's own address: 422 `confirm_address`. 409 `email_address_taken`.
    """
    person = await people.update(session, principal, data, id, if_match, device=device)
    tag_version(response, person.version)
    return person


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID,
    principal: _Administrator,
    session: Session,
    device: Client,
    with_user: Annotated[bool, Query(alias="with-user", description="Delete the user that they have, too.")] = True,
    if_match: IfMatch = None,
) -> None:
    """Delete a person, and with them their user. 409 `own_account`, `last_super`; `person_has_user` without that."""
    await people.delete(session, principal, id, if_match, with_user=with_user, device=device)
