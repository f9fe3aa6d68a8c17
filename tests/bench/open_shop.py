"""A copy with a shop whose buyers pay at providers of ours, which something can strike at while they answer."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.bench.site import OWNER
from tests.fakes import paypal, stripe
from tests.fakes.paypal import PayPal
from tests.fakes.serving import serving
from tests.fakes.stripe import Stripe
from tests.stack import Stack, running_stack

PRICE = 4_999
UP_SECONDS = 120.0
PAUSE = 0.1
_LOGIN_SECONDS = 600.0
_KEYS = {
    "stripePublishableKey": stripe.PUBLISHABLE_KEY,
    "stripeSecretKey": stripe.SECRET_KEY,
    "stripeWebhookSecret": stripe.WEBHOOK_SECRET,
    "paypalClientId": paypal.CLIENT_ID,
    "paypalClientSecret": paypal.CLIENT_SECRET,
    "paypalWebhookId": paypal.WEBHOOK_ID,
}


class Trap:
    """A provider at whose answer to a request, once it was done there, something strikes once: before it is sent, or after."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._armed: tuple[tuple[str, str], bool, Callable[[], None]] | None = None
        self.sprung = threading.Event()

    def arm(self, call: tuple[str, str], strike: Callable[[], None], *, is_answered: bool) -> None:
        """Strike at a method and the end of a path."""
        self.sprung.clear()
        self._armed = (call, is_answered, strike)

    def disarm(self) -> None:
        """Strike no more."""
        self._armed = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        armed = self._armed
        if armed is None or (scope["method"], scope["path"]) != (armed[0][0], _end(scope["path"], armed[0][1])):
            await self._app(scope, receive, send)
            return
        self._armed, (_, is_answered, strike) = None, armed

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start" and not is_answered:
                self._strike(strike)
            await send(message)

        await self._app(scope, receive, sending)
        if is_answered:
            self._strike(strike)

    def _strike(self, strike: Callable[[], None]) -> None:
        strike()
        self.sprung.set()


def _end(path: str, end: str) -> str:
    return path if path.endswith(end) else ""


@dataclass
class Placed:
    """An order with its payment, as the buyer's browser has them."""

    id: str
    gateway: str
    payment: dict[str, Any]
    is_cancelled: bool = False


@dataclass
class Shop:
    """A copy with a shop whose buyers pay at our providers."""

    stack: Stack
    stripe: Stripe
    paypal: PayPal
    traps: dict[str, Trap]
    product: str = ""
    placed: list[Placed] = field(default_factory=list)
    _owner: httpx.Client | None = None
    _since: float = 0.0

    @property
    def owner(self) -> httpx.Client:
        """A client that runs the shop, logged in of late."""
        if self._owner is None or time.monotonic() - self._since > _LOGIN_SECONDS:
            self.close()
            base = self.stack.base_url
            self._owner = httpx.Client(base_url=base, headers={"Origin": base}, timeout=30)
            login = {"email": OWNER["email"], "password": OWNER["password"]}
            self._owner.post("/auth/tokens", json=login).raise_for_status()
            self._since = time.monotonic()
        return self._owner

    def close(self) -> None:
        """Close the owner's connections."""
        if self._owner is not None:
            self._owner.close()
            self._owner = None

    def buy(self, gateway: str, number: int) -> Placed:
        """Order one, from a network of its own, as often as it takes with one key; and go on until the provider expects it."""
        headers = {"Idempotency-Key": secrets.token_hex(8), "X-Forwarded-For": f"10.{number >> 8}.{number & 255}.1"}
        address = {"billingName": "Zoë", "billingAddress1": "1 High Street", "billingCountryCode": "GB"}
        rows = [{"productId": self.product, "quantity": 1}]
        with httpx.Client(base_url=self.stack.urls["ecom"], headers=headers, timeout=60) as browser:
            summary = answered(lambda: browser.post("/ecom/baskets/summary", json={"rows": rows}))
            order = {"rows": rows, "summaryDigest": summary["digest"], "gateway": gateway, **address}
            order |= {"email": "zoe@example.org", "name": "Zoë"}
            taken = answered(lambda: browser.post("/ecom/orders", json=order))
            payment = taken["payment"]
            until = time.monotonic() + UP_SECONDS
            while "clientSecret" not in _set(payment) and "providerOrderId" not in _set(payment):
                check(time.monotonic() < until, "the provider never heard of a payment")
                payment = answered(partial(self._back, browser, payment))
        placed = Placed(taken["id"], gateway, payment)
        self.placed.append(placed)
        return placed

    def cancel(self, placed: Placed) -> None:
        """Have the shop cancel an order."""
        path = f"/ecom/orders/{placed.id}"
        version = answered(lambda: self.owner.get(path))["version"]
        answered(lambda: self.owner.put(path, json={"state": "cancelled", "version": version}))
        placed.is_cancelled = True

    def come_back(self, placed: Placed) -> None:
        """Have the buyer's browser say that it is back; whether anybody hears it does not matter."""
        with suppress(httpx.HTTPError), httpx.Client(base_url=self.stack.urls["ecom"], timeout=30) as browser:
            self._back(browser, placed.payment, at_once=True)

    def tell(self, sent: tuple[bytes, dict[str, str]], name: str) -> None:
        """Have a provider call the webhook; whether anybody hears it does not matter."""
        raw, headers = sent
        with suppress(httpx.HTTPError), httpx.Client(base_url=self.stack.urls["ecom"], timeout=30) as caller:
            caller.post(f"/ecom/webhooks/{name}", content=raw, headers=headers)

    @staticmethod
    def _back(browser: httpx.Client, payment: dict[str, Any], *, at_once: bool = False) -> httpx.Response:
        headers = {"Prefer": "respond-async"} if at_once else {}
        return browser.post(f"/ecom/payments/{payment['id']}/return", json={"key": payment["key"]}, headers=headers)


