"""Schemas of profile data."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Response

from auth.dependencies import Client
from auth.profiles import schema_service as schemas
from auth.profiles.models import ProfileSchema
from auth.profiles.repository import SchemaRepository
from auth.profiles.schemas import PreviewIn, PreviewOut, SchemaIn, SchemaOut, SchemaUpdate
from kit.auth import LoggedIn, Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/auth/schemas", tags=["schemas"])

_order = sortable(name=ProfileSchema.name, createdAt=ProfileSchema.created_at, default="name")
_Administrator = Annotated[Principal, requires("admin")]

# More than a schema may have: it may come with indents.
_MAX_BODY = 256 * 1024


@router.get("", response_model=Page[SchemaOut])
async def list(
    principal: Annotated[Principal, LoggedIn],
    session: Session,
    page: PageParams,
    order: Annotated[Order, _order],
    q: SearchText = None,
) -> Slice[SchemaOut]:
    """The schemas: all for administrators, for others those whose data people may read or write themselves."""
    repository = SchemaRepository(session)
    found = await repository.page(page, order, repository.search(repository.visible_to(principal), q))
    described = await schemas.described(session, found.results, for_members=not principal.has("admin"))
    return Slice(described, found.total, found.start, found.limit)


@router.get("/{id}")
async def get(
    id: uuid.UUID, principal: Annotated[Principal, LoggedIn], session: Session, response: Response
) -> SchemaOut:
    """One schema."""
    schema = await schemas.get(session, principal, id)
    tag_version(response, schema.version)
    return schema


@router.post("", status_code=201, max_body_size=_MAX_BODY)
async def create(
    principal: _Administrator, data: SchemaIn, session: Session, device: Client, response: Response
) -> SchemaOut:
    """Add a schema. 422 `schema_refused`, 409 `schema_taken`."""
    schema = await schemas.create(session, principal, data, device=device)
    tag_version(response, schema.version)
    return (await schemas.described(session, [schema]))[0]


@router.put("/{id}", max_body_size=_MAX_BODY)
async def update(
    id: uuid.UUID,
    principal: _Administrator,
    data: SchemaUpdate,
    session: Session,
    device: Client,
    response: Response,
    if_match: IfMatch = None,
) -> SchemaOut:
    """Change a schema.

    409 `data_would_be_invalid` with what would no longer be valid, unless `acceptInvalid`; such data
    stays, marked as invalid, until it is changed. 403 `concerns_super` where it is data of super users, and the
    caller is none.
    """
    schema = await schemas.update(session, principal, data, id, if_match, device=device)
    tag_version(response, schema.version)
    return (await schemas.described(session, [schema]))[0]


@router.post("/{id}/preview", max_body_size=_MAX_BODY)
async def preview(id: uuid.UUID, principal: _Administrator, data: PreviewIn, session: Session) -> PreviewOut:
    """What a change of the document would do to the data that there is. Changes nothing."""
    return await schemas.preview(session, id, data.document)


@router.delete("/{id}", status_code=204)
async def delete(
    id: uuid.UUID,
    principal: _Administrator,
    session: Session,
    device: Client,
    with_data: Annotated[bool, Query(alias="with-data", description="Delete its data too.")] = False,
    if_match: IfMatch = None,
) -> None:
    """Delete a schema. 409 `schema_in_use` where there is data, unless that goes too.

    403 `concerns_super` where there is data of super users, and the caller is none.
    """
    await schemas.delete(session, principal, id, if_match, with_data=with_data, device=device)
