"""Payments and refunds on the wire."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ecom.money import MAX_AMOUNT
from ecom.payments.models import GatewayKey, RefundKind
from ecom.payments.states import PaymentState, RefundState
from kit.schemas import OneLine, Out, RecordOut, Schema

ProviderName = Literal["stripe", "paypal"]
_MOST_ROWS = 500


class PaymentIn(Schema):
    """Have an order that was not paid online paid in another way."""

    order_id: uuid.UUID
    gateway: Literal["invoice"]


class PaymentOut(RecordOut):
    """A payment of an order."""

    order_id: uuid.UUID
    order_reference: str
    gateway: GatewayKey
    state: PaymentState
    amount: int = Field(description="In minor units of the currency.")
    refunded_amount: int
    currency: str
    provider_id: str | None = Field(description="What Stripe or PayPal calls it.")
    fault: str = Field(description="A code for the obstacle; empty if there is none.")
    fault_detail: str
    asked_at: datetime | None = Field(description="When the provider was last heard of.")
    captured_at: datetime | None


class RefundedRowOut(Out):
    """How many of a row of an order a refund is for."""

    row_id: uuid.UUID
    quantity: int
    gives_back_stock: bool


class RefundOut(RecordOut):
    """Money that goes back."""

    payment_id: uuid.UUID
    kind: RefundKind = Field(
        description="`asked` by a person, `automatic` where no order takes the money, `elsewhere` at the provider,"
        " `by_hand` where it failed there and was sent another way."
    )
    state: RefundState
    amount: int = Field(description="In minor units of the currency.")
    currency: str
    rows: Sequence[RefundedRowOut]
    reason: str
    fault: str
    fault_detail: str
    done_at: datetime | None


class ListedRefundOut(RefundOut):
    """A refund in the list of them all, with its order."""

    order_id: uuid.UUID
    order_reference: str
    gateway: GatewayKey


class RefundedRowIn(Schema):
    """How many of a row of the order are refunded."""

    row_id: uuid.UUID
    quantity: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
    gives_back_stock: bool = False


class RefundIn(Schema):
    """Have money go back."""

    amount: Annotated[int, Field(strict=True, ge=1, le=MAX_AMOUNT, description="In minor units of the currency.")]
    rows: Annotated[Sequence[RefundedRowIn], Field(max_length=_MOST_ROWS)] = ()
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), OneLine] = ""
    seen_amount: Annotated[int, Field(strict=True, ge=0, le=MAX_AMOUNT)] | None = Field(
        default=None,
        description="What of the order had been refunded, or was on its way back, when this was decided, in minor units. "
        "Where it is another amount by now, nothing goes back.",
    )


class RefundClosedIn(Schema):
    """How a failed refund was settled."""

    is_sent_by_hand: bool = Field(description="Whether the buyer has got the money another way: it counts as refunded.")


class PaymentKeyIn(Schema):
    """What shows that a browser is the buyer's."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class PaymentForBrowser(Out):
    """A payment, as its buyer's browser goes on with it."""

    id: uuid.UUID
    key: str
    gateway: GatewayKey
    state: PaymentState
    amount: int
    currency: str
    fault: str = ""
    instructions: str = ""
    publishable_key: str | None = None
    client_secret: str | None = None
    client_id: str | None = None
    provider_order_id: str | None = None
    is_sent_back: bool = Field(default=False, description="Whether its order did not take the money, which goes back.")
    is_billed: bool = Field(
        default=False, description="Whether its order stands without it: the shop has sent an invoice instead."
    )
    is_on_its_way: bool = Field(
        default=False, description="Whether the buyer has agreed to it, and a bank or the provider takes its time."
    )
    is_declined: bool = Field(
        default=False, description="Whether it failed for good: another order has to be placed to pay another way."
    )
    is_unheard: bool = Field(
        default=False, description="Whether its provider could not say just now: this is what was known before."
    )


class AskedPaymentOut(Out):
    """What has become of a payment, by the provider's word."""

    id: uuid.UUID
    state: PaymentState
    fault: str = ""


class OfferedOut(Out):
    """A way to pay that buyers can choose. The one on collection is for orders that the buyer comes for."""

    key: GatewayKey
    instructions: str
    publishable_key: str | None = None
    client_id: str | None = None
    currency: str | None = None


class GatewayStatusOut(Out):
    """How far a way to pay is set up."""

    key: GatewayKey
    is_on: bool
    is_offered: bool
    missing: Sequence[str] = Field(description="The config entries that are missing or conflict.")


class PaymentsStatusOut(Out):
    """How far the shop can be paid, and what waits for somebody."""

    gateways: Sequence[GatewayStatusOut]
    stripe_webhook_url: str
    paypal_webhook_url: str
    failed_payments: int = Field(description="In the last 30 days.")
    failed_refunds: int
    waiting_refunds: int


class ProviderTestIn(Schema):
    """Which provider is asked."""

    provider: ProviderName
