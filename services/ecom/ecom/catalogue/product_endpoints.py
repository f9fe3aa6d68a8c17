"""``/ecom/products``."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response

from ecom.catalogue import bulk, service
from ecom.catalogue.answers import listed_products, product_out
from ecom.catalogue.bulk_schemas import BulkEdit, BulkEdited
from ecom.catalogue.repository import ListedProducts, ProductFilters, StockState
from ecom.catalogue.schemas import ListedProduct
from ecom.config_entries.entries import LOW_STOCK_AT, entries
from ecom.products.models import Product
from ecom.products.schemas import ProductIn, ProductOut
from kit.auth import Principal, requires
from kit.body import DOCUMENT_MAX_BODY
from kit.db import Session
from kit.pagination import Order, Page, PageParams, Slice, sortable
from kit.preconditions import IdempotencyKey, IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/ecom/products", tags=["products"])

_Reader = Annotated[Principal, requires("ecom:read", "ecom:write")]
_Writer = Annotated[Principal, requires("ecom:write")]
_MOST_VALUES = 100
_sort = sortable(
    sku=Product.sku,
    position=Product.position,
    stock=Product.stock,
    createdAt=Product.created_at,
    updatedAt=Product.updated_at,
    default="sku",
)


@router.get("", response_model=Page[ListedProduct])
async def list(
    session: Session,
    page: PageParams,
    order: Annotated[Order, _sort],
    _: _Reader,
    q: SearchText = None,
    group_id: Annotated[Sequence[uuid.UUID], Query(alias="group-id", max_length=_MOST_VALUES)] = [],
    sku: Annotated[Sequence[Annotated[str, Query(max_length=100)]], Query(max_length=_MOST_VALUES)] = [],
    stock: StockState | None = None,
) -> Slice[ListedProduct]:
    """List the products: the variants of all groups."""
    repository = ListedProducts(session)
    query = repository.search(ProductFilters(q, group_id, sku, stock), await entries.get(session, LOW_STOCK_AT))
    found = await repository.page(page, order, query)
    return Slice(await listed_products(session, found.results), found.total, found.start, found.limit)


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, _: _Reader, response: Response) -> ProductOut:
    """Get one product."""
    return await _answer(session, id, response)


@router.post("", status_code=201)
async def create(data: ProductIn, session: Session, principal: _Writer, response: Response) -> ProductOut:
    """Add a product to its group."""
    return await _answer(session, (await service.create_product(session, principal, data)).id, response)


@router.post("/bulk-edits", max_body_size=DOCUMENT_MAX_BODY)
async def edit_many(
    data: BulkEdit, session: Session, principal: _Writer, idempotency_key: IdempotencyKey
) -> BulkEdited:
    """Change prices, stock and what is published of up to 500 products.

    Those that it cannot be done to stay as they are, each with the reason; the others are changed.
    """
    return await bulk.edit(session, principal, data, idempotency_key)


@router.put("/{id}")
async def update(
    id: uuid.UUID, data: ProductIn, session: Session, principal: _Writer, response: Response, if_match: IfMatch = None
) -> ProductOut:
    """Replace the fields and the prices of a product."""
    await service.update_product(session, principal, data, id, if_match)
    return await _answer(session, id, response)


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Writer, if_match: IfMatch = None) -> None:
    """Delete a product."""
    await service.delete_product(session, principal, id, if_match)


async def _answer(session: Session, product_id: uuid.UUID, response: Response) -> ProductOut:
    out = await product_out(session, product_id)
    tag_version(response, out.version)
    return out
