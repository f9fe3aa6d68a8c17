"""Stripe: payment intents, refunds (https://docs.stripe.com/api), version 2024-06-20 of its objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ecom.payments.errors import ProviderRefused, ProviderUnavailable
from ecom.payments.gateway import Facts, RefundFacts, Seen, SeenRefund, chosen_refund
from ecom.payments.providers.asking import Answer, ask
from ecom.payments.providers.stripe_objects import kept_refund, metadata_of, seen_intent, seen_refund, to_stripe
from kit.state import KitState

_BASE = "https://api.stripe.com"
_VERSION = "2024-06-20"
_EXPANDED = {"expand[]": "latest_charge"}


@dataclass(frozen=True, slots=True)
class Stripe:
    """The site's account. ``base`` takes the place of Stripe's own address."""

    kit: KitState
    secret_key: str = field(repr=False)
    base: str | None = None

    async def begin(self, facts: Facts) -> Seen:
        """Make a payment intent, which the buyer's browser confirms with its client secret."""
        sent = {
            "amount": str(to_stripe(facts.amount, facts.currency)),
            "currency": facts.currency.lower(),
            "payment_method_types[]": "card",
            "description": facts.reference,
            **{f"metadata[{name}]": value for name, value in metadata_of(facts.tie).items()},
        }
        key = f"payment-{facts.tie.payment_id}-{facts.faults}"
        return seen_intent(self._check(await self._post("payment_intents", sent, key)))

    async def look(self, facts: Facts) -> Seen:
        """The payment intent as it is now."""
        return seen_intent(self._check(await self._get(f"payment_intents/{facts.known_id}", _EXPANDED)))

    async def capture(self, facts: Facts) -> Seen:
        """Take what is authorised. Intents are made so that Stripe takes it by itself, so there seldom is any."""
        path = f"payment_intents/{facts.known_id}/capture"
        self._check(await self._post(path, {}, f"capture-{facts.known_id}-{facts.faults}"))
        return await self.look(facts)

    async def cancel(self, facts: Facts) -> Seen:
        """Cancel the intent; where it is too late for that, it says what it is."""
        path = f"payment_intents/{facts.known_id}/cancel"
        await self._post(path, {}, f"cancel-{facts.known_id}-{facts.faults}")
        return await self.look(facts)

    async def refund(self, facts: Facts, refund: RefundFacts) -> SeenRefund:
        """Give money back. Stripe forgets keys after a day, so the refunds that are there are looked through first."""
        listed = self._check(await self._get("refunds", {"payment_intent": facts.known_id, "limit": "100"}))
        known = chosen_refund([kept_refund(each) for each in listed.get("data") or ()], refund)
        if known is not None:
            return known
        sent = {
            "payment_intent": facts.known_id,
            "amount": str(to_stripe(refund.amount, refund.currency)),
            "metadata[refundId]": str(refund.refund_id),
            "metadata[paymentId]": str(facts.tie.payment_id),
        }
        key = f"refund-{refund.refund_id}-{refund.faults}"
        return seen_refund(self._check(await self._post("refunds", sent, key)))

    async def test(self) -> None:
        """List one intent."""
        self._check(await self._get("payment_intents", {"limit": "1"}))

    async def _get(self, path: str, query: Mapping[str, str]) -> Answer:
        return await ask(self.kit, "GET", self._at(path), params=query, headers=self._headers())

    async def _post(self, path: str, sent: Mapping[str, str], key: str) -> Answer:
        headers = {**self._headers(), "Idempotency-Key": key}
        return await ask(self.kit, "POST", self._at(path), data=sent, headers=headers)

    def _at(self, path: str) -> str:
        return f"{(self.base or _BASE).rstrip('/')}/v1/{path}"

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret_key}", "Stripe-Version": _VERSION}

    @staticmethod
    def _check(answer: Answer) -> Mapping[str, Any]:
        """What Stripe says. Raises `ProviderRefused` and `ProviderUnavailable`."""
        if answer.is_success and answer.body is not None:
            return answer.body
        error = (answer.body or {}).get("error")
        if not isinstance(error, dict):
            raise ProviderUnavailable("Stripe sent an unexpected answer.")
        if error.get("type") == "idempotency_error" or error.get("code") in {"lock_timeout", "idempotency_key_in_use"}:
            raise ProviderUnavailable("Stripe is still working on this request.")
        said = error.get("message")
        raise ProviderRefused(
            said[:500] if isinstance(said, str) else "Stripe rejected this request.",
            str(error.get("code") or "refused")[:50],
        )
