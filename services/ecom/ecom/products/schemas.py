"""Products on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import Field, StrictBool, StrictInt, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ecom.money import Amount, Currency
from ecom.pictures import Picture
from ecom.price_kinds.kinds import Kind
from ecom.product_groups.schemas import MAX_OPTIONS, OptionText
from kit.schemas import GivenMoment, OneLine, Out, RecordIn, RecordOut, Schema

MAX_PRICES = 50
MAX_STOCK = 1_000_000_000
"""Low enough that orders that take and give back never leave a Postgres integer."""

Sku = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100), OneLine]
Gtin = Annotated[str, StringConstraints(pattern=r"^(?:[0-9]{8}|[0-9]{12,14})$")]
Stock = Annotated[StrictInt, Field(ge=-MAX_STOCK, le=MAX_STOCK)]
_Measure = Annotated[StrictInt, Field(ge=0, le=100_000_000)]
_Quantity = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
_Scope = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9:._-]*$", max_length=64)]


class PriceIn(Schema):
    """What one of a product costs, for whom and when."""

    id: uuid.UUID | None = Field(default=None, description="Ignored: an unchanged price keeps its own.")
    kind: Kind = "standard"
    currency: Currency | None = Field(default=None, description="The shop's where it is left out.")
    amount: Amount
    starts_at: GivenMoment | None = None
    ends_at: GivenMoment | None = Field(default=None, description="The first moment at which it does not apply.")
    least_quantity: _Quantity = 1
    scope: _Scope | None = Field(default=None, description="For whom who has this scope; null for everybody.")

    @model_validator(mode="after")
    def _ends_later(self) -> Self:
        if self.starts_at is not None and self.ends_at is not None and self.ends_at <= self.starts_at:
            raise PydanticCustomError("ends_too_early", "The end has to be after the start.")
        return self


class PriceOut(Out):
    id: uuid.UUID
    kind: Kind
    currency: str
    amount: int
    starts_at: datetime | None
    ends_at: datetime | None
    least_quantity: int
    scope: str | None


class ProductIn(RecordIn):
    """A product's fields. Its prices are replaced with it."""

    group_id: uuid.UUID | None = Field(default=None, description="Of a product that exists, its own.")
    position: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = Field(
        default=None, description="Ignored where products are sent with their group: their order counts."
    )
    sku: Sku
    gtin: Gtin | None = None
    option_values: Annotated[dict[OptionText, OptionText], Field(max_length=MAX_OPTIONS)] = Field(
        default={}, description="The value of each option; what is left out is the buyer's choice."
    )
    image: Picture | None = None
    is_published: StrictBool = True
    needs_delivery: StrictBool = True
    weight_grams: _Measure | None = None
    length_mm: _Measure | None = None
    width_mm: _Measure | None = None
    height_mm: _Measure | None = None
    tracks_stock: StrictBool = False
    stock: Stock | None = Field(
        default=None, description="How many there are; of a product that exists it is ignored without stockSeen."
    )
    stock_seen: Stock | None = Field(
        default=None, description="How many there were when this was written; 409 where there are others by now."
    )
    allows_backorders: StrictBool = False
    low_stock_at: Annotated[StrictInt, Field(ge=0, le=MAX_STOCK)] | None = None
    most_per_order: _Quantity | None = None
    prices: Annotated[list[PriceIn], Field(max_length=MAX_PRICES)] = []


class ProductOut(RecordOut):
    """A variant of a product group: what is put into a basket."""

    group_id: uuid.UUID
    position: int
    sku: str
    gtin: str | None
    option_values: dict[str, str]
    image: dict[str, Any] | None
    is_published: bool
    needs_delivery: bool
    weight_grams: int | None
    length_mm: int | None
    width_mm: int | None
    height_mm: int | None
    tracks_stock: bool
    stock: int
    allows_backorders: bool
    low_stock_at: int | None
    most_per_order: int | None
    prices: list[PriceOut]