def _set(payment: dict[str, Any]) -> set[str]:
    return {name for name, value in payment.items() if value}


def check(is_so: bool, words: str) -> None:
    if not is_so:
        raise RuntimeError(words)


def answered(call: Callable[[], httpx.Response]) -> dict[str, Any]:
    """What a call comes to in the end: who has just been killed answers later."""
    until = time.monotonic() + UP_SECONDS
    while True:
        with suppress(httpx.HTTPError):
            answer = call()
            if answer.is_success and answer.status_code != httpx.codes.ACCEPTED:
                return dict(answer.json())
            check(answer.status_code < 400 or answer.status_code >= 500, answer.text)
        check(time.monotonic() < until, "the shop does not come back")
        time.sleep(PAUSE)


@contextmanager
def open_shop() -> Iterator[Shop]:
    """A new copy whose shop sells one thing."""
    there, elsewhere = Stripe(), PayPal()
    traps = {"card": Trap(there.app), "button": Trap(elsewhere.app)}
    with ExitStack() as opened:
        urls = {name: opened.enter_context(serving(trap, name)) for name, trap in traps.items()}
        stack = opened.enter_context(running_stack(STRIPE_URL=urls["card"], PAYPAL_URL=urls["button"]))
        shop = Shop(stack, there, elsewhere, traps)
        opened.callback(shop.close)
        _set_up(shop)
        yield shop


def _set_up(shop: Shop) -> None:
    owner = {"firstName": "Ann", "lastName": "Ash", "emailAddress": OWNER["email"], "password": OWNER["password"]}
    site = {"siteName": "Willow", "timezone": "Europe/London", "hasEcom": True, "hasCRM": False}
    said = {"code": shop.stack.setup_code, **owner, **site}
    origin = {"Origin": shop.stack.base_url}
    httpx.post(f"{shop.stack.base_url}/auth/setup", json=said, headers=origin, timeout=30).raise_for_status()
    for entry in shop.owner.get("/ecom/config").json():
        if entry["key"] in _KEYS:
            version = {"If-Match": f'"{entry["version"]}"'}
            body = {"value": _KEYS[entry["key"]]}
            shop.owner.put(f"/ecom/config/{entry['id']}", json=body, headers=version).raise_for_status()
    product = {"sku": "voucher", "needsDelivery": False, "prices": [{"amount": PRICE}]}
    group = {"name": "Voucher", "isPublished": True, "products": [product]}
    answer = shop.owner.post("/ecom/product-groups", json=group)
    check(answer.is_success, answer.text)
    shop.product = answer.json()["products"][0]["id"]
