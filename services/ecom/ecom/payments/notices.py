"""What a webhook has told, read and checked: Stripe's by its signature, PayPal's by asking PayPal."""

import hashlib
import hmac
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError

from ecom.payments.errors import ProviderUnavailable, WebhookNotRead, WebhookRefused
from ecom.payments.gateway import Seen, SeenRefund
from ecom.payments.models import GatewayKey
from ecom.payments.providers.paypal_objects import related_to, seen_capture, seen_order
from ecom.payments.providers.stripe_objects import seen_intent, seen_refund
from ecom.payments.schemas import ProviderName
from kit.body import parse_json
from kit.errors import InvalidJson

TOLERANCE = 300
"""Seconds between the time that Stripe has signed and ours."""
_MOST_SIGNATURES = 20
_STRIPE_PART = re.compile(r"(t|v1)=([0-9a-f]{1,64})")
_STRIPE_REFUNDS = ("refund.", "charge.refund.")
"""What events are about that have a refund in them; that of `charge.refunded` has a charge."""
_PAYPAL_HEADERS = {
    "auth_algo": "paypal-auth-algo",
    "cert_url": "paypal-cert-url",
    "transmission_id": "paypal-transmission-id",
    "transmission_sig": "paypal-transmission-sig",
    "transmission_time": "paypal-transmission-time",
}
_HEADER = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]{1,500}")


@dataclass(frozen=True, slots=True)
class Notice:
    """One event of a provider's. ``seen`` is there where the event says it all; else the provider is to be asked."""

    provider: ProviderName
    event_id: str
    type: str
    provider_id: str | None
    seen: Seen | None = None
    part_id: str | None = None
    """The authorisation or the capture that it is about, where it does not name the payment itself."""
    failed_refund: SeenRefund | None = None
    """The refund that it is about, where that has failed."""

    @property
    def gateway(self) -> GatewayKey:
        """The way to pay that it is about."""
        return "card" if self.provider == "stripe" else "button"


class _StripeData(BaseModel):
    object: dict[str, Any]


class _StripeEvent(BaseModel):
    id: Annotated[str, Field(min_length=1, max_length=255)]
    type: Annotated[str, Field(min_length=1, max_length=100)]
    data: _StripeData


class _PayPalEvent(BaseModel):
    id: Annotated[str, Field(min_length=1, max_length=255)]
    event_type: Annotated[str, Field(min_length=1, max_length=100)]
    resource: dict[str, Any]


def check_stripe_signature(raw: bytes, header: str, secret: str, now: float | None = None) -> None:
    """Raise `WebhookRefused` unless Stripe has signed these bytes with this secret in the last five minutes."""
    parts = [_STRIPE_PART.fullmatch(each.strip()) for each in header[:4_000].split(",")[:_MOST_SIGNATURES]]
    found = [(part[1], part[2]) for part in parts if part]
    times = [value for name, value in found if name == "t" and value.isdecimal()]
    if len(times) != 1:
        raise WebhookRefused("This is not signed.")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + raw, hashlib.sha256).hexdigest()
    is_right = any(hmac.compare_digest(value, expected) for name, value in found if name == "v1")
    if not is_right:
        raise WebhookRefused("The signature is not Stripe's.")
    if abs((time.time() if now is None else now) - int(times[0])) > TOLERANCE:
        raise WebhookRefused("The signature is too old.")


def read_stripe(raw: bytes) -> Notice:
    """A webhook of Stripe's whose signature was checked. Raises `WebhookNotRead`."""
    try:
        event = _StripeEvent.model_validate(parse_json(raw))
        kind, said = event.type, event.data.object
        if kind.startswith("payment_intent."):
            seen = seen_intent(said)
            return Notice("stripe", event.id, kind, seen.provider_id, seen)
        refund = seen_refund(said) if kind.startswith(_STRIPE_REFUNDS) else None
    except (InvalidJson, ValidationError, ProviderUnavailable) as error:
        raise WebhookNotRead("This cannot be read.") from error
    intent = said.get("payment_intent") if kind.startswith(("charge.", "refund.")) else None
    failed = refund if refund is not None and refund.state == "failed" else None
    return Notice("stripe", event.id, kind, intent if isinstance(intent, str) else None, failed_refund=failed)


def paypal_transmission(headers: Mapping[str, str]) -> dict[str, str]:
    """What PayPal's headers say of a webhook, as its verification takes it. Raises `WebhookRefused` where one is missing or odd."""
    said = {name: headers.get(header, "") for name, header in _PAYPAL_HEADERS.items()}
    if not all(_HEADER.fullmatch(value) for value in said.values()):
        raise WebhookRefused("This is not signed.")
    certificate = urlsplit(said["cert_url"])
    if certificate.scheme != "https" or not f".{certificate.hostname}".endswith(".paypal.com"):
        raise WebhookRefused("This is not signed by PayPal.")
    return said


def paypal_event(raw: bytes) -> Any:
    """The one JSON object that a webhook consists of: it is put into a document of ours. Raises `WebhookRefused`."""
    try:
        said = parse_json(raw)
    except InvalidJson as error:
        raise WebhookRefused("This webhook is not from PayPal.") from error
    if not isinstance(said, dict):
        raise WebhookRefused("This webhook is not from PayPal.")
    return said


def read_paypal(said: Any) -> Notice:
    """A webhook of PayPal's that was verified. Raises `WebhookNotRead`."""
    try:
        event = _PayPalEvent.model_validate(said)
        kind, resource = event.event_type, event.resource
        seen = seen_order(resource) if kind.startswith("CHECKOUT.ORDER.") else None
        if kind == "PAYMENT.CAPTURE.COMPLETED":
            seen = seen_capture(resource)
    except (ValidationError, ProviderUnavailable) as error:
        raise WebhookNotRead("This cannot be read.") from error
    if seen is not None:
        # What the buyer has approved is to be taken, which the job does.
        return Notice("paypal", event.id, kind, seen.provider_id, None if seen.is_approved else seen)
    order_id, part_id = related_to(resource)
    return Notice("paypal", event.id, kind, order_id, part_id=part_id)
