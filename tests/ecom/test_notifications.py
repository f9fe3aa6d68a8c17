"""What those who work on the shop are told of: imports that ended, refunds that failed."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from tests.ecom.paying import REFUND, Shop, shop

__all__ = ["shop"]

ADA, BOB = str(uuid.uuid4()), str(uuid.uuid4())
NOW = datetime.now(UTC)


async def add_job(client: ServiceClient, name: str, state: str, by: str | None, code: str = "broken") -> None:
    job = Job(name=name, queue="long", state=state, args={}, max_attempts=1, created_by=by, finished_at=NOW)
    if state == "failed":
        job.error = {"code": code, "detail": "Row 3 has no price."}
    async with client.kit.database.transaction() as session:
        session.add(job)


async def told(shop: Shop, user: str, *scopes: str) -> list[tuple[str, dict[str, Any]]]:
    answer = await shop.client.get("/ecom/notifications", headers=shop.tokens.bearer(*scopes, user=user))
    assert answer.status_code == 200, answer.text
    return [(each["kind"], each["data"]) for each in answer.json()["results"]]


class TestImports:
    async def test_that_are_done_are_told_to_who_started_them(self, shop: Shop) -> None:
        await add_job(shop.client, "imports.apply", "done", ADA)
        await add_job(shop.client, "imports.plan", "done", ADA)
        assert await told(shop, ADA, "ecom:write") == [("job.done", {"job": "imports.apply", "isOwn": True})]
        assert await told(shop, BOB, "ecom:write") == []

    async def test_that_failed_are_told_to_everybody_who_works_on_the_shop(self, shop: Shop) -> None:
        await add_job(shop.client, "imports.apply", "failed", ADA)
        failure = {"job": "imports.apply", "detail": "Row 3 has no price."}
        assert await told(shop, ADA, "ecom:write") == [("job.failed", {**failure, "isOwn": True})]
        assert await told(shop, BOB, "ecom:read") == [("job.failed", {**failure, "isOwn": False})]

    async def test_whose_preview_failed_are_told_to_who_started_them_alone(self, shop: Shop) -> None:
        await add_job(shop.client, "imports.plan", "failed", ADA)
        assert [kind for kind, _ in await told(shop, ADA, "ecom:write")] == ["job.failed"]
        assert await told(shop, BOB, "ecom:write") == []

    async def test_that_were_cancelled_are_no_news(self, shop: Shop) -> None:
        await add_job(shop.client, "imports.apply", "failed", ADA, "import_cancelled")
        assert await told(shop, ADA, "ecom:write") == []


class TestRefunds:
    async def test_that_failed_are_told_until_somebody_has_them_tried_again(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_error = "insufficient_funds"
        await shop.refund(payment, 1_000)
        assert await told(shop, ADA, "ecom:read") == []
        await shop.work(REFUND)
        order = {"orderId": str(payment.order_id), "order": payment.order_reference}
        expected = [("refunds.failed", {**order, "amount": 1_000, "currency": payment.currency})]
        assert await told(shop, ADA, "ecom:read") == expected
        [refund] = await shop.refunds()
        shop.stripe.refund_error = None
        await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        assert await told(shop, ADA, "ecom:read") == []

    async def test_are_read_by_each_for_themselves(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_error = "insufficient_funds"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        ada = shop.tokens.bearer("ecom:read", user=ADA)
        body = {"until": datetime.now(UTC).isoformat(), "ids": []}
        assert (await shop.client.put("/ecom/notifications/read", json=body, headers=ada)).status_code == 204
        unread = [
            (await shop.client.get("/ecom/notifications", headers=headers)).json()["unread"]
            for headers in (ada, shop.tokens.bearer("ecom:read", user=BOB))
        ]
        assert unread == [0, 1]


@pytest.mark.parametrize(("scopes", "status"), [(("editor",), 403), (("ecom:read",), 200), (("admin",), 200)])
async def test_are_for_those_who_work_on_the_shop(
    shop: Shop, tokens: Tokens, scopes: tuple[str, ...], status: int
) -> None:
    assert (await shop.client.get("/ecom/notifications", headers=tokens.bearer(*scopes))).status_code == status
