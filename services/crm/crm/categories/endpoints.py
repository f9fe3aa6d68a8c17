"""Categories: a plain resource."""

from crm.categories.models import Category
from crm.categories.schemas import CategoryIn, CategoryOut
from kit.crud import Resource
from kit.crud_routes import crud_router

categories = Resource(
    Category,
    name="category",
    data=CategoryIn,
    out=CategoryOut,
    read=("crm:read", "crm:write"),
    write=("crm:write",),
    search=(Category.name,),
    sort={"name": Category.name, "createdAt": Category.created_at},
    default_sort="name",
)

router = crud_router(categories, "/crm/categories")
