"""Workers that are killed (-9) between a charge and its commit: the order exists or the money is back, once."""

import signal
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
from sqlalchemy import select, update

from ecom.payments.models import Payment
from kit.tables import Job
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop
from tests.kit.worker_process import end, module_process, on_ports

__all__ = ["shop"]
pytestmark = pytest.mark.timeout(400)
MOST_ANSWERS = 12


@pytest.fixture
async def addresses(shop: Shop) -> AsyncIterator[Mapping[str, str]]:
    apps = {"auth": shop.tokens.app, "stripe": shop.stripe.app, "paypal": shop.paypal.app}
    async with on_ports(apps) as addresses:
        yield addresses


async def killed(shop: Shop, addresses: Mapping[str, str], name: str, number: int) -> bool:
    """Have the only job of a name done by a worker that is killed at a step; whether it came that far."""
    async with shop.client.kit.database.reading() as session:
        [job] = await session.scalars(select(Job.id).where(Job.name == name, Job.state == "queued"))
    process = await module_process(shop.client, "tests.ecom.dying_worker", str(job), str(number), **addresses)
    try:
        await process.wait()
    finally:
        await end(process)
    # As the sweeper finds it once the lease is over.
    async with shop.client.kit.database.transaction() as session:
        left = update(Job).where(Job.state == "running").values(state="queued", lease=None, lease_until=None)
        await session.execute(left)
    return process.returncode == -signal.SIGKILL


async def queue(shop: Shop, payment: Payment) -> None:
    """Have the buyer's browser come back, which waits for nobody."""
    path = f"/ecom/payments/{payment.id}/return"
    await shop.client.post(path, json={"key": payment.key}, headers={"Prefer": "respond-async"})


def provider_of(shop: Shop, gateway: str) -> Any:
    return shop.stripe if gateway == "card" else shop.paypal


@pytest.mark.parametrize("gateway", ["card", "button"])
@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_a_payment(shop: Shop, addresses: Mapping[str, str], gateway: Any, is_cancelled: bool) -> None:
    kills = 0
    for number in range(MOST_ANSWERS):
        payment = await shop.begun(gateway)
        if gateway == "card":
            shop.stripe.pay(str(payment.provider_id))
        else:
            shop.paypal.approve(str(payment.provider_id))
        if is_cancelled:
            await shop.cancel_order(payment)
        await queue(shop, payment)
        was_killed = await killed(shop, addresses, ADVANCE, number)
        kills += was_killed
        for _ in range(3):
            await shop.work()
        order, there = await shop.order_of(payment), await shop.read(payment)
        paid = 0 if is_cancelled else 4_999
        assert order.paid_amount == paid, f"after the answer {number}"
        assert there.state in ({"cancelled", "refunded"} if is_cancelled else {"captured"})
        assert (await shop.kinds(payment)).count("paid") == (not is_cancelled)
        assert provider_of(shop, gateway).taken == paid * (number + 1)
        if not was_killed:
            break
    assert kills >= (2 if gateway == "card" else 3), "the last is not killed: all before it are"


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_the_beginning_of_a_payment(shop: Shop, addresses: Mapping[str, str], gateway: Any) -> None:
    kills = 0
    for number in range(MOST_ANSWERS):
        payment = await shop.pay(gateway)
        was_killed = await killed(shop, addresses, ADVANCE, number)
        kills += was_killed
        await shop.work()
        payment = await shop.read(payment)
        known = shop.stripe.intents if gateway == "card" else shop.paypal.orders
        assert payment.provider_id in known
        assert len(known) == number + 1, "the same at the provider, too"
        if not was_killed:
            break
    assert kills >= 2


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_a_refund(shop: Shop, addresses: Mapping[str, str], gateway: Any) -> None:
    kills = 0
    for number in range(MOST_ANSWERS):
        payment = await shop.paid(gateway)
        await shop.refund(payment, 999)
        was_killed = await killed(shop, addresses, REFUND, number)
        kills += was_killed
        await shop.work(REFUND)
        order = await shop.order_of(payment)
        assert order.refunded_amount == 999
        assert (await shop.kinds(payment)).count("refunded") == 1
        assert provider_of(shop, gateway).taken == 4_000 * (number + 1)
        if not was_killed:
            break
    assert kills >= 2
