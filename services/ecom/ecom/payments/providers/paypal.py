"""PayPal: Orders v2 with intent AUTHORIZE, Payments v2 (https://developer.paypal.com/api/rest)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from ecom.money import decimal_text
from ecom.payments.errors import ProviderKeyRefused, ProviderRefused, ProviderUnavailable
from ecom.payments.gateway import Facts, RefundFacts, Seen, SeenRefund, chosen_refund
from ecom.payments.providers.asking import Answer, ask
from ecom.payments.providers.paypal_objects import custom_id, order_of, seen_order, seen_refund
from kit.state import KitState

BASES = {"live": "https://api-m.paypal.com", "sandbox": "https://api-m.sandbox.paypal.com"}
# Somebody else, or this site a moment ago, has done it already: what it came to is asked next.
_DONE_BEFORE = frozenset(
    {
        "ORDER_ALREADY_AUTHORIZED",
        "AUTHORIZATION_ALREADY_CAPTURED",
        "PREVIOUSLY_CAPTURED",
        "PREVIOUSLY_VOIDED",
        "AUTHORIZATION_VOIDED",
    }
)
_DECLINED = frozenset({"INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED", "PAYER_ACTION_REQUIRED"})


@dataclass(slots=True)
class PayPal:
    """The site's account, for one job or request. ``base`` is PayPal's address, the sandbox's or a test's."""

    kit: KitState
    base: str
    client_id: str
    client_secret: str = field(repr=False)
    _token: str | None = field(default=None, repr=False)

    async def begin(self, facts: Facts) -> Seen:
        """Make an order, which the buyer approves at PayPal."""
        unit = {
            "custom_id": custom_id(facts.tie),
            "invoice_id": f"{facts.reference}-{str(facts.tie.payment_id)[-8:]}",
            "description": facts.reference,
            "amount": _money(facts.amount, facts.currency),
        }
        context = {"shipping_preference": "NO_SHIPPING", "user_action": "PAY_NOW"}
        sent = {"intent": "AUTHORIZE", "purchase_units": [unit], "application_context": context}
        answer = await self._post("v2/checkout/orders", sent, f"begin-{facts.tie.payment_id}-{facts.faults}")
        return seen_order(_check(answer))

    async def look(self, facts: Facts) -> Seen:
        """The order as it is now. One that nobody has approved is forgotten after some hours, and then was cancelled."""
        answer = await self._ask("GET", f"v2/checkout/orders/{facts.known_id}")
        if answer.status == httpx.codes.NOT_FOUND and _issue_of(answer) is not None:
            return Seen(facts.known_id, "cancelled", facts.amount, facts.currency, facts.tie)
        return seen_order(_check(answer))

    async def capture(self, facts: Facts) -> Seen:
        """Authorise what the buyer has approved, and capture it."""
        seen = await self.look(facts)
        if seen.is_approved:
            path = f"v2/checkout/orders/{facts.known_id}/authorize"
            refused = _refusal(await self._post(path, {}, f"authorise-{facts.known_id}-{facts.faults}"))
            if refused:
                return replace(seen, state="failed", is_approved=False, fault=refused.lower()[:50])
            seen = await self.look(facts)
        if seen.state == "authorised" and (seen.amount, seen.currency) == (facts.amount, facts.currency):
            path = f"v2/payments/authorizations/{seen.authorisation_id}/capture"
            sent = {"amount": _money(facts.amount, facts.currency), "final_capture": True}
            refused = _refusal(await self._post(path, sent, f"capture-{seen.authorisation_id}-{facts.faults}"))
            if refused:
                return replace(seen, state="failed", fault=refused.lower()[:50])
            seen = await self.look(facts)
        return seen

    async def cancel(self, facts: Facts) -> Seen:
        """Void what is authorised. An order that is not is left alone at PayPal: nobody will take its money.

        Nor is an end made of what PayPal or a bank looks through yet: the buyer has agreed to it, and it may be paid.
        """
        seen = await self.look(facts)
        if seen.state == "authorised":
            path = f"v2/payments/authorizations/{seen.authorisation_id}/void"
            _refusal(await self._post(path, None, f"void-{seen.authorisation_id}-{facts.faults}"))
            seen = await self.look(facts)
        if seen.state in {"captured", "cancelled", "pending"}:
            return seen
        return replace(seen, state="cancelled", is_approved=False, fault="")

    async def refund(self, facts: Facts, refund: RefundFacts) -> SeenRefund:
        """Give money back. PayPal forgets keys after some weeks, so the refunds that are there are looked through first."""
        said = _check(await self._ask("GET", f"v2/checkout/orders/{facts.known_id}"))
        there = order_of(said).payments.refunds
        known = chosen_refund([(each.custom_id or "", seen_refund(each.model_dump())) for each in there], refund)
        if known is not None:
            return known
        sent = {"amount": _money(refund.amount, refund.currency), "custom_id": str(refund.refund_id)}
        path = f"v2/payments/captures/{facts.charge_id}/refund"
        return seen_refund(_check(await self._post(path, sent, f"refund-{refund.refund_id}-{refund.faults}")))

    async def test(self) -> None:
        """Get a token."""
        await self._access_token()

    async def verify(self, said: Mapping[str, str], raw: bytes) -> bool:
        """Whether PayPal says that it has sent a webhook. ``said`` is what its headers and the settings say.

        The event goes there byte for byte: PayPal's signature is over what it sent, not over what a parser makes of it.
        """
        members = [f'"{name}":{_quoted(value)}'.encode() for name, value in said.items()]
        body = b"{" + b",".join([*members, b'"webhook_event":' + raw]) + b"}"
        answer = await self._ask("POST", "v1/notifications/verify-webhook-signature", content=body)
        return _check(answer).get("verification_status") == "SUCCESS"

    async def _post(self, path: str, sent: Mapping[str, Any] | None, key: str) -> Answer:
        headers = {"PayPal-Request-Id": key, "Prefer": "return=representation"}
        return await self._ask("POST", path, headers, json=sent if sent is not None else {})

    async def _ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **sent: Any) -> Answer:
        token = await self._access_token()
        authorised = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **(headers or {})}
        return await ask(self.kit, method, f"{self.base.rstrip('/')}/{path}", headers=authorised, **sent)

    async def _access_token(self) -> str:
        if self._token is None:
            answer = await ask(
                self.kit,
                "POST",
                f"{self.base.rstrip('/')}/v1/oauth2/token",
                data={"grant_type": "client_credentials"},
                auth=httpx.BasicAuth(self.client_id, self.client_secret),
            )
            token = (answer.body or {}).get("access_token")
            if answer.status == httpx.codes.BAD_REQUEST:
                raise ProviderKeyRefused("PayPal rejected the shop's client ID and secret.")
            if not isinstance(token, str) or not token:
                raise ProviderUnavailable("PayPal sent an unexpected answer.")
            self._token = token
        return self._token


def _money(amount: int, currency: str) -> dict[str, str]:
    return {"currency_code": currency, "value": decimal_text(amount, currency)}


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _issue_of(answer: Answer) -> str | None:
    """PayPal's own word for why it refuses; None where it does not say so in its manner."""
    body = answer.body or {}
    details = body.get("details")
    first = details[0] if isinstance(details, list) and details and isinstance(details[0], dict) else {}
    issue = first.get("issue") or body.get("name")
    return issue if isinstance(issue, str) else None


def _refusal(answer: Answer) -> str:
    """Empty where PayPal has done it, now or before; else why the buyer's money cannot be had. Raises as `_check` does."""
    if answer.is_success:
        return ""
    issue = _issue_of(answer)
    if issue in _DONE_BEFORE:
        return ""
    if issue in _DECLINED:
        return issue
    _check(answer)
    return ""


def _check(answer: Answer) -> Mapping[str, Any]:
    """What PayPal says. Raises `ProviderRefused` and `ProviderUnavailable`."""
    if answer.is_success and answer.body is not None:
        return answer.body
    issue = _issue_of(answer)
    if answer.is_success or issue is None:
        raise ProviderUnavailable("PayPal sent an unexpected answer.")
    said = (answer.body or {}).get("message")
    raise ProviderRefused(said[:500] if isinstance(said, str) else "PayPal rejected this request.", issue.lower()[:50])
