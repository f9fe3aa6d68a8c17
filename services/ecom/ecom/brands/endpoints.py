"""Brands: a plain resource."""

from ecom.brands.models import Brand
from ecom.brands.schemas import BrandIn, BrandOut
from kit.crud import Resource
from kit.crud_routes import crud_router

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
)

router = crud_router(brands, "/ecom/brands")
