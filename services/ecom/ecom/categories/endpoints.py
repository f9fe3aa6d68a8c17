"""Categories: a plain resource, in a tree."""

from ecom.categories.models import Category
from ecom.categories.schemas import CategoryIn, CategoryOut
from kit.crud import Resource
from kit.crud_routes import crud_router

categories = Resource(
    Category,
    name="category",
    data=CategoryIn,
    out=CategoryOut,
    read=("ecom:read", "ecom:write"),
    write=("ecom:write",),
    search=(Category.name, Category.description),
    filters={"parent-id": Category.parent_id},
    sort={"position": Category.position, "name": Category.name, "createdAt": Category.created_at},
    default_sort="position,name",
)

router = crud_router(categories, "/ecom/categories")
