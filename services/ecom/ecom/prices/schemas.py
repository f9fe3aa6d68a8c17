"""The explanation of a price on the wire."""

import uuid
from datetime import datetime
from typing import Literal

from ecom.prices.picking import Why
from ecom.products.schemas import PriceOut
from kit.schemas import Out

Explained = Literal["lowest", "higher"] | Why
"""``lowest``: this is the price. ``higher``: it applies, and another is lower."""


class ExplainedPrice(PriceOut):
    """One of a product's prices, and why it counts or does not."""

    why: Explained


class PriceExplanation(Out):
    """What one of a product costs somebody at a moment, and how each of its prices was judged."""

    product_id: uuid.UUID
    currency: str
    quantity: int
    at: datetime
    scopes: list[str]
    amount: int | None
    standard_amount: int | None
    prices: list[ExplainedPrice]
