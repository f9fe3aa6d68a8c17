"""Refunds: bounded by what was paid, done once by the provider or by hand, visible and tried again where they fail."""

import uuid
from typing import Any

import pytest
from sqlalchemy import update

from ecom.backup import BACKUP
from kit.backups import Restored
from kit.tables import Job
from tests.ecom.paying import REFUND, Shop, shop

__all__ = ["shop"]


@pytest.mark.parametrize("gateway", ["card", "button"])
class TestByProvider:
    async def test_a_part_and_then_the_rest(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        answer = await shop.refund(payment, 1_000, reason="One was broken")
        assert (answer.status_code, answer.json()["state"]) == (201, "pending")
        await shop.work(REFUND)
        assert (shop.stripe.taken + shop.paypal.taken) == 3_999
        assert (await shop.read(payment)).state == "part_refunded"
        assert (await shop.order_of(payment)).refunded_amount == 1_000
        assert await shop.reasons(payment) == ["One was broken"]
        assert (await shop.refund(payment, 3_999)).status_code == 201
        await shop.work(REFUND)
        assert (await shop.read(payment)).state == "refunded"
        assert ((await shop.order_of(payment)).state, shop.stripe.taken + shop.paypal.taken) == ("refunded", 0)
        assert await shop.reasons(payment) == ["One was broken", None]

    async def test_never_more_than_was_paid(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        assert (await shop.refund(payment, 5_000)).json()["code"] == "refund_too_large"
        assert (await shop.refund(payment, 3_000)).status_code == 201
        answer = await shop.refund(payment, 2_000)
        assert (answer.status_code, answer.json()["code"]) == (409, "refund_too_large"), "the first is on its way"

    async def test_the_same_request_twice_is_one_refund(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        first, second = [await shop.refund(payment, 1_000, key="once") for _ in range(2)]
        assert first.json()["id"] == second.json()["id"]
        answer = await shop.refund(payment, 1_001, key="once")
        assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
        await shop.work(REFUND)
        assert (shop.stripe.taken + shop.paypal.taken) == 3_999

    async def test_one_whose_answer_got_lost_is_not_done_twice(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.loses_answers = True
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        provider.loses_answers = False
        await shop.work(REFUND)
        [refund] = await shop.refunds()
        assert (refund.state, refund.faults, provider.taken) == ("done", 1, 3_999)

    async def test_one_that_waits_at_the_provider_is_asked_for(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        shop.stripe.refund_status, shop.paypal.refund_status = "pending", "PENDING"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        assert [each.state for each in await shop.refunds()] == ["pending"]
        assert (await shop.order_of(payment)).refunded_amount == 0
        if gateway == "card":
            shop.stripe.refunds[0]["status"] = "succeeded"
        else:
            [order] = shop.paypal.orders.values()
            order["purchase_units"][0]["payments"]["refunds"][0]["status"] = "COMPLETED"
        await shop.later()
        assert [each.state for each in await shop.refunds()] == ["done"]
        assert (await shop.order_of(payment)).refunded_amount == 1_000
        assert (shop.stripe.taken + shop.paypal.taken) == 3_999

    async def test_what_is_given_back_at_the_provider_is_written_down(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.paid(gateway)
        facts: Any = payment
        if gateway == "card":
            intent = shop.stripe.intents[facts.provider_id]
            shop.stripe.refunds.append(
                {"id": "re_1", "amount": 700, "payment_intent": intent["id"], "status": "succeeded", "metadata": {}}
            )
            intent["latest_charge"]["amount_refunded"] = 700
            about = {"id": "ch_1", "payment_intent": intent["id"], "amount_refunded": 700}
            await shop.tell(shop.stripe.event("charge.refunded", about))
        else:
            order = shop.paypal.orders[facts.provider_id]
            money = {"currency_code": "GBP", "value": "7.00"}
            made = {"id": "RE1", "status": "COMPLETED", "amount": money}
            order["purchase_units"][0]["payments"]["refunds"].append(made)
            about = shop.paypal.refund_in_webhook(facts.provider_id)
            assert "supplementary_data" not in about, "only a link leads to what it is of"
            await shop.tell(shop.paypal.event("PAYMENT.CAPTURE.REFUNDED", about))
        await shop.work()
        [refund] = await shop.refunds()
        assert (refund.kind, refund.state, refund.amount) == ("elsewhere", "done", 700)
        assert (await shop.order_of(payment)).refunded_amount == 700
        await shop.client.post(f"/ecom/payments/{payment.id}/check", headers={**shop.writer, "Prefer": "respond-async"})
        await shop.work()
        assert len(await shop.refunds()) == 1


class TestFailures:
    async def test_of_which_nobody_knows_whether_it_is_done_is_asked_for_under_the_same_key(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.odd_answer = b"nothing that is known"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        [refund] = await shop.refunds()
        assert (refund.state, refund.faults) == ("pending", 0)

    async def test_of_a_row_is_not_asked_for_twice_while_the_first_is_on_its_way(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        row = await shop.row_of(payment)
        rows = [{"rowId": str(row.id), "quantity": row.quantity}]
        first = await shop.refund(payment, 1_000, rows=rows)
        second = await shop.refund(payment, 1_000, rows=rows)
        assert (first.status_code, second.status_code) == (201, 409), second.text
        assert second.json()["errors"][0]["detail"] == "At most 0 of this item can be refunded."
        shop.stripe.refund_error = "insufficient_funds"
        await shop.work(REFUND)
        shop.stripe.refund_error = None
        third = await shop.refund(payment, 1_000, rows=rows)
        [failed] = [each for each in await shop.refunds() if each.state == "failed"]
        retried = await shop.client.post(f"/ecom/refunds/{failed.id}/retry", headers=shop.writer)
        assert (third.status_code, retried.status_code) == (201, 409)

    async def test_one_that_the_provider_refuses_is_seen_and_tried_again(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_error = "insufficient_funds"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        listed = (await shop.client.get("/ecom/refunds?state=failed", headers=shop.writer)).json()
        [refund] = listed["results"]
        assert (refund["state"], refund["fault"]) == ("failed", "insufficient_funds")
        assert refund["faultDetail"] == "Your balance is too low to give this back."
        assert refund["orderReference"] == payment.order_reference
        assert (await shop.client.get("/ecom/payments/status", headers=shop.writer)).json()["failedRefunds"] == 1
        shop.stripe.refund_error = None
        answer = await shop.client.post(f"/ecom/refunds/{refund['id']}/retry", headers=shop.writer)
        assert (answer.status_code, answer.json()["state"]) == (200, "pending")
        await shop.work(REFUND)
        assert [each.state for each in await shop.refunds()] == ["done"]
        assert shop.stripe.taken == 3_999
        again = await shop.client.post(f"/ecom/refunds/{refund['id']}/retry", headers=shop.writer)
        assert (again.status_code, again.json()["code"]) == (409, "refund_not_failed")

    async def test_of_two_who_give_the_same_back_the_second_is_told_of_the_first(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        assert (await shop.refund(payment, 1_000, "one", seenAmount=0)).status_code == 201
        other = await shop.refund(payment, 1_000, "two", seenAmount=0)
        assert (other.status_code, other.json()["code"]) == (409, "refunds_changed")
        await shop.work(REFUND)
        other = await shop.refund(payment, 1_000, "two", seenAmount=0)
        assert (other.status_code, other.json()["code"]) == (409, "refunds_changed")
        # Whose answer was lost sees their own among them.
        assert (await shop.refund(payment, 1_000, "one", seenAmount=1_000)).status_code == 201
        assert len(await shop.refunds()) == 1
        assert (await shop.refund(payment, 1_000, "two", seenAmount=1_000)).status_code == 201

    async def test_one_that_failed_later_is_tried_again_anew(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_status = "pending"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        shop.stripe.refunds[0]["status"] = "failed"
        await shop.later()
        [refund] = await shop.refunds()
        assert refund.state == "failed"
        shop.stripe.refund_status = "succeeded"
        await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        await shop.work(REFUND)
        assert [each["status"] for each in shop.stripe.refunds] == ["failed", "succeeded"]
        assert (await shop.order_of(payment)).refunded_amount == 1_000

    @pytest.mark.parametrize("amount", [1_000, 4_999])
    async def test_one_that_failed_after_it_was_done_is_seen_and_tried_again(self, shop: Shop, amount: int) -> None:
        payment = await shop.paid("card")
        row = await shop.row_of(payment)
        await shop.refund(payment, amount, rows=[{"rowId": str(row.id), "quantity": 1}])
        await shop.work(REFUND)
        assert (await shop.order_of(payment)).refunded_amount == amount
        for kind in ("refund.failed", "charge.refund.updated"):
            answer = await shop.tell(shop.stripe.event(kind, shop.stripe.fail(shop.stripe.refunds[0])))
            assert answer.status_code == 204
        await shop.work()
        [refund] = await shop.refunds()
        assert (refund.state, refund.fault) == ("failed", "expired_or_canceled_card")
        found, order = await shop.read(payment), await shop.order_of(payment)
        assert (found.state, found.refunded_amount) == ("captured", 0)
        assert (order.state, order.refunded_amount) == ("paid", 0)
        assert (await shop.kinds(payment)).count("refund_failed") == 1
        assert (await shop.client.get("/ecom/payments/status", headers=shop.writer)).json()["failedRefunds"] == 1
        await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        await shop.work(REFUND)
        assert [each["status"] for each in shop.stripe.refunds] == ["failed", "succeeded"]
        assert (await shop.order_of(payment)).refunded_amount == amount
        assert shop.stripe.taken == 4_999 - amount

    async def test_one_of_money_that_no_order_took_is_seen_when_it_fails_later(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        assert payment.provider_id is not None
        shop.stripe.pay(payment.provider_id)
        await shop.cancel_order(payment)
        await shop.back(payment)
        await shop.work()
        assert shop.stripe.taken == 0
        await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[0])))
        await shop.work()
        [refund] = await shop.refunds()
        assert (refund.kind, refund.state) == ("automatic", "failed")
        assert "refund_failed" not in await shop.kinds(payment), "its order never had the money"
        await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        await shop.work(REFUND)
        assert ((await shop.read(payment)).state, shop.stripe.taken) == ("refunded", 0)

    async def test_one_of_somebody_at_the_provider_is_seen_when_it_fails_later(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        assert payment.provider_id is not None
        intent = shop.stripe.intents[payment.provider_id]
        made = {"id": "re_1", "amount": 700, "currency": "gbp", "payment_intent": intent["id"], "metadata": {}}
        shop.stripe.refunds.append({**made, "status": "succeeded"})
        intent["latest_charge"]["amount_refunded"] = 700
        await shop.tell(shop.stripe.event("refund.created", shop.stripe.refunds[0]))
        await shop.work()
        assert (await shop.order_of(payment)).refunded_amount == 700
        await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[0])))
        await shop.work()
        assert [(each.kind, each.state) for each in await shop.refunds()] == [("elsewhere", "failed")]
        assert (await shop.order_of(payment)).refunded_amount == 0

    async def test_what_its_order_never_took_is_no_refund_of_the_order(self, shop: Shop) -> None:
        facts: Any = await shop.begun("card")
        await shop.cancel_order(facts)
        shop.stripe.refund_error = "insufficient_funds"
        shop.stripe.pay(facts.provider_id)
        await shop.back(facts)
        await shop.work(REFUND)
        assert [(each.kind, each.state) for each in await shop.refunds()] == [("automatic", "failed")]
        intent = shop.stripe.intents[facts.provider_id]
        shop.stripe.refunds.append(
            {"id": "re_1", "amount": 4_999, "payment_intent": intent["id"], "status": "succeeded", "metadata": {}}
        )
        intent["latest_charge"]["amount_refunded"] = 4_999
        about = {"id": "ch_1", "payment_intent": intent["id"], "amount_refunded": 4_999}
        await shop.tell(shop.stripe.event("charge.refunded", about))
        await shop.work()
        assert [(each.kind, each.state) for each in await shop.refunds()][1:] == [("elsewhere", "done")]
        assert (await shop.read(facts)).state == "refunded"
        assert "refunded" not in await shop.kinds(facts), "takings would sink by what never came"
        assert "order_refunded" not in [mail["kind"] for mail in await shop.mails()]

    async def test_of_money_that_its_order_took_after_all_is_one_of_the_order(self, shop: Shop) -> None:
        facts: Any = await shop.begun("card")
        intent = shop.stripe.pay(facts.provider_id)
        tie, intent["metadata"] = intent["metadata"], {**intent["metadata"], "orderId": str(uuid.uuid4())}
        shop.stripe.refund_error = "insufficient_funds"
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        await shop.work(REFUND)
        assert [(each.kind, each.state) for each in await shop.refunds()] == [("automatic", "failed")]
        intent["metadata"], shop.stripe.refund_error = tie, None
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        assert (await shop.order_of(facts)).paid_amount == 4_999
        # All of it would go back, and the order count as paid.
        [automatic] = await shop.refunds()
        retried = await shop.client.post(f"/ecom/refunds/{automatic.id}/retry", headers=shop.writer)
        assert (retried.status_code, retried.json()["code"]) == (409, "refund_replaced")
        assert (await shop.refund(facts, 1_000)).status_code == 201
        await shop.work(REFUND)
        assert (await shop.order_of(facts)).refunded_amount == 1_000
        assert shop.stripe.taken == 3_999

    async def test_of_money_that_is_on_its_way_back_pays_no_order(self, shop: Shop) -> None:
        facts: Any = await shop.begun("card")
        intent = shop.stripe.pay(facts.provider_id)
        tie, intent["metadata"] = intent["metadata"], {**intent["metadata"], "orderId": str(uuid.uuid4())}
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        assert [(each.kind, each.state) for each in await shop.refunds()] == [("automatic", "pending")]
        intent["metadata"] = tie
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        await shop.work()
        assert shop.stripe.taken == 0
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        assert (await shop.order_of(facts)).paid_amount == 0
        assert "paid" not in await shop.kinds(facts)

    async def test_one_whose_provider_is_away_for_long_is_done_at_last(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.fails_with = 500
        await shop.refund(payment, 1_000)
        while any(job.state == "queued" for job in await shop.work(REFUND)):
            pass
        assert [each.state for each in await shop.refunds()] == ["pending"]
        shop.stripe.fails_with = None
        await shop.later()
        assert [each.state for each in await shop.refunds()] == ["done"]

    async def test_one_that_was_on_its_way_in_a_backup_waits_for_a_person(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        await shop.refund(payment, 1_000)
        async with shop.client.kit.database.transaction() as session:
            [part] = BACKUP.parts
            assert part.complete is not None
            await part.complete(session, Restored(before=0, is_foreign=False))
            await session.execute(update(Job).values(state="failed"))
        await shop.later()
        assert [(each.state, each.fault) for each in await shop.refunds()] == [("failed", "restored")]
        assert shop.stripe.taken == 4_999


class TestByHand:
    @pytest.mark.parametrize("gateway", ["invoice", "collection"])
    async def test_what_came_by_hand_goes_back_by_hand(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.pay(gateway)
        refused = await shop.refund(payment, 100)
        assert (refused.status_code, refused.json()["code"]) == (409, "payment_not_paid")
        answer = await shop.client.post(f"/ecom/payments/{payment.id}/receipt", headers=shop.writer)
        assert (answer.status_code, answer.json()["state"]) == (200, "captured")
        assert (await shop.order_of(payment)).state == "paid"
        again = await shop.client.post(f"/ecom/payments/{payment.id}/receipt", headers=shop.writer)
        assert (again.status_code, again.json()["code"]) == (409, "payment_not_open")
        answer = await shop.refund(payment, 4_999)
        assert (answer.status_code, answer.json()["state"]) == (201, "done")
        assert (await shop.order_of(payment)).state == "refunded"
        assert (shop.stripe.asked, shop.paypal.asked) == ([], [])

    async def test_nobody_writes_down_what_a_provider_says(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        answer = await shop.client.post(f"/ecom/payments/{payment.id}/receipt", headers=shop.writer)
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_is_providers")

    async def test_one_of_a_cancelled_order_ends_with_it(self, shop: Shop) -> None:
        payment = await shop.pay("invoice")
        await shop.cancel_order(payment)
        await shop.later()
        assert (await shop.read(payment)).state == "cancelled"
        answer = await shop.client.post(f"/ecom/payments/{payment.id}/receipt", headers=shop.writer)
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_not_open")
        assert (await shop.read(payment)).state == "cancelled", "a refusal changes nothing"


class TestBadInput:
    @pytest.mark.parametrize("amount", ["0", "-1", "1.5", '"1"', "1e400", "10000000000000", "null", '"1\u0660"'])
    async def test_amounts_that_are_none(self, shop: Shop, amount: str) -> None:
        payment = await shop.paid("card")
        answer = await shop.client.post(
            f"/ecom/payments/{payment.id}/refunds",
            content=f'{{"amount": {amount}}}'.encode(),
            headers={**shop.writer, "Idempotency-Key": "k", "Content-Type": "application/json"},
        )
        assert answer.status_code == 422
        assert await shop.refunds() == []

    async def test_rows_of_no_order(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        rows = [{"rowId": str(uuid.uuid4()), "quantity": 1, "givesBackStock": True}]
        answer = await shop.refund(payment, 100, rows=rows)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (409, "rows.0.quantity")
        assert await shop.refunds() == []
