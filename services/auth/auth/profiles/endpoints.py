"""Profile data."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Response

from auth.dependencies import Client
from auth.people.ownership import check_own_person
from auth.people.repository import PersonRepository
from auth.profiles import service as profile_data
from auth.profiles.models import ProfileData
from auth.profiles.repository import ProfileDataRepository, SchemaRepository
from auth.profiles.schemas import ProfileDataIn, ProfileDataOut, ProfileDataUpdate
from kit.auth import LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version

router = APIRouter(tags=["profile data"])

_order = sortable(createdAt=ProfileData.created_at, updatedAt=ProfileData.updated_at, default="createdAt")
_Administrator = Annotated[Principal, requires("admin")]
_Order = Annotated[Order, _order]

# More than data may have: it may come with indents.
_MAX_BODY = 128 * 1024


@router.get("/auth/profile-data", response_model=Page[ProfileDataOut])
async def list(
    principal: _Administrator,
    session: Session,
    page: PageParams,
    order: _Order,
    schema_id: Annotated[uuid.UUID | None, Query(alias="schema-id")] = None,
    person_id: Annotated[uuid.UUID | None, Query(alias="person-id")] = None,
) -> Slice[ProfileData]:
    """List profile data."""
    rows = ProfileDataRepository(session)
    return await rows.page(page, order, rows.visible_to(principal, schema_id=schema_id, person_id=person_id))


@router.get("/auth/profile-data/{id}", response_model=ProfileDataOut)
async def get(
    id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, response: Response
) -> ProfileData:
    """Get profile data of a person. Everybody may read their own, where the schema allows it."""
    row = await ProfileDataRepository(session).get_visible(id, principal)
    tag_version(response, row.version)
    return row


@router.get("/auth/people/{id}/profile-data", response_model=Page[ProfileDataOut])
async def list_of_person(
    id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, page: PageParams, order: _Order
) -> Slice[ProfileData]:
    """List the profile data of a person. Everybody may read their own, where the schemas allow it."""
    check_own_person(principal, id)
    await PersonRepository(session).get(id)
    rows = ProfileDataRepository(session)
    return await rows.page(page, order, rows.visible_to(principal, person_id=id))


@router.get("/auth/schemas/{id}/profile-data", response_model=Page[ProfileDataOut])
async def list_of_schema(
    id: uuid.UUID, principal: _Administrator, session: Session, page: PageParams, order: _Order
) -> Slice[ProfileData]:
    """List profile data of one schema."""
    await SchemaRepository(session).get(id)
    rows = ProfileDataRepository(session)
    return await rows.page(page, order, rows.visible_to(principal, schema_id=id))


@router.post("/auth/profile-data", status_code=201, response_model=ProfileDataOut, max_body_size=_MAX_BODY)
async def create(
    principal: Annotated[Principal, LoggedIn], data: ProfileDataIn, session: Session, device: Client, response: Response
) -> ProfileData:
    """Add profile data of a person, oneself for instance, for a schema.

    422 `profile_data_invalid` with what is wrong where, 403 `profile_data_read_only`, 409 `profile_data_exists`.
    """
    row = await profile_data.create(session, principal, data, device=device)
    tag_version(response, row.version)
    return row


@router.put("/auth/profile-data/{id}", response_model=ProfileDataOut, max_body_size=_MAX_BODY)
async def update(
    id: uuid.UUID,
    principal: Annotated[Principal, LoggedIn],
    data: ProfileDataUpdate,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> ProfileData:
    """Replace the data. 422 `profile_data_invalid` with what is wrong where, 403 `profile_data_read_only`."""
    row = await profile_data.update(session, principal, data.data, id, if_match, device=device)
    tag_version(response, row.version)
    return row


@router.delete("/auth/profile-data/{id}", status_code=204)
async def delete(
    id: uuid.UUID,
    principal: Annotated[Principal, LoggedIn],
    session: Session,
    device: Client,
    if_match: IfMatch = None,
) -> None:
    """Delete the data. 403 `profile_data_read_only`."""
    await profile_data.delete(session, principal, id, if_match, device=device)
