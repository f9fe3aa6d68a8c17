"""Brands: a plain resource."""

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.brands.models import Brand
from ecom.brands.schemas import BrandIn, BrandOut
from ecom.events import CATALOGUE, emit_tags
from kit.crud import Resource, Verb
from kit.crud_routes import crud_router


def _publish(session: AsyncSession, row: Brand, verb: Verb) -> None:
    emit_tags(session, CATALOGUE, f"brand:{row.id}")


brands = Resource(
    Brand,
    name="brand",
    data=BrandIn,
    out=BrandOut,
    read=("ecom:read", "ecom:write"),
    write=("ecom:write",),
    search=(Brand.name, Brand.description),
    sort={"name": Brand.name, "createdAt": Brand.created_at, "updatedAt": Brand.updated_at},
    default_sort="name",
    publish=_publish,
)

router = crud_router(brands, "/ecom/brands")
