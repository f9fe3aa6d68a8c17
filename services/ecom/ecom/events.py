"""What ecom emits of its catalogue, so that pages that show any of it are drawn anew.

What shows a product group carries the tag ``product-group:<id>``, what lists groups `CATALOGUE`, what names a brand or
a category ``brand:<id>`` or ``category:<id>``, and what depends on the shop's settings `SETTINGS`.
"""

import uuid
from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from kit.events import Payload, emit, event

CATALOGUE = "catalogue"
SETTINGS = "shop-settings"


@event("ecom.catalogue_changed")
class CatalogueChanged(Payload):
    """What visitors see of the shop is other: groups with their products and prices, or what they are shown with.

    That a product is sold out or in stock again is such a change, that another of few is sold, and that a sale begins or
    ends. ``group_ids`` are the
    groups that were changed, not those that a brand, a category or a setting touches; ``tags`` are of all that shows any of
    it.
    """

    group_ids: list[uuid.UUID]
    tags: list[str]


def tag_of_group(group_id: uuid.UUID) -> str:
    """What pages carry that show a product group."""
    return f"product-group:{group_id}"


def emit_groups(session: AsyncSession, group_ids: Collection[uuid.UUID], *, is_listed: bool = True) -> None:
    """Emit that these groups were changed or deleted. ``is_listed``: whether in what lists show of them, too."""
    ids = sorted(group_ids)
    if ids:
        tags = [*([CATALOGUE] if is_listed else []), *map(tag_of_group, ids)]
        emit(session, CatalogueChanged(group_ids=ids, tags=tags))


def emit_tags(session: AsyncSession, *tags: str) -> None:
    """Emit that a brand, a category, a file or a setting was changed that groups are shown with."""
    emit(session, CatalogueChanged(group_ids=[], tags=[*tags]))
