"""Baskets on the wire. Money is in minor units of the currency beside it."""

import uuid
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ecom.money import Amount, Currency
from ecom.places import PlaceIn
from kit.schemas import Name, Out, Schema

MAX_ROWS = 100
MAX_QUANTITY = 9_999

Quantity = Annotated[int, Field(strict=True, ge=1, le=MAX_QUANTITY)]
Options = Annotated[
    dict[Name, Name],
    Field(max_length=20, description="What the buyer chose of the options that the product leaves open."),
]
Change = Literal["gone", "price_changed", "fewer_in_stock", "too_many", "options_missing"]
DeliveryState = Literal["not_needed", "collected", "unknown", "charged", "unavailable"]


class BasketRowIn(Schema):
    """How many of a product somebody wants."""

    product_id: uuid.UUID
    quantity: Quantity
    options: Options = {}
    seen_price: Amount | None = Field(
        default=None,
        description="The row's `price` as the visitor saw it last; another one now is a change of the row.",
    )


class BasketIn(Schema):
    """A basket as the browser keeps it: no prices, for those are the shop's."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rows": [{"productId": "0192f0aa-0000-7000-8000-000000000001", "quantity": 2}],
                    "address": {"country": "GB", "postcode": "NR1 3JU"},
                }
            ]
        }
    )

    rows: Annotated[list[BasketRowIn], Field(max_length=MAX_ROWS)]
    collects: bool = Field(default=False, description="Whether the buyer comes for it: nothing is delivered then.")
    address: PlaceIn | None = Field(
        default=None, description="Where it goes, as far as that is known: tax and delivery depend on it."
    )


class Named(Out):
    """What a row is of."""

    id: uuid.UUID
    name: str


class BasketProduct(Named):
    """The product of a row. Its name is the choice of options, empty where there is none to choose."""

    sku: str


class SummaryRow(Out):
    """A row as the shop prices it now. A row that cannot be bought has no amounts and does not count."""

    product_id: uuid.UUID
    product_group: Named | None
    product: BasketProduct | None
    name: str = Field(description="The group and the choice in one line.")
    options: dict[str, str]
    quantity: int
    is_available: bool = Field(description="Whether this many can be ordered now.")
    available: int | None = Field(description="How many can be ordered at most; none where there is no limit.")
    changes: list[Change]
    price: int = Field(description="Of one, with or without tax as `pricesIncludeTax` says.")
    standard_price: int | None = Field(description="What one costs without a sale, where that is more.")
    unit_price: int = Field(description="Of one, without tax.")
    unit_price_incl_tax: int
    total_excl_tax: int
    tax: int
    total_incl_tax: int
    tax_percent: str


class DeliverySummary(Out):
    """What delivery costs. `unknown` without an address, `unavailable` where the shop does not deliver."""

    state: DeliveryState
    total_excl_tax: int
    tax: int
    total_incl_tax: int
    tax_percent: str


class TaxSummary(Out):
    """What is taxed by one rate, delivery included."""

    percent: str
    total_excl_tax: int
    tax: int


class SummaryOut(Out):
    """A basket, priced. The totals have the delivery in them."""

    currency: Currency
    prices_include_tax: bool
    rows: list[SummaryRow]
    delivery: DeliverySummary
    taxes: list[TaxSummary]
    goods_excl_tax: int
    goods_incl_tax: int
    total_excl_tax: int
    tax: int
    total_incl_tax: int
    can_order: bool = Field(description="Whether all of it can be ordered, and delivered to the address.")
    digest: str = Field(description="What an order says that it agrees to: it changes with any amount above.")
