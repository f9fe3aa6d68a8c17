"""What PayPal's orders, captures and refunds say, be it in an answer or in a webhook."""

import re
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

from ecom.money import CURRENCIES, MAX_AMOUNT
from ecom.payments.errors import ProviderUnavailable
from ecom.payments.gateway import Seen, SeenRefund, Tie
from ecom.payments.states import PaymentState, RefundState
from kit.minor_digits import decimal_places

_Id = Annotated[str, Field(min_length=1, max_length=255)]
_ORDER_STATES: Mapping[str, PaymentState] = {
    "CREATED": "requires_action",
    "SAVED": "requires_action",
    "PAYER_ACTION_REQUIRED": "requires_action",
    "APPROVED": "requires_action",
    "COMPLETED": "requires_action",
    "VOIDED": "cancelled",
}
_AUTHORISATION_STATES: Mapping[str, PaymentState] = {
    "CREATED": "authorised",
    "PENDING": "pending",
    "DENIED": "failed",
    "VOIDED": "cancelled",
    "CAPTURED": "pending",
    "PARTIALLY_CAPTURED": "pending",
}
_CAPTURE_STATES: Mapping[str, PaymentState] = {
    "COMPLETED": "captured",
    "PARTIALLY_REFUNDED": "captured",
    "REFUNDED": "captured",
    "PENDING": "pending",
    "DECLINED": "failed",
    "FAILED": "failed",
}
_UP = re.compile(r"/(?P<kind>orders|authorizations|captures)/(?P<id>[A-Za-z0-9_-]{1,100})$")
_REFUND_STATES: Mapping[str, RefundState] = {
    "COMPLETED": "done",
    "PENDING": "pending",
    "CANCELLED": "failed",
    "FAILED": "failed",
}


class Money(BaseModel):
    """An amount with its currency; its value is a decimal number in words."""

    currency_code: str
    value: Annotated[str, Field(max_length=32, pattern=r"^[0-9]+(\.[0-9]+)?$")]

    @property
    def amount(self) -> int:
        """In minor units. Raises ValueError for parts of them, and for a currency that is none."""
        if self.currency_code not in CURRENCIES:
            raise ValueError("not a currency")
        try:
            minor = Decimal(self.value).scaleb(decimal_places(self.currency_code))
        except InvalidOperation as error:
            raise ValueError("not an amount") from error
        if minor != int(minor) or minor > MAX_AMOUNT:
            raise ValueError("not an amount of this currency")
        return int(minor)


class _Details(BaseModel):
    reason: str | None = None


class _Related(BaseModel):
    order_id: str | None = None
    authorization_id: str | None = None


class _Supplementary(BaseModel):
    related_ids: _Related = _Related()


class Part(BaseModel):
    """An authorisation, a capture or a refund."""

    id: _Id
    status: str
    amount: Money
    custom_id: str | None = None
    status_details: _Details | None = None
    supplementary_data: _Supplementary = _Supplementary()


class _Link(BaseModel):
    href: Annotated[str, Field(max_length=2_000)] = ""
    rel: str = ""


class _RelatedPart(BaseModel):
    supplementary_data: _Supplementary = _Supplementary()
    links: Annotated[Sequence[_Link], Field(max_length=50)] = ()


class _Payments(BaseModel):
    authorizations: Sequence[Part] = ()
    captures: Sequence[Part] = ()
    refunds: Sequence[Part] = ()


class _Unit(BaseModel):
    amount: Money
    custom_id: str | None = None
    payments: _Payments = _Payments()


class PayPalOrder(BaseModel):
    """An order of PayPal's, with what has been paid of it."""

    id: _Id
    status: str
    purchase_units: Annotated[Sequence[_Unit], Field(min_length=1, max_length=1)]

    @property
    def payments(self) -> _Payments:
        """What has become of it."""
        return self.purchase_units[0].payments


def order_of(said: Any) -> PayPalOrder:
    """An order. Raises `ProviderUnavailable` for what is none."""
    try:
        return PayPalOrder.model_validate(said)
    except ValidationError as error:
        raise ProviderUnavailable("PayPal sent an unexpected answer.") from error


