"""Shipping matrices on the wire."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictBool, StringConstraints

from ecom.money import MAX_AMOUNT, Amount, Currency
from ecom.places import PlaceIn
from ecom.shipping_matrices.conditions import Operator, Variable
from ecom.shipping_matrices.reading import MAX_ROWS, Outcome
from kit.schemas import Name, OneLine, Out, RecordIn, RecordOut, Schema

MAX_PRODUCTS = 100
"""In one simulation."""
Logic = Literal["and", "or", "then"]
ConsequenceType = Literal["set_shipping", "to_matrix", "no_delivery"]
_Number = Annotated[int, Field(strict=True, ge=0, le=MAX_AMOUNT)]
_Words = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000), OneLine]
_Measure = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]


class ShippingRowIn(Schema):
    """A row of a matrix: one question, and how it goes on."""

    variable: Variable = Field(
        description="`country`, `county`, `town` and `postcode` are texts of the address. All others are numbers: `weight`"
        " of all and `heaviest` of one item in grams, the greatest `length`, `width` and `height` in millimetres, `items`,"
        " and what they cost in minor units. `always` asks nothing."
    )
    operator: Operator | None = Field(
        default=None,
        description="Of numbers: `is`, `is_not`, `under`, `at_most`, `over`, `at_least`. Of texts: `is`, `is_not`,"
        " `is_one_of`, `is_none_of`, `starts_with`, `does_not_start_with`, `contains`, `does_not_contain`; of countries"
        " the first four alone.",
    )
    operand: _Number | _Words | None = Field(
        default=None,
        description="A whole number, or a text; several texts are parted by semicolons. Postcodes may be patterns where it"
        " is one of several: `BT*;IV1...IV63`.",
    )
    logic: Logic = Field(
        default="then",
        description="`and`, `or`: the next row belongs to the same sentence, `and` binding closer. `then`: what follows.",
    )
    consequence_type: ConsequenceType | None = Field(default=None, description="With `then`, and with nothing else.")
    consequence: _Number | uuid.UUID | None = Field(
        default=None, description="The charge in minor units for `set_shipping`, a matrix's id for `to_matrix`."
    )


class ShippingMatrixIn(RecordIn):
    """A matrix with all of its rows."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Standard",
                    "currency": "GBP",
                    "rows": [
                        {"variable": "postcode", "operator": "starts_with", "operand": "BT", "logic": "and"},
                        {
                            "variable": "weight",
                            "operator": "over",
                            "operand": 2000,
                            "logic": "then",
                            "consequenceType": "set_shipping",
                            "consequence": 1250,
                        },
                        {"variable": "always", "consequenceType": "set_shipping", "consequence": 395},
                    ],
                }
            ]
        }
    )

    name: Name
    currency: Currency | None = Field(default=None, description="Of all amounts in it; the shop's if it is left out.")
    is_first: StrictBool | None = Field(
        default=None,
        description="True makes it the one that baskets begin with, in place of another. The first one that is made is it"
        " by itself, and stays so until another is.",
    )
    rows: Annotated[list[ShippingRowIn], Field(max_length=MAX_ROWS)] = Field(description="Read from the top.")


class ShippingRowOut(Out):
    """A row of a matrix."""

    variable: Variable
    operator: Operator | None
    operand: int | str | None
    logic: Logic
    consequence_type: ConsequenceType | None
    consequence: int | uuid.UUID | None


class ShippingMatrixOut(RecordOut):
    """A matrix with all of its rows."""

    name: str
    currency: str
    is_first: bool
    rows: Sequence[ShippingRowOut]


class BasketFactsIn(Schema):
    """A basket by what it is like, in place of its products."""

    items: _Measure = 1
    weight: _Measure = Field(default=0, description="Of all items together, in grams.")
    heaviest: _Measure = Field(default=0, description="Of the heaviest item, in grams.")
    length: _Measure = Field(default=0, description="The greatest of any item, in millimetres.")
    width: _Measure = Field(default=0, description="The greatest of any item, in millimetres.")
    height: _Measure = Field(default=0, description="The greatest of any item, in millimetres.")
    total_excl_tax: Amount = 0
    total_incl_tax: Amount = 0


class SimulatedProduct(Schema):
    """How many of a product."""

    product_id: uuid.UUID
    quantity: Annotated[int, Field(strict=True, ge=1, le=10_000)]


class SimulationIn(Schema):
    """A basket and an address, and which matrix to read."""

    address: PlaceIn
    facts: BasketFactsIn | None = Field(default=None, description="One item that weighs nothing if left out.")
    products: Annotated[list[SimulatedProduct], Field(max_length=MAX_PRODUCTS)] | None = Field(
        default=None, description="In place of `facts`."
    )
    matrix_id: uuid.UUID | None = Field(default=None, description="Where to begin; the first matrix if left out.")
    rows: Annotated[list[ShippingRowIn], Field(max_length=MAX_ROWS)] | None = Field(
        default=None, description="Rows that are not saved yet, in place of the matrix's own."
    )
    currency: Currency | None = Field(default=None, description="Of these rows.")


class BasketFactsOut(Out):
    """What a basket is like."""

    items: int
    weight: int
    heaviest: int
    length: int
    width: int
    height: int
    total_excl_tax: int
    total_incl_tax: int
    unknown_weights: int = Field(description="Items whose weight nobody has entered; they count as nothing.")


class ReadRowOut(Out):
    """A row that was read."""

    matrix_id: uuid.UUID | None
    matrix: str
    row: int = Field(description="Its place in the matrix, from 0.")
    sentence: int = Field(description="The place of the sentence that it belongs to, from 0.")
    found: int | str | None = Field(description="What the basket or the address has there.")
    is_met: bool
    has_fired: bool = Field(description="Whether the sentence that it belongs to decided.")


class SimulationOut(Out):
    """What delivery would cost, and why."""

    outcome: Outcome
    amount: int | None = Field(description="In minor units; null where it is not delivered.")
    currency: str
    facts: BasketFactsOut
    rows: Sequence[ReadRowOut] = Field(description="In the order in which they were read.")
