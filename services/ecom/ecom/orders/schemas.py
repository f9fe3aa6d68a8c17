"""Orders on the wire, under the names of the specification. Money is in minor units of the order's currency."""

import uuid
from datetime import datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field, StringConstraints

from ecom.orders.states import PaymentState, State
from ecom.places import CountryCode, Postcode, TownName
from kit.pagination import Page
from kit.schemas import EmailAddress, Name, OneLine, Out, RecordIn, RecordOut

Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine]
"""A line of an address; it may be empty."""
FirstLine = Annotated[Line, Field(min_length=1)]
"""The one that no address goes without."""
Notes = Annotated[str, StringConstraints(max_length=5_000)]
Phone = Annotated[str, StringConstraints(strip_whitespace=True, max_length=50, pattern=r"^[+0-9 ()./-]*$")]
"""As people write it; it may be empty."""
Tracking = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), OneLine]


class OrderIn(RecordIn):
    """What the shop may change of an order. What is left out stays; amounts, rows and payments are not among it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"state": "sent", "tracking": "RM 1234 5678 9GB"}]})

    state: State | None = None
    notify: bool = Field(
        default=True,
        description="Whether the buyer is mailed when the order becomes `sent`: that it is on its way, or ready to collect.",
    )
    notes: Notes | None = Field(default=None, description="For the shop's people alone.")
    tracking: Tracking | None = None
    contact_name: Name | None = None
    email: EmailAddress | None = Field(
        default=None,
        description="Where later mails go. Once its confirmation was mailed, an order gets a new link with another one, "
        "which the confirmation is mailed to again, unless it is cancelled; the old link ends.",
    )
    phone: Phone | None = None
    billing_name: Name | None = None
    billing_address1: FirstLine | None = None
    billing_address2: Line | None = None
    billing_address3: Line | None = None
    billing_address4: Line | None = None
    billing_town: TownName | None = None
    billing_county: TownName | None = None
    billing_postcode: Postcode | None = None
    billing_country_code: CountryCode | None = None
    delivery_name: Name | None = None
    delivery_address1: FirstLine | None = None
    delivery_address2: Line | None = None
    delivery_address3: Line | None = None
    delivery_address4: Line | None = None
    delivery_town: TownName | None = None
    delivery_county: TownName | None = None
    delivery_postcode: Postcode | None = None


class OrderListed(RecordOut):
    """An order in a list."""

    reference: str
    state: State
    payment_state: PaymentState
    gateway: str
    currency: str
    contact_name: str
    email: str
    billing_name: str
    delivery_name: str
    delivery_town: str
    delivery_country_code: str
    is_collected: bool
    item_count: int
    total_incl_tax: int
    paid_amount: int
    refunded_amount: int
    expires_at: datetime | None


class OrderSum(Out):
    """How many orders there are in a currency, and what they come to."""

    currency: str
    orders: int
    total: int
    paid: int
    refunded: int


class OrdersPage(Page[OrderListed]):
    """One part of the list of orders; `sums` are of all that were asked for."""

    sums: list[OrderSum]


class RowGroup(Out):
    """What a row's product is one of, as it was called then."""

    name: str


class RowProduct(Out):
    """A row's product, as it was called then: the choice of options, empty where there was none to choose."""

    id: uuid.UUID | None
    name: str
    sku: str


class OrderRowOut(Out):
    """One line of an order."""

    id: uuid.UUID
    product_group: RowGroup
    product: RowProduct
    name: str
    options: dict[str, str]
    quantity: int
    unit_price: int
    unit_price_incl_tax: int
    total_excl_tax: int
    tax: int
    total_incl_tax: int
    tax_percent: str
    needs_delivery: bool
    refunded_quantity: int
    returned_quantity: int


class OrderTax(Out):
    """What was taxed by one rate, delivery included."""

    percent: str
    total_excl_tax: int
    tax: int


class OrderEventOut(Out):
    """Something that happened to the order."""

    id: uuid.UUID
    kind: str
    details: dict[str, Any]
    actor_id: uuid.UUID | None
    actor_name: str | None = Field(
        default=None, description="Where one order is read; null for deleted users, and where auth does not answer."
    )
    at: datetime


class Receipt(Out):
    """An order as its buyer sees it."""

    id: uuid.UUID
    reference: str
    created_at: datetime
    state: State
    payment_state: PaymentState
    gateway: str
    currency: str
    contact_name: str
    email: str
    phone: str
    customer_note: str
    tracking: str
    billing_name: str
    billing_address1: str
    billing_address2: str
    billing_address3: str
    billing_address4: str
    billing_town: str
    billing_county: str
    billing_postcode: str
    billing_country_code: str
    delivery_name: str
    delivery_address1: str
    delivery_address2: str
    delivery_address3: str
    delivery_address4: str
    delivery_town: str
    delivery_county: str
    delivery_postcode: str
    delivery_country_code: str
    needs_delivery: bool
    is_collected: bool
    prices_include_tax: bool
    rows: list[OrderRowOut]
    delivery_excl_tax: int
    delivery_tax: int
    delivery_incl_tax: int
    taxes: list[OrderTax]
    total_excl_tax: int
    tax: int
    total_incl_tax: int
    paid_amount: int
    refunded_amount: int
    paid_at: datetime | None
    sent_at: datetime | None
    payment_instructions: str = Field(
        description="The shop's words, as they are now, for how the order is paid by invoice or on collection; empty where "
        "it has none, and where nothing is to be paid."
    )


class OrderOut(Receipt):
    """An order as the shop sees it."""

    version: int
    updated_at: datetime
    user_id: uuid.UUID | None
    notes: str
    expires_at: datetime | None
    has_stock: bool
    next_states: list[State] = Field(description="What `state` may be changed to now.")
    receipt_path: str = Field(description="Where the buyer sees it, for who has the link.")
    events: list[OrderEventOut]


class ReceiptListed(Out):
    """An order in the list of a member's own."""

    id: uuid.UUID
    reference: str
    created_at: datetime
    state: State
    payment_state: PaymentState
    is_collected: bool
    currency: str
    total_incl_tax: int
    receipt_path: str
