"""What Stripe's payment intents and refunds say, be it in an answer or in a webhook."""

import uuid
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from ecom.payments.errors import ProviderRefused, ProviderUnavailable
from ecom.payments.gateway import Seen, SeenRefund, Tie
from ecom.payments.states import PaymentState, RefundState
from kit.minor_digits import decimal_places

_Id = Annotated[str, Field(min_length=1, max_length=255)]
_Amount = Annotated[int, Field(strict=True, ge=0)]

# https://docs.stripe.com/currencies: how many decimal places Stripe counts of those where ISO gives another number.
_PLACES: Mapping[str, int] = {"ISK": 2, "UGX": 2, "MGA": 0}
_NOT_TAKEN = frozenset({"CUP", "IRR", "KPW", "SYP"})
_MOST_PLACES = 2
_STATES: Mapping[str, PaymentState] = {
    "requires_payment_method": "pending",
    "requires_confirmation": "pending",
    "requires_action": "requires_action",
    "processing": "pending",
    "requires_capture": "authorised",
    "succeeded": "captured",
    "canceled": "cancelled",
}
_REFUND_STATES: Mapping[str, RefundState] = {
    "succeeded": "done",
    "pending": "pending",
    "requires_action": "pending",
    "failed": "failed",
    "canceled": "failed",
}


def takes(currency: str) -> bool:
    """Whether Stripe takes any amount that a shop in a currency can come to.

    Of currencies with three decimal places it takes tens of minor units alone, and of those that it counts with fewer places
    than the shop only whole units: tax and discounts make others.
    """
    return currency not in _NOT_TAKEN and decimal_places(currency) <= _MOST_PLACES and _shift(currency) >= 0


def to_stripe(amount: int, currency: str) -> int:
    """An amount as Stripe counts it. Raises `ProviderRefused` for one that is no whole number there."""
    counted = _scaled(amount, _shift(currency))
    if counted is None:
        raise ProviderRefused(f"Stripe accepts whole amounts of {currency} only.", "amount_not_whole")
    return counted


def from_stripe(amount: int, currency: str) -> int:
    """An amount of Stripe's in minor units; what is no whole number of them is -1, which no payment has."""
    minor = _scaled(amount, -_shift(currency))
    return -1 if minor is None else minor


def _shift(currency: str) -> int:
    """How many decimal places Stripe counts more than ISO does."""
    places = decimal_places(currency)
    return _PLACES.get(currency, places) - places


def _scaled(amount: int, shift: int) -> int | None:
    """An amount with so many decimal places more, or fewer where that loses nothing."""
    if shift >= 0:
        return int(amount * 10**shift)
    whole, rest = divmod(amount, 10**-shift)
    return None if rest else whole


class _Charge(BaseModel):
    id: _Id
    amount_refunded: _Amount = 0


class _Error(BaseModel):
    code: str | None = None
    decline_code: str | None = None
    message: str | None = None


class Intent(BaseModel):
    """A payment intent, as far as it is read."""

    id: _Id
    status: str
    amount: _Amount
    amount_received: _Amount = 0
    currency: Annotated[str, Field(min_length=3, max_length=3)]
    metadata: dict[str, str] = {}
    client_secret: str | None = None
    latest_charge: _Charge | str | None = None
    last_payment_error: _Error | None = None


class StripeRefund(BaseModel):
    """A refund, as far as it is read."""

    id: _Id
    status: str | None = None
    amount: _Amount = 0
    currency: str = ""
    metadata: dict[str, str] | None = None
    failure_reason: str | None = None


def seen_intent(said: Any) -> Seen:
    """A payment intent as a payment. Raises `ProviderUnavailable` for what is none."""
    try:
        intent = Intent.model_validate(said)
        state = _STATES[intent.status]
    except (ValidationError, KeyError) as error:
        raise ProviderUnavailable("Stripe sent an unexpected answer.") from error
    currency = intent.currency.upper()
    failure = intent.last_payment_error
    if intent.status == "requires_payment_method" and failure is not None:
        state = "failed"
    is_failed = state == "failed" and failure is not None
    charge = intent.latest_charge
    return Seen(
        intent.id,
        state,
        from_stripe(intent.amount_received if state == "captured" else intent.amount, currency),
        currency,
        tie_of(intent.metadata),
        charge_id=charge.id if isinstance(charge, _Charge) else charge,
        refunded=from_stripe(charge.amount_refunded, currency) if isinstance(charge, _Charge) else 0,
        is_on_its_way=intent.status == "processing",
        fault=((failure.decline_code or failure.code or "declined") if is_failed and failure else "")[:50],
        fault_detail=((failure.message or "") if is_failed and failure else "")[:500],
        client_secret=intent.client_secret,
    )


def seen_refund(said: Any) -> SeenRefund:
    """A refund. Raises `ProviderUnavailable` for what is none."""
    try:
        refund = StripeRefund.model_validate(said)
        state = _REFUND_STATES[refund.status or "pending"]
    except (ValidationError, KeyError) as error:
        raise ProviderUnavailable("Stripe sent an unexpected answer.") from error
    amount = from_stripe(refund.amount, refund.currency.upper())
    return SeenRefund(refund.id, state, (refund.failure_reason or "")[:50], amount)


def kept_refund(said: Any) -> tuple[str, SeenRefund]:
    """The site's id that is kept with a refund, empty where there is none, and the refund. Raises as `seen_refund` does."""
    seen = seen_refund(said)
    metadata = said.get("metadata") or {}
    return str(metadata.get("refundId", "")), seen


def metadata_of(tie: Tie) -> dict[str, str]:
    """What is kept with an intent."""
    return {"site": tie.site, "orderId": str(tie.order_id), "paymentId": str(tie.payment_id)}


def tie_of(metadata: Mapping[str, str]) -> Tie | None:
    """What an intent was made for; None for one that the site has not made."""
    try:
        return Tie(metadata["site"], uuid.UUID(metadata["orderId"]), uuid.UUID(metadata["paymentId"]))
    except (KeyError, ValueError):
        return None
