"""What ecom tells of stock that runs low."""

import uuid

from kit.events import Payload, event

MOST_NAMED = 100
"""Products that one event names: an import may count thousands down at once."""


class LowProduct(Payload):
    """A product of which few are left. ``name`` is its group's with its options; ``stock`` may be below zero."""

    product_id: uuid.UUID
    group_id: uuid.UUID
    sku: str
    name: str
    stock: int


@event("ecom.stock_low")
class StockLow(Payload):
    """The stock of products has fallen to what counts as low, or below it: once, until it was above that again.

    ``count`` is how many products they are, of which ``products`` are the first by their SKU.
    ``isMailed`` says whether the shop wants an email of it, and ``toAddress`` who gets it: null is the site's contact address.
    """

    count: int
    products: list[LowProduct]
    is_mailed: bool
    to_address: str | None
