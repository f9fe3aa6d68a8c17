"""Stock on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ecom.products.schemas import Stock
from ecom.stock.models import Reason
from kit.schemas import OneLine, Out, Schema


class StockAdjustment(Schema):
    """What was counted, or by how much the stock differs from what the shop knows."""

    by: Stock | None = None
    stock: Stock | None = None
    stock_seen: Stock | None = Field(default=None, description="With stock: how many there were when it was written.")
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), OneLine] = ""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.by is None) == (self.stock is None) or (self.stock is None) != (self.stock_seen is None):
            raise PydanticCustomError("by_or_stock", "Send a difference, or the counted stock and the stock seen.")
        return self


class StockMovementOut(Out):
    """One change of a product's stock."""

    id: uuid.UUID
    product_id: uuid.UUID
    sku: str
    change: int
    stock_after: int
    reason: Reason
    order_id: uuid.UUID | None
    note: str
    actor_id: uuid.UUID | None
    actor_name: str | None
    at: datetime


class StockOut(Out):
    """What is in stock of a product."""

    product_id: uuid.UUID
    stock: int
