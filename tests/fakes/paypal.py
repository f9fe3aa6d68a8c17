"""PayPal's API: tokens, orders that are authorised, captures, voids, refunds, and the verification of webhooks."""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

CLIENT_ID, CLIENT_SECRET, WEBHOOK_ID = "AZ-client", "EK-secret", "8PT597110X687430LKGECATA"


@dataclass
class PayPal:
    """A merchant's account at PayPal."""

    orders: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Method and path of each request."""
    fails_with: int | None = None
    odd_answer: bytes | None = None
    is_silent: bool = False
    loses_answers: bool = False
    """It does what it is asked, and answers 500."""
    declines: str | None = None
    """The issue with which it refuses to authorise."""
    refund_status: str = "COMPLETED"
    capture_status: str = "COMPLETED"

    def __post_init__(self) -> None:
        self.reached = asyncio.Event()
        self._sent: dict[str, bytes] = {}
        self._answers: dict[str, tuple[int, Any]] = {}
        self._tokens: set[str] = set()
        self.app = FastAPI()
        add = self.app.add_api_route
        add("/v1/oauth2/token", self._token, methods=["POST"])
        add("/v1/notifications/verify-webhook-signature", self._verify, methods=["POST"])
        add("/v2/checkout/orders", self._create, methods=["POST"])
        add("/v2/checkout/orders/{order}", self._get, methods=["GET"])
        add("/v2/checkout/orders/{order}/authorize", self._authorize, methods=["POST"])
        add("/v2/payments/authorizations/{part}/capture", self._capture, methods=["POST"])
        add("/v2/payments/authorizations/{part}/void", self._void, methods=["POST"])
        add("/v2/payments/captures/{part}/refund", self._refund, methods=["POST"])

    @property
    def taken(self) -> int:
        """What has been taken from buyers and not been given back, in hundredths."""
        found = [_payments(order) for order in self.orders.values()]
        captured = sum(_hundredths(each) for payments in found for each in payments["captures"])
        return captured - sum(_hundredths(each) for payments in found for each in payments["refunds"])

    def approve(self, order_id: str) -> dict[str, Any]:
        """A buyer agrees to an order."""
        order = self.orders[order_id]
        assert order["status"] == "CREATED", order["status"]
        order["status"] = "APPROVED"
        return order

    def authorise(self, order_id: str) -> None:
        """The money of an order that was approved is set aside."""
        order = self.orders[order_id]
        order["status"] = "COMPLETED"
        unit = order["purchase_units"][0]
        part = {"id": f"AU{secrets.token_hex(7)}", "status": "CREATED", "amount": unit["amount"]}
        _payments(order)["authorizations"].append({**part, "custom_id": unit["custom_id"]})

    def complete(self, order_id: str) -> None:
        """The capture of an order that was on its way has come."""
        [capture] = _payments(self.orders[order_id])["captures"]
        assert capture["status"] == "PENDING", capture["status"]
        capture["status"] = "COMPLETED"

    def event(self, kind: str, about: dict[str, Any], *, id: str | None = None) -> tuple[bytes, dict[str, str]]:
        """A webhook's body and headers."""
        event = {
            "id": id or f"WH-{secrets.token_hex(8)}",
            "event_version": "1.0",
            "resource_type": _resource_type(kind),
            "event_type": kind,
            "resource": about,
        }
        # Not as Python's own encoder would write it: what is verified are the bytes that were sent.
        raw = json.dumps(event, indent=3, ensure_ascii=False).encode()
        transmission = secrets.token_hex(16)
        self._sent[transmission] = raw
        headers = {
            "PayPal-Transmission-Id": transmission,
            "PayPal-Transmission-Time": "2026-11-23T12:00:00Z",
            "PayPal-Transmission-Sig": base64.b64encode(transmission.encode()).decode(),
            "PayPal-Cert-Url": "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594",
            "PayPal-Auth-Algo": "SHA256withRSA",
            "Content-Type": "application/json",
        }
        return raw, headers

    def capture_in_webhook(self, order_id: str) -> dict[str, Any]:
        """The capture of an order, as webhooks tell of it."""
        [capture] = _payments(self.orders[order_id])["captures"]
        return {**capture, "supplementary_data": {"related_ids": {"order_id": order_id}}}

    def refund_in_webhook(self, order_id: str) -> dict[str, Any]:
        """The last refund of an order, as webhooks tell of it: it names no order, and its capture by a link alone."""
        payments = _payments(self.orders[order_id])
        [capture], refund = payments["captures"], payments["refunds"][-1]
        none = {**refund["amount"], "value": "0.00"}
        at, base = "2026-11-23T12:00:00-08:00", "https://api.paypal.com/v2/payments"
        return {
            **refund,
            "seller_payable_breakdown": {
                "gross_amount": refund["amount"],
                "paypal_fee": none,
                "net_amount": refund["amount"],
                "total_refunded_amount": refund["amount"],
            },
            "create_time": at,
            "update_time": at,
            "links": [
                {"href": f"{base}/refunds/{refund['id']}", "rel": "self", "method": "GET"},
                {"href": f"{base}/captures/{capture['id']}", "rel": "up", "method": "GET"},
            ],
        }

    async def _token(self, request: Request) -> Response:
        self.asked.append((request.method, request.url.path))
        if refusal := await self._fault():
            return refusal
        scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
        if scheme != "Basic" or base64.b64decode(credentials).decode() != f"{CLIENT_ID}:{CLIENT_SECRET}":
            return JSONResponse({"error": "invalid_client", "error_description": "Client Authentication failed"}, 401)
        token = secrets.token_hex(8)
        self._tokens.add(token)
        return JSONResponse({"access_token": token, "token_type": "Bearer", "expires_in": 32_400})

    async def _verify(self, request: Request) -> Response:
        def verify(data: Any, raw: bytes) -> Any:
            # The event has to stand in the request byte for byte.
            sent = self._sent.get(data["transmission_id"])
            is_right = sent is not None and sent in raw and data["webhook_id"] == WEBHOOK_ID
            is_right = is_right and set(data) == {
                "auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time", "webhook_id",
                "webhook_event",
            }  # fmt: skip
            return 200, {"verification_status": "SUCCESS" if is_right else "FAILURE"}

        return await self._answered(request, verify)

    async def _create(self, request: Request) -> Response:
        def create(data: Any, _: bytes) -> Any:
            assert data["intent"] == "AUTHORIZE"
            [unit] = data["purchase_units"]
            assert unit["amount"]["currency_code"].isupper()
            assert len(unit["custom_id"]) <= 127
            identifier = secrets.token_hex(8).upper()
            payments: dict[str, Any] = {"authorizations": [], "captures": [], "refunds": []}
            unit = {"reference_id": "default", **unit, "payments": payments}
            self.orders[identifier] = {
                "id": identifier, "intent": "AUTHORIZE", "status": "CREATED", "purchase_units": [unit]
            }  # fmt: skip
            return 201, self.orders[identifier]

        return await self._answered(request, create)

    async def _get(self, order: str, request: Request) -> Response:
        found = self.orders.get(order)
        missing = _issue(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
        return await self._answered(request, lambda *_: (200, found) if found else missing)

    async def _authorize(self, order: str, request: Request) -> Response:
        def authorize(*_: Any) -> Any:
            found = self.orders[order]
            if self.declines is not None:
                found["status"] = "CREATED"
                return _issue(422, "UNPROCESSABLE_ENTITY", self.declines)
            if _payments(found)["authorizations"]:
                return _issue(422, "UNPROCESSABLE_ENTITY", "ORDER_ALREADY_AUTHORIZED")
            if found["status"] != "APPROVED":
                return _issue(422, "UNPROCESSABLE_ENTITY", "ORDER_NOT_APPROVED")
            self.authorise(order)
            return 201, found

        return await self._answered(request, authorize)

    async def _capture(self, part: str, request: Request) -> Response:
        def capture(data: Any, _: bytes) -> Any:
            order, found = self._find("authorizations", part)
            if found["status"] != "CREATED":
                issue = "AUTHORIZATION_VOIDED" if found["status"] == "VOIDED" else "AUTHORIZATION_ALREADY_CAPTURED"
                return _issue(422, "UNPROCESSABLE_ENTITY", issue)
            found["status"] = "CAPTURED"
            made: dict[str, Any] = {
                "id": f"CA{secrets.token_hex(7)}",
                "status": self.capture_status,
                "amount": data["amount"],
            }
            made["custom_id"] = found["custom_id"]
            _payments(order)["captures"].append(made)
            return 201, made

        return await self._answered(request, capture)

    async def _void(self, part: str, request: Request) -> Response:
        def void(*_: Any) -> Any:
            _order, found = self._find("authorizations", part)
            if found["status"] != "CREATED":
                return _issue(422, "UNPROCESSABLE_ENTITY", "PREVIOUSLY_CAPTURED")
            found["status"] = "VOIDED"
            return 204, None

        return await self._answered(request, void)

    async def _refund(self, part: str, request: Request) -> Response:
        def refund(data: Any, _: bytes) -> Any:
            order, found = self._find("captures", part)
            payments = _payments(order)
            left = _hundredths(found) - sum(_hundredths(each) for each in payments["refunds"])
            if _hundredths(data) > left:
                return _issue(422, "UNPROCESSABLE_ENTITY", "REFUND_AMOUNT_EXCEEDED")
            made = {"id": f"RE{secrets.token_hex(7)}", "status": self.refund_status, **data}
            payments["refunds"].append(made)
            found["status"] = "REFUNDED" if _hundredths(data) == left else "PARTIALLY_REFUNDED"
            return 201, made

        return await self._answered(request, refund)

    def _find(self, kind: str, part: str) -> tuple[dict[str, Any], dict[str, Any]]:
        return next(
            (order, each) for order in self.orders.values() for each in _payments(order)[kind] if each["id"] == part
        )

    async def _fault(self) -> Response | None:
        if self.is_silent:
            self.reached.set()
            await asyncio.Event().wait()
        if self.fails_with is not None:
            return JSONResponse({"name": "INTERNAL_SERVER_ERROR", "message": "It went wrong."}, self.fails_with)
        return Response(self.odd_answer, media_type="application/json") if self.odd_answer is not None else None

    async def _answered(self, request: Request, do: Any) -> Response:
        """What a request comes to: the same once more for a request id that came before."""
        self.asked.append((request.method, request.url.path))
        if refusal := await self._fault():
            return refusal
        if request.headers.get("authorization", "").removeprefix("Bearer ") not in self._tokens:
            return JSONResponse({"error": "invalid_token"}, 401)
        raw = await request.body()
        key = request.headers.get("paypal-request-id")
        if key is not None and key in self._answers:
            return _sent(*self._answers[key])
        status, said = do(json.loads(raw) if raw else None, raw)
        said = json.loads(json.dumps(said))
        if self.loses_answers and request.method == "POST" and "notifications" not in request.url.path:
            return JSONResponse({"name": "INTERNAL_SERVER_ERROR", "message": "It went wrong."}, 500)
        if key is not None and status < 300:
            self._answers[key] = status, said
        return _sent(status, said)


def _resource_type(kind: str) -> str:
    if kind.startswith("CHECKOUT"):
        return "checkout-order"
    return "refund" if kind.endswith(("REFUNDED", "REVERSED")) else "capture"


def _payments(order: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    payments: dict[str, list[dict[str, Any]]] = order["purchase_units"][0]["payments"]
    return payments


def _hundredths(part: dict[str, Any]) -> int:
    return int(Decimal(part["amount"]["value"]) * 100)


def _issue(status: int, name: str, issue: str) -> tuple[int, Any]:
    message = "The requested action could not be performed."
    return status, {"name": name, "details": [{"issue": issue, "description": message}], "message": message}


def _sent(status: int, said: Any) -> Response:
    return Response(status_code=status) if said is None else JSONResponse(said, status)
