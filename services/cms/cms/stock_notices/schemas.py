"""What the shop tells of stock that runs low."""

import uuid
from typing import Annotated

from pydantic import Field

from kit.events import Payload


class LowProduct(Payload):
    """A product of which few are left."""

    group_id: uuid.UUID
    sku: str
    name: str
    stock: int


class LowStock(Payload):
    """Products whose stock fell, as `ecom.stock_low` has them: how many, the first of them, and who is mailed.

    Without an address it is the site's contact address. The release before this one told neither of the last two.
    """

    count: int
    products: Annotated[list[LowProduct], Field(min_length=1)]
    is_mailed: bool = True
    to_address: str | None = None
