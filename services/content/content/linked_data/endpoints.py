"""Linked data: a resource with rules for what is saved, and for the pages that have it."""

import uuid
from typing import Annotated

from fastapi import Response

from content.linked_data import service
from content.linked_data.models import LinkedDataItem
from content.linked_data.schemas import LinkedDataIn, LinkedDataOut
from kit import preconditions
from kit.auth import Principal, requires
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch

router = crud_router(service.items, "/client/linked-data", without=["create", "update", "delete"])

_Editor = Annotated[Principal, requires("editor")]


@router.post("", response_model=LinkedDataOut, status_code=201)
async def create(data: LinkedDataIn, session: Session, principal: _Editor, response: Response) -> LinkedDataItem:
    """Add an item of linked data."""
    item = await service.create(session, principal, data)
    preconditions.tag_version(response, item.version)
    return item


@router.put("/{id}", response_model=LinkedDataOut)
async def update(
    id: uuid.UUID,
    data: LinkedDataIn,
    session: Session,
    principal: _Editor,
    response: Response,
    if_match: IfMatch = None,
) -> LinkedDataItem:
    """Replace an item of linked data; the pages that have it show it as it is then."""
    item = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, item.version)
    return item


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Editor, if_match: IfMatch = None) -> None:
    """Delete an item of linked data, and take it off its pages."""
    await service.delete(session, principal, id, if_match)
