"""Categories: a plain resource, in a tree."""

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.categories.models import Category
from ecom.categories.schemas import CategoryIn, CategoryOut
from ecom.events import CATALOGUE, emit_tags
from kit.crud import Resource, Verb
from kit.crud_routes import crud_router


def _publish(session: AsyncSession, row: Category, verb: Verb) -> None:
    emit_tags(session, CATALOGUE, f"category:{row.id}")


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
    publish=_publish,
)

router = crud_router(categories, "/ecom/categories")
