"""``/ecom/product-groups``."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ecom.catalogue import service
from ecom.catalogue.answers import group_out, groups_out
from ecom.catalogue.repository import GroupFilters, ProductGroupRepository, StockState
from ecom.catalogue.schemas import GroupIn, GroupOut, ListedGroup
from ecom.config_entries.entries import LOW_STOCK_AT, entries
from ecom.product_groups.models import ProductGroup
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/ecom/product-groups", tags=["product groups"])

_Reader = Annotated[Principal, requires("ecom:read", "ecom:write")]
_Writer = Annotated[Principal, requires("ecom:write")]
_MOST_VALUES = 50
_sort = sortable(
    name=ProductGroup.name,
    code=ProductGroup.code,
    createdAt=ProductGroup.created_at,
    updatedAt=ProductGroup.updated_at,
    default="name",
)


@router.get("", response_model=Page[ListedGroup])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Reader,
    q: SearchText = None,
    name: SearchText = None,
    description: SearchText = None,
    brand_id: Annotated[Sequence[uuid.UUID], Query(alias="brand-id", max_length=_MOST_VALUES)] = [],
    category_id: Annotated[
        Sequence[uuid.UUID],
        Query(alias="category-id", max_length=_MOST_VALUES, description="Or in any category below one of these."),
    ] = [],
    published: Annotated[bool | None, Query(description="Whether it is published.")] = None,
    stock: Annotated[StockState | None, Query(description="Groups with a product of which this is so.")] = None,
) -> Slice[ListedGroup]:
    """List the product groups."""
    filters = GroupFilters(q, name, description, brand_id, category_id, published, stock)
    repository = ProductGroupRepository(session)
    query = repository.search(filters, await entries.get(session, LOW_STOCK_AT))
    found = await repository.page(page, order, query)
    return Slice(await groups_out(session, found.results), found.total, found.start, found.limit)


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, _: _Reader, response: Response) -> GroupOut:
    """Get one product group with its products."""
    return await _answer(session, await ProductGroupRepository(session).get(id), response)


@router.post("", status_code=201, max_body_size=DOCUMENT_MAX_BODY)
async def create(data: GroupIn, session: Session, principal: _Writer, response: Response) -> GroupOut:
    """Add a product group, with its products where some are sent."""
    return await _answer(session, await service.create_group(session, principal, data), response)


@router.put("/{id}", max_body_size=DOCUMENT_MAX_BODY)
async def update(
    id: uuid.UUID, data: GroupIn, session: Session, principal: _Writer, response: Response, if_match: IfMatch = None
) -> GroupOut:
    """Replace the fields of a product group, and save its products where some are sent.

    All of it is saved or nothing. Each product that exists says the version that was read.
    """
    return await _answer(session, await service.update_group(session, principal, data, id, if_match), response)


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Writer, if_match: IfMatch = None) -> None:
    """Delete a product group and its products."""
    await service.delete_group(session, principal, id, if_match)


async def _answer(session: Session, group: ProductGroup, response: Response) -> GroupOut:
    tag_version(response, group.version)
    return await group_out(session, group)
