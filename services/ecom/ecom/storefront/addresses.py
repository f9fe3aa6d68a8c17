"""``GET /private/named-addresses``: the products that a page's address may name, for the sitemap of the web host."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy import String, cast, func, select

from ecom.events import CATALOGUE
from ecom.product_groups.models import ProductGroup
from kit.auth import Internal
from kit.db import ReadingSession
from kit.schemas import Out

MOST = 100_000
"""More than that no sitemap of the site lists; the ones that were changed last are the ones that are listed."""

private_router = APIRouter(prefix="/private/named-addresses")


class NamedAddress(Out):
    name: str
    updated_at: datetime


class NamedAddresses(Out):
    """All names, and the tags of the events after which they may be others."""

    names: list[NamedAddress]
    tags: list[str] = Field(default=[CATALOGUE])


@private_router.get("", include_in_schema=False)
async def list_named(session: ReadingSession, _: Annotated[str, Internal("web")]) -> NamedAddresses:
    """The published product groups by what links name them by: the code or, without one, the id."""
    name = func.coalesce(ProductGroup.code, cast(ProductGroup.id, String))
    query = (
        select(name.label("name"), ProductGroup.updated_at)
        .where(ProductGroup.is_published)
        .order_by(ProductGroup.updated_at.desc(), ProductGroup.id)
        .limit(MOST)
    )
    rows = (await session.execute(query)).all()
    return NamedAddresses(names=[NamedAddress(name=row.name, updated_at=row.updated_at) for row in rows])
