"""Workers that are killed (-9) between a charge and its commit: the order exists or the money is back, once."""

import os
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
STEPS = 9
"""One more than the answers of a provider that the longest job waits for."""
ROUNDS = int(os.environ.get("KILLED_ROUNDS", "1"))
COUNT = STEPS * ROUNDS


@pytest.fixture
async def addresses(shop: Shop) -> AsyncIterator[Mapping[str, str]]:
    apps = {"auth": shop.tokens.app, "stripe": shop.stripe.app, "paypal": shop.paypal.app}
    async with on_ports(apps) as addresses:
        yield addresses


async def kill(shop: Shop, addresses: Mapping[str, str], name: str) -> int:
    """Have all jobs of a name done by workers that are killed, the first before its commit, the next after the first answer
    of the provider, and so on; how many came that far."""
    async with shop.client.kit.database.reading() as session:
        query = select(Job.id).where(Job.name == name, Job.state == "queued").order_by(Job.id)
        jobs = (await session.scalars(query)).all()
    arguments = [f"{job}:{number % STEPS}" for number, job in enumerate(jobs)]
    process = await module_process(shop.client, "tests.ecom.dying_worker", *arguments, **addresses)
    try:
        assert process.stdout is not None
        printed = (await process.stdout.read()).decode().split()
        assert await process.wait() == 0
    finally:
        await end(process)
    # As the sweeper finds them once their leases are over.
    async with shop.client.kit.database.transaction() as session:
        left = update(Job).where(Job.state == "running").values(state="queued", lease=None, lease_until=None)
        await session.execute(left)
    assert len(printed) == len(jobs)
    return printed.count(str(int(signal.SIGKILL)))


async def queue(shop: Shop, payment: Payment) -> None:
    """Have the buyer's browser come back, which waits for nobody."""
    path = f"/ecom/payments/{payment.id}/return"
    await shop.client.post(path, json={"key": payment.key}, headers={"Prefer": "respond-async"})


def provider_of(shop: Shop, gateway: str) -> Any:
    return shop.stripe if gateway == "card" else shop.paypal


@pytest.mark.parametrize("gateway", ["card", "button"])
@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_a_payment(shop: Shop, addresses: Mapping[str, str], gateway: Any, is_cancelled: bool) -> None:
    payments = [await shop.begun(gateway) for _ in range(COUNT)]
    for payment in payments:
        if gateway == "card":
            shop.stripe.pay(str(payment.provider_id))
        else:
            shop.paypal.approve(str(payment.provider_id))
        if is_cancelled:
            await shop.cancel_order(payment)
        await queue(shop, payment)
    kills = await kill(shop, addresses, ADVANCE)
    assert kills >= (2 if gateway == "card" else 4) * ROUNDS
    for _ in range(3):
        await shop.work()
    for payment in payments:
        assert (await shop.order_of(payment)).paid_amount == (0 if is_cancelled else 4_999)
        assert (await shop.read(payment)).state in ({"cancelled", "refunded"} if is_cancelled else {"captured"})
        assert (await shop.kinds(payment)).count("paid") == (not is_cancelled)
    assert provider_of(shop, gateway).taken == (0 if is_cancelled else 4_999 * COUNT)


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_the_beginning_of_a_payment(shop: Shop, addresses: Mapping[str, str], gateway: Any) -> None:
    payments = [await shop.pay(gateway) for _ in range(COUNT)]
    assert await kill(shop, addresses, ADVANCE) >= 2 * ROUNDS
    await shop.work()
    known = shop.stripe.intents if gateway == "card" else shop.paypal.orders
    assert {(await shop.read(payment)).provider_id for payment in payments} == {*known}
    assert len(known) == COUNT, "the same at the provider, too"


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_a_refund(shop: Shop, addresses: Mapping[str, str], gateway: Any) -> None:
    payments = [await shop.paid(gateway) for _ in range(COUNT)]
    for payment in payments:
        await shop.refund(payment, 999)
    assert await kill(shop, addresses, REFUND) >= 3 * ROUNDS
    await shop.work(REFUND)
    for payment in payments:
        assert (await shop.order_of(payment)).refunded_amount == 999
        assert (await shop.kinds(payment)).count("refunded") == 1
    assert provider_of(shop, gateway).taken == 4_000 * COUNT
