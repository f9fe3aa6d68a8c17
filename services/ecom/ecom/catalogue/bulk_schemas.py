"""Changes of many products at once, on the wire."""

import uuid
from typing import Annotated, Literal, Self

from pydantic import Field, StrictBool, StrictInt, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from ecom.catalogue.schemas import MAX_PRODUCTS
from ecom.money import Amount
from ecom.price_kinds.kinds import Kind
from ecom.products.schemas import MAX_PRICES, PriceIn, ProductOut, Stock
from kit.schemas import GivenMoment, OneLine, Out, Schema, Version

_Percent = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(?:\.[0-9]{1,2})?$")]
Note = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), OneLine]


class PriceChange(Schema):
    """How prices change: those of one kind in the shop's currency.

    ``set``: one price for everybody in place of those of the kind that are for everybody and any quantity. ``discount``: the
    same, by ``percent`` below the standard price. ``raise`` and ``lower``: all prices of the kind, by ``amount`` or
    ``percent``. ``remove``: those that ``set`` would replace go.
    """

    how: Literal["set", "discount", "raise", "lower", "remove"]
    kind: Kind = "standard"
    amount: Amount | None = None
    percent: _Percent | None = Field(default=None, examples=["12.5"])
    round_to: Annotated[StrictInt, Field(ge=1, le=1_000_000)] = Field(
        default=1, description="The nearest multiple of so many minor units, half up, …"
    )
    round_less: Annotated[StrictInt, Field(ge=0, le=999_999)] = Field(
        default=0, description="… less so many: 100 less 1 makes prices end in .99."
    )
    starts_at: GivenMoment | None = None
    ends_at: GivenMoment | None = None

    @model_validator(mode="after")
    def _is_said(self) -> Self:
        given = (self.amount is not None, self.percent is not None)
        wanted = {"set": [(True, False)], "discount": [(False, True)], "remove": [(False, False)]}
        if given not in wanted.get(self.how, [(True, False), (False, True)]):
            raise PydanticCustomError("amount_or_percent", "Enter an amount or a percentage.")
        if self.how == "discount" and self.kind == "standard":
            raise PydanticCustomError("discount_of_standard", "A discount has to be a sale price or a trade price.")
        if self.round_less >= self.round_to:
            raise PydanticCustomError(
                "rounds_to_nothing", "Choose a rounding step above what is taken off after rounding."
            )
        if self.how in {"raise", "lower", "remove"} and (self.starts_at or self.ends_at):
            raise PydanticCustomError("no_dates", "The dates of existing prices cannot be changed here.")
        if self.starts_at is not None and self.ends_at is not None and self.ends_at <= self.starts_at:
            raise PydanticCustomError("ends_too_early", "The end has to be after the start.")
        return self


class StockChange(Schema):
    """How stock changes: ``add`` a difference, or ``set`` what was counted; each product says what was there."""

    how: Literal["set", "add"]
    quantity: Stock
    note: Note = ""


class BulkProduct(Schema):
    """One of the products, with what is so of it alone."""

    id: uuid.UUID
    version: Version | None = Field(default=None, description="Only if it still is the one that was read.")
    stock_seen: Stock | None = Field(
        default=None, description="Only if there still are as many: a count needs it, what is added may do without."
    )
    stock: Stock | None = Field(default=None, description="How many of it were counted, in place of a change of all.")
    tracks_stock: StrictBool | None = Field(default=None, description="Whether its stock is tracked from now on.")
    prices: Annotated[list[PriceIn], Field(max_length=MAX_PRICES)] | None = Field(
        default=None, description="Its prices from now on, in place of a change of all."
    )


class BulkEdit(Schema):
    """What becomes of many products. Whether they are published can be said of groups, too."""

    products: Annotated[list[BulkProduct], Field(max_length=MAX_PRODUCTS)] = []
    group_ids: Annotated[list[uuid.UUID], Field(max_length=MAX_PRODUCTS)] = []
    price: PriceChange | None = None
    stock: StockChange | None = None
    is_published: StrictBool | None = None


class BulkFailure(Out):
    """A product or a group that stays as it was, and why."""

    id: uuid.UUID
    code: str
    detail: str


class BulkEdited(Out):
    """The products and groups that were changed, or that are so already, and those that could not be."""

    products: list[ProductOut]
    group_ids: list[uuid.UUID]
    failed: list[BulkFailure]