def seen_order(said: Any) -> Seen:
    """An order as a payment: by its capture, else its authorisation, else itself. Raises `ProviderUnavailable`."""
    order = order_of(said)
    unit = order.purchase_units[0]
    authorised = unit.payments.authorizations[-1] if unit.payments.authorizations else None
    captured = next((each for each in unit.payments.captures if each.status in _PAID), None)
    captured = captured or (unit.payments.captures[-1] if unit.payments.captures else None)
    try:
        if captured is not None:
            state, counted = _CAPTURE_STATES[captured.status], captured
        elif authorised is not None:
            state, counted = _AUTHORISATION_STATES[authorised.status], authorised
        else:
            state, counted = _ORDER_STATES[order.status], None
        money = unit.amount if counted is None else counted.amount
        done = [each.amount.amount for each in unit.payments.refunds if each.status == "COMPLETED"]
        return Seen(
            order.id,
            state,
            money.amount,
            money.currency_code,
            tie_of(unit.custom_id),
            authorisation_id=authorised.id if authorised else None,
            charge_id=captured.id if captured else None,
            refunded=sum(done),
            is_approved=authorised is None and captured is None and order.status == "APPROVED",
            is_on_its_way=state == "pending",
            fault=_reason(counted) if state == "failed" else "",
        )
    except (KeyError, ValueError) as error:
        raise ProviderUnavailable("PayPal sent an unexpected answer.") from error


_PAID = frozenset({"COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"})


def seen_capture(said: Any) -> Seen | None:
    """A capture in a webhook as a payment; None where it does not say of which order. Raises `ProviderUnavailable`."""
    try:
        capture = Part.model_validate(said)
        related = capture.supplementary_data.related_ids
        if related.order_id is None:
            return None
        return Seen(
            related.order_id,
            _CAPTURE_STATES[capture.status],
            capture.amount.amount,
            capture.amount.currency_code,
            tie_of(capture.custom_id),
            authorisation_id=related.authorization_id,
            charge_id=capture.id,
            fault=_reason(capture) if capture.status in {"DECLINED", "FAILED"} else "",
        )
    except (ValidationError, KeyError, ValueError) as error:
        raise ProviderUnavailable("PayPal sent an unexpected answer.") from error


def related_to(said: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """The order of an authorisation, a capture or a refund in a webhook, and the authorisation or the capture that it is of.

    Refunds name no order: their link `up` leads to their capture. So do captures now and then, to their authorisation.
    """
    try:
        part = _RelatedPart.model_validate(said)
    except ValidationError:
        return None, None
    order_id, part_id = part.supplementary_data.related_ids.order_id, None
    for link in part.links:
        found = _UP.search(link.href) if link.rel == "up" else None
        if found is not None and found["kind"] == "orders":
            order_id = order_id or found["id"]
        elif found is not None:
            part_id = found["id"]
    return order_id, part_id


def seen_refund(said: Any) -> SeenRefund:
    """A refund. Raises `ProviderUnavailable` for what is none."""
    try:
        refund = _Refund.model_validate(said)
        state = _REFUND_STATES[refund.status]
    except (ValidationError, KeyError) as error:
        raise ProviderUnavailable("PayPal sent an unexpected answer.") from error
    reason = refund.status_details.reason if refund.status_details else None
    return SeenRefund(refund.id, state, (reason or "").lower()[:50])


class _Refund(BaseModel):
    id: _Id
    status: str
    status_details: _Details | None = None


def _reason(part: Part | None) -> str:
    reason = part.status_details.reason if part is not None and part.status_details else None
    return (reason or "declined").lower()[:50]


def custom_id(tie: Tie) -> str:
    """What is kept with an order: at most 127 characters."""
    return f"{tie.order_id}.{tie.payment_id}.{tie.site}"[:127]


def tie_of(said: str | None) -> Tie | None:
    """What an order was made for; None for one that the site has not made."""
    parts = (said or "").split(".", 2)
    try:
        order_id, payment_id, site = parts
        return Tie(site, uuid.UUID(order_id), uuid.UUID(payment_id))
    except ValueError:
        return None
