"""Stripe's API: payment intents, refunds, idempotency keys and signed webhooks, with buyers that pay by test cards.

It charges and refunds as the real one does, so that tests can count what was taken from whom.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

SECRET_KEY = "sk_test_a-secret"
PUBLISHABLE_KEY = "pk_test_a-key"
WEBHOOK_SECRET = "whsec_a-secret"
_WITH_THREE_PLACES = frozenset({"bhd", "jod", "kwd", "omr", "tnd"})


@dataclass
class Stripe:
    """An account at Stripe."""

    intents: dict[str, dict[str, Any]] = field(default_factory=dict)
    refunds: list[dict[str, Any]] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of each request."""
    fails_with: int | None = None
    """The status that it answers everything with."""
    odd_answer: bytes | None = None
    """What it answers everything with, as JSON that is none or says something else."""
    is_silent: bool = False
    """It takes requests, and never answers."""
    loses_answers: bool = False
    """It does what it is asked, and answers 500."""
    refund_status: str = "succeeded"
    refund_error: str | None = None

    def __post_init__(self) -> None:
        self.reached = asyncio.Event()
        self._answers: dict[str, tuple[str, Any]] = {}
        self.app = FastAPI()
        add = self.app.add_api_route
        add("/v1/payment_intents", self._list, methods=["GET"])
        add("/v1/payment_intents", self._create, methods=["POST"])
        add("/v1/payment_intents/{intent}", self._get, methods=["GET"])
        add("/v1/payment_intents/{intent}/cancel", self._cancel, methods=["POST"])
        add("/v1/payment_intents/{intent}/capture", self._capture, methods=["POST"])
        add("/v1/refunds", self._list_refunds, methods=["GET"])
        add("/v1/refunds", self._refund, methods=["POST"])

    @property
    def taken(self) -> int:
        """What has been taken from buyers and not been given back."""
        given_back = sum(each["amount"] for each in self.refunds if each["status"] in {"succeeded", "pending"})
        received: int = sum(each["amount_received"] for each in self.intents.values())
        return received - int(given_back)

    def pay(self, intent_id: str, card: str = "good") -> dict[str, Any]:
        """A buyer gives a card: a `good` one, one that is `declined`, or one that wants `3ds` first."""
        intent = self.intents[intent_id]
        assert intent["status"] in {"requires_payment_method", "requires_confirmation"}, intent["status"]
        if card == "3ds":
            intent["status"], intent["last_payment_error"] = "requires_action", None
        elif card == "declined":
            self._decline(intent)
        else:
            self._charge(intent)
        return intent

    def authenticate(self, intent_id: str, *, succeeds: bool = True) -> dict[str, Any]:
        """A buyer comes to the end of 3-D Secure."""
        intent = self.intents[intent_id]
        assert intent["status"] == "requires_action", intent["status"]
        if succeeds:
            self._charge(intent)
        else:
            self._decline(intent, "payment_intent_authentication_failure")
        return intent

    def fail(self, refund: dict[str, Any], reason: str = "expired_or_canceled_card") -> dict[str, Any]:
        """The buyer's bank does not take a refund, be it weeks after it succeeded: the money is the shop's again."""
        if refund["status"] != "failed":
            charge = self.intents[refund["payment_intent"]]["latest_charge"]
            charge["amount_refunded"] -= refund["amount"]
        refund.update(status="failed", failure_reason=reason)
        return refund

    def event(
        self, kind: str, about: dict[str, Any], *, secret: str = WEBHOOK_SECRET, age: float = 0, id: str | None = None
    ) -> tuple[bytes, dict[str, str]]:
        """A webhook's body and headers. The intent in it has its charge by its id alone, as in webhooks."""
        said = {**about}
        if isinstance(said.get("latest_charge"), dict):
            said["latest_charge"] = said["latest_charge"]["id"]
        event = {
            "id": id or f"evt_{secrets.token_hex(8)}",
            "object": "event",
            "api_version": "2024-06-20",
            "created": int(time.time()),
            "type": kind,
            "data": {"object": said},
            "livemode": False,
        }
        raw = json.dumps(event, indent=2).encode()
        at = int(time.time() - age)
        signature = hmac.new(secret.encode(), f"{at}.".encode() + raw, hashlib.sha256).hexdigest()
        return raw, {"Stripe-Signature": f"t={at},v1={signature},v0=00", "Content-Type": "application/json"}

    def _charge(self, intent: dict[str, Any]) -> None:
        charge = {"id": f"ch_{secrets.token_hex(8)}", "object": "charge", "amount_refunded": 0}
        intent.update(
            status="succeeded", amount_received=intent["amount"], latest_charge=charge, last_payment_error=None
        )

    @staticmethod
    def _decline(intent: dict[str, Any], code: str = "card_declined") -> None:
        error = {"code": code, "decline_code": "insufficient_funds", "message": "Your card was declined."}
        intent.update(status="requires_payment_method", last_payment_error=error)

    async def _list(self, request: Request) -> Response:
        return await self._answered(request, lambda _: {"object": "list", "data": [*self.intents.values()][:1]})

    async def _create(self, request: Request) -> Response:
        return await self._answered(request, self._made)

    async def _get(self, intent: str, request: Request) -> Response:
        return await self._answered(request, lambda _: self.intents.get(intent) or _missing(intent))

    async def _cancel(self, intent: str, request: Request) -> Response:
        def cancel(_: httpx.QueryParams) -> Any:
            found = self.intents[intent]
            if found["status"] in {"succeeded", "canceled"}:
                return _error(400, "payment_intent_unexpected_state", "You cannot cancel this PaymentIntent.")
            found["status"] = "canceled"
            return found

        return await self._answered(request, cancel)

    async def _capture(self, intent: str, request: Request) -> Response:
        return await self._answered(
            request, lambda _: _error(400, "payment_intent_unexpected_state", f"{intent} could not be captured.")
        )

    async def _list_refunds(self, request: Request) -> Response:
        wanted = request.query_params.get("payment_intent")
        found = [each for each in self.refunds if each["payment_intent"] == wanted]
        return await self._answered(request, lambda _: {"object": "list", "data": found[::-1], "has_more": False})

    async def _refund(self, request: Request) -> Response:
        return await self._answered(request, self._refunded)

    def _made(self, form: httpx.QueryParams) -> Any:
        identifier = f"pi_{secrets.token_hex(8)}"
        amount = int(form["amount"])
        if amount < 30:
            return _error(400, "amount_too_small", "Amount must be at least £0.30 gbp")
        assert form["currency"] == form["currency"].lower()
        if form["currency"] in _WITH_THREE_PLACES and amount % 10:
            return _error(400, "parameter_invalid_integer", "The last digit has to be 0.")
        self.intents[identifier] = {
            "id": identifier,
            "object": "payment_intent",
            "amount": amount,
            "amount_received": 0,
            "currency": form["currency"],
            "status": "requires_payment_method",
            "client_secret": f"{identifier}_secret_{secrets.token_hex(8)}",
            "metadata": _nested(form, "metadata"),
            "latest_charge": None,
            "last_payment_error": None,
            "payment_method_types": form.get_list("payment_method_types[]"),
        }
        return self.intents[identifier]

    def _refunded(self, form: httpx.QueryParams) -> Any:
        intent = self.intents[form["payment_intent"]]
        amount = int(form.get("amount", intent["amount_received"]))
        left = intent["amount_received"] - sum(
            each["amount"]
            for each in self.refunds
            if each["payment_intent"] == intent["id"] and each["status"] != "failed"
        )
        if self.refund_error is not None:
            return _error(400, self.refund_error, "Your balance is too low to give this back.")
        if amount > left:
            return _error(400, "charge_already_refunded", "This has been refunded.")
        refund = {
            "id": f"re_{secrets.token_hex(8)}",
            "object": "refund",
            "amount": amount,
            "currency": intent["currency"],
            "payment_intent": intent["id"],
            "status": self.refund_status,
            "metadata": _nested(form, "metadata"),
        }
        self.refunds.append(refund)
        intent["latest_charge"]["amount_refunded"] += amount
        return refund

    async def _answered(self, request: Request, do: Any) -> Response:
        """What a request comes to: the same once more for a key that came before."""
        self.asked.append((request.method, request.url.path))
        if self.is_silent:
            self.reached.set()
            await asyncio.Event().wait()
        if self.fails_with is not None:
            return _sent(_error(self.fails_with, "api_error", "An error occurred."))
        if self.odd_answer is not None:
            return Response(self.odd_answer, media_type="application/json")
        if request.headers.get("authorization") != f"Bearer {SECRET_KEY}":
            return _sent(_error(401, "invalid_api_key", "Invalid API Key provided."))
        form = httpx.QueryParams((await request.body()).decode())
        key = request.headers.get("idempotency-key")
        if key is not None:
            path, said = self._answers.get(key, ("", None))
            if path and path != f"{request.url.path}?{form}":
                return _sent(_error(400, "idempotency_error", "Keys for idempotent requests can only be used once."))
            if path:
                return _sent(said)
        said = json.loads(json.dumps(do(form)))
        if self.loses_answers:
            said = _error(500, "api_error", "An error occurred.")
        if key is not None:
            self._answers[key] = f"{request.url.path}?{form}", said
        return _sent(said)


def _nested(form: httpx.QueryParams, name: str) -> dict[str, str]:
    return {key[len(name) + 1 : -1]: value for key, value in form.items() if key.startswith(f"{name}[")}


def _missing(intent: str) -> dict[str, Any]:
    return _error(404, "resource_missing", f"No such payment_intent: '{intent}'")


def _error(status: int, code: str, message: str) -> dict[str, Any]:
    return {"status_code": status, "error": {"type": "invalid_request_error", "code": code, "message": message}}


def _sent(said: Any) -> Response:
    status = said.pop("status_code", 200) if "error" in said else 200
    return JSONResponse(said, status)
