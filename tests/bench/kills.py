"""kill -9 of ecom, of the worker and of Postgres between a charge and its commit, one after the other, on a whole copy.

`python -m tests.bench.kills 200` kills so often. Each time somebody has ordered, and a provider of payments that speaks the
real ones' wire formats has just charged them or given their money back; now and then the order was cancelled before. In the
end each order is paid once, or its money is back. It takes some minutes on two cores, so `make bench` does not.
"""

from __future__ import annotations

import itertools
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import httpx

from tests.bench.open_shop import PAUSE, PRICE, UP_SECONDS, Placed, Shop, answered, check, open_shop
from tests.bench.report import Measure, table

COUNT = 200
VICTIMS = ("worker", "ecom", "postgres")
_STRIKE_SECONDS = 30.0
_SETTLED_SECONDS = 900.0
_CANCELLED_EACH = 4


def kill(shop: Shop, number: int) -> str | None:
    """Have somebody order and pay, and kill a part of the copy right then; gives which and when, None where nothing struck."""
    victim = VICTIMS[number % len(VICTIMS)]
    gateway = "card" if (number // len(VICTIMS)) % 2 == 0 else "button"
    placed = shop.buy(gateway, number)
    pid = shop.stack.pid(victim)
    refunds = gateway == "card" and victim != "ecom" and number % _CANCELLED_EACH == 0
    if refunds:
        shop.cancel(placed)
    about = _pay(shop, placed)
    if about is None:
        return None
    moment = _strike(shop, placed, about, victim, is_answered=bool(number // _CANCELLED_EACH % 2), refunds=refunds)
    if moment is None:
        return None
    _wait_until_up(shop, victim, pid)
    return f"{victim}, {gateway}: {moment}"


def _pay(shop: Shop, placed: Placed) -> dict[str, Any] | None:
    """The buyer pays at the provider; None where it does not take money for a cancelled order any more."""
    if placed.gateway == "button":
        return shop.paypal.approve(placed.payment["providerOrderId"])
    intent = next(each for each in shop.stripe.intents.values() if each["metadata"]["orderId"] == placed.id)
    return None if intent["status"] == "canceled" else shop.stripe.pay(intent["id"])


def _strike(
    shop: Shop, placed: Placed, about: dict[str, Any], victim: str, *, is_answered: bool, refunds: bool
) -> str | None:
    """Kill a part while it works on a payment; gives when that was, None where it never came to it."""
    trap = shop.traps[placed.gateway]

    def strike() -> None:
        shop.stack.signal(victim, signal.SIGKILL)

    if victim == "ecom" and placed.gateway == "card":
        sent = shop.stripe.event("payment_intent.succeeded", about)
        telling = threading.Thread(target=shop.tell, args=(sent, "stripe"))
        telling.start()
        # Somewhere on the way from the first byte to the commit.
        time.sleep(random.uniform(0, 0.04))
        strike()
        telling.join()
        return "a webhook comes in"
    if victim == "ecom":
        trap.arm(("POST", "/verify-webhook-signature"), strike, is_answered=is_answered)
        shop.tell(shop.paypal.event("CHECKOUT.ORDER.APPROVED", about), "paypal")
    else:
        call = ("GET", f"/{about['id']}") if placed.gateway == "card" else ("POST", "/capture")
        trap.arm(("POST", "/v1/refunds") if refunds else call, strike, is_answered=is_answered)
        shop.come_back(placed)
    is_sprung = trap.sprung.wait(_STRIKE_SECONDS)
    trap.disarm()
    if not is_sprung:
        return None
    done = "money was given back" if refunds else "a charge" if victim != "ecom" else "a webhook was verified"
    return f"{done}, {'after' if is_answered else 'before'} the answer"


def _wait_until_up(shop: Shop, victim: str, former: int) -> None:
    until = time.monotonic() + UP_SECONDS
    while True:
        with suppress(httpx.HTTPError):
            path = f"{shop.stack.urls['ecom']}/ecom/payments/methods"
            if shop.stack.pid(victim) not in (0, former) and httpx.get(path, timeout=5).is_success:
                return
        check(time.monotonic() < until, f"{victim} does not come back")
        time.sleep(PAUSE)


def wrong(shop: Shop) -> dict[str, str]:
    """What is not right about each order that is not: not paid once, or its money not back."""
    faults = {}
    for placed in shop.placed:
        order = answered(partial(shop.owner.get, f"/ecom/orders/{placed.id}"))
        taken, kinds = _taken(shop, placed), Counter(each["kind"] for each in order["events"])
        has = order["paidAmount"] - order["refundedAmount"]
        is_paid = order["state"] == "paid" and kinds["paid"] == 1 and taken == has == PRICE
        is_back = order["state"] == "cancelled" and not kinds["paid"] and taken == has == 0
        if not (is_back if placed.is_cancelled else is_paid):
            faults[placed.id] = f"{placed.gateway}, {order['state']}, has {has}, taken {taken}, {dict(kinds)}"
    return faults


def _taken(shop: Shop, placed: Placed) -> int:
    """What the provider has of an order's money: of all that was ever begun for it there."""
    if placed.gateway == "card":
        intents = [each for each in shop.stripe.intents.values() if each["metadata"]["orderId"] == placed.id]
        given_back = {each["payment_intent"]: 0 for each in shop.stripe.refunds}
        for each in shop.stripe.refunds:
            given_back[each["payment_intent"]] += each["amount"]
        return sum(int(each["amount_received"]) - given_back.get(each["id"], 0) for each in intents)
    units = [each["purchase_units"][0] for each in shop.paypal.orders.values()]
    captures = [each["payments"]["captures"] for each in units if each["custom_id"].startswith(placed.id)]
    return PRICE * sum(map(len, captures))


def measure(count: int) -> Iterator[Measure]:
    """Raises RuntimeError where an order is neither paid once nor its money back."""
    struck: Counter[str] = Counter()
    with open_shop() as shop:
        start = time.perf_counter()
        for number in itertools.count():
            if struck.total() == count:
                break
            moment = kill(shop, number)
            if moment is not None:
                struck[moment] += 1
                print(f"{struck.total()}: {moment}", file=sys.stderr, flush=True)
        yield Measure(f"kills between a charge and its commit, {count} of them", time.perf_counter() - start, "s")
        start = time.perf_counter()
        while faults := wrong(shop):
            check(time.perf_counter() - start < _SETTLED_SECONDS, f"not right in the end: {faults}")
            time.sleep(1)
        yield Measure("… until all money was where it belongs", time.perf_counter() - start, "s", 300)
        total = shop.owner.get("/ecom/orders", params={"limit": 1}).json()["total"]
        check(total == len(shop.placed), f"{total} orders of {len(shop.placed)}")
        back = sum(each.is_cancelled for each in shop.placed)
        yield Measure("… orders that are paid once", len(shop.placed) - back, "")
        yield Measure("… orders whose money is back", back, "")
    for moment, number in sorted(struck.items()):
        yield Measure(f"… {moment}", number, "kills")


if __name__ == "__main__":
    print(table(list(measure(int(sys.argv[1]) if sys.argv[1:] else COUNT))))
