"""Product groups with their products on the wire, and the changes of many products at once."""

import uuid
from typing import Annotated, Any

from pydantic import Field

from ecom.product_groups.schemas import GroupFieldsIn, GroupFieldsOut
from ecom.products.schemas import ProductIn, ProductOut
from kit.schemas import Schema, Version

MAX_PRODUCTS = 500
"""Of one group, and in one call."""


class RemovedProduct(Schema):
    """A product that goes, in the version that was read."""

    id: uuid.UUID
    version: Version


class GroupIn(GroupFieldsIn):
    """A group's fields, and its products where they are saved with it.

    Products that are named keep or change their fields and stand in this order; those without an id are new. Those that are
    not named stay as they are, behind the others.
    """

    products: Annotated[list[ProductIn], Field(max_length=MAX_PRODUCTS)] | None = Field(
        default=None, description="Left out or null: the products stay as they are."
    )
    removed_products: Annotated[list[RemovedProduct], Field(max_length=MAX_PRODUCTS)] = []


class GroupOut(GroupFieldsOut):
    """What visitors see as one product, with the products that it can be bought as."""

    products: list[ProductOut]


class ListedGroup(GroupFieldsOut):
    """A group in a list: its own fields, and its products in numbers."""

    brand_name: str | None
    product_count: int
    sku: str | None = Field(description="Of the only product; null where there are several or none.")
    currency: str = Field(description="The shop's: what the prices are in.")
    lowest_price: int | None = Field(description="What the cheapest product costs now, bought alone by anybody.")
    highest_price: int | None
    stock: int | None = Field(description="Of all products whose stock is tracked; null where none is.")
    out_of_stock: int = Field(description="How many products cannot be bought for want of stock.")
    low_in_stock: int


class ListedProduct(ProductOut):
    """A product in a list, with what it is called."""

    group_name: str
    image_shown: dict[str, Any] | None = Field(description="Its own image, or else the first of its group.")
    currency: str
    price: int | None = Field(description="What one costs now, bought by anybody.")
