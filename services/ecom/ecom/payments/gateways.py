"""The ways to pay: which of them the shop offers, what the others lack, and what asks their providers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config import settings_of
from ecom.config_entries.entries import CURRENCY, entries
from ecom.config_entries.payment_entries import (
    BUTTON_ON,
    CARD_ON,
    COLLECTION_ON,
    INSTRUCTIONS,
    INVOICE_ON,
    PAYPAL_CLIENT_ID,
    PAYPAL_CLIENT_SECRET,
    PAYPAL_CURRENCY,
    PAYPAL_MODE,
    PAYPAL_WEBHOOK_ID,
    STRIPE_PUBLISHABLE_KEY,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
)
from ecom.payments.errors import ProviderNotConfigured
from ecom.payments.gateway import Gateway, Offered
from ecom.payments.models import GatewayKey
from ecom.payments.providers.paypal import BASES, PayPal
from ecom.payments.providers.stripe import Stripe
from ecom.payments.providers.stripe_objects import takes
from kit.config_entries import Entry
from kit.state import state_of

BY_HAND = frozenset[GatewayKey]({"invoice", "collection"})
"""A person says when the money has come."""

_ON: Mapping[GatewayKey, Entry[bool]] = {
    "card": CARD_ON,
    "button": BUTTON_ON,
    "invoice": INVOICE_ON,
    "collection": COLLECTION_ON,
}
_KEYS: Mapping[GatewayKey, Sequence[Entry[Any]]] = {
    "card": (STRIPE_PUBLISHABLE_KEY, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET),
    "button": (PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID),
}


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a way to pay is offered. ``missing`` has the keys of the config entries that it lacks or that stand against it."""

    key: GatewayKey
    is_on: bool
    missing: Sequence[str]

    @property
    def is_offered(self) -> bool:
        """Whether buyers can choose it."""
        return self.is_on and not self.missing


async def readiness(
    session: AsyncSession, currency: str | None = None, among: Collection[GatewayKey] | None = None
) -> Sequence[Readiness]:
    """How far each way to pay is set up, for orders in a currency: the shop's, where it is not said.

    ``among`` are those that are asked about: all, where it is not said.
    """
    asked = {key: is_on for key, is_on in _ON.items() if among is None or key in among}
    values = await entries.values(session)
    wanted = currency or _value(values, CURRENCY)
    secrets = await _set_secrets(session, asked)
    found = []
    for key, is_on in asked.items():
        keys = _KEYS.get(key, ())
        missing = [each.key for each in keys if not (each.key in secrets if each.is_secret else _value(values, each))]
        if key == "button" and _value(values, PAYPAL_CURRENCY) != wanted:
            missing.append(PAYPAL_CURRENCY.key)
        if key == "card" and not takes(wanted):
            missing.append(CURRENCY.key)
        found.append(Readiness(key, _value(values, is_on), missing))
    return found


async def offered(
    session: AsyncSession, currency: str | None = None, among: Collection[GatewayKey] | None = None
) -> Sequence[Offered]:
    """The ways to pay that a buyer can choose, asked as `readiness` is."""
    ready = [each.key for each in await readiness(session, currency, among) if each.is_offered]
    values = await entries.values(session)
    public: Mapping[GatewayKey, dict[str, str]] = {
        "card": {"publishableKey": _value(values, STRIPE_PUBLISHABLE_KEY)},
        "button": {"clientId": _value(values, PAYPAL_CLIENT_ID), "currency": _value(values, PAYPAL_CURRENCY)},
    }
    return [
        Offered(key, _value(values, INSTRUCTIONS[key]) if key in INSTRUCTIONS else "", public.get(key, {}))
        for key in ready
    ]


async def gateway_of(session: AsyncSession, key: GatewayKey) -> Gateway:
    """What asks the provider of a way to pay. Raises `ProviderNotConfigured`."""
    return await stripe(session) if key == "card" else await paypal(session)


async def stripe(session: AsyncSession) -> Stripe:
    """The site's account at Stripe. Raises `ProviderNotConfigured`."""
    state = state_of(session)
    secret = await entries.get(session, STRIPE_SECRET_KEY)
    if not secret:
        raise ProviderNotConfigured("The shop has no secret key for Stripe.")
    return Stripe(state, secret, settings_of(state).stripe_url)


async def paypal(session: AsyncSession) -> PayPal:
    """The site's account at PayPal. Raises `ProviderNotConfigured`."""
    state = state_of(session)
    client_id, secret = await entries.get(session, PAYPAL_CLIENT_ID), await entries.get(session, PAYPAL_CLIENT_SECRET)
    if not client_id or not secret:
        raise ProviderNotConfigured("The shop has no client ID and secret for PayPal.")
    base = settings_of(state).paypal_url or BASES[await entries.get(session, PAYPAL_MODE)]
    return PayPal(state, base, client_id, secret)


async def _set_secrets(session: AsyncSession, among: Iterable[GatewayKey]) -> Collection[str]:
    keys = [each.key for gateway in among for each in _KEYS.get(gateway, ()) if each.is_secret]
    if not keys:
        return ()
    return {row.key for row in await entries.rows(session, keys) if row.sealed is not None}


def _value(values: Mapping[str, Any], entry: Entry[Any]) -> Any:
    return values.get(entry.key, entry.default)
