"""A member's own orders: theirs alone, and of nobody else whatever is asked for."""

import uuid

import pytest

from ecom.config_entries.entries import entries
from ecom.orders import paying
from kit.db import new_id
from tests.ecom.ordering import Shop, row, shop

__all__ = ["shop"]


async def buy_as(shop: Shop, headers: dict[str, str], **more: str) -> dict[str, str]:
    """An order of somebody who is logged in."""
    request = shop.request(await shop.summary(row(await shop.sell(1000))), **more)
    answer = await shop.send(request, headers=headers)
    assert answer.status_code == 201, answer.text
    order: dict[str, str] = answer.json()
    return order


class TestMine:
    async def test_are_those_that_were_placed_while_logged_in(self, shop: Shop) -> None:
        ada, ben = shop.tokens.bearer(), shop.tokens.bearer()
        mine, others = await buy_as(shop, ada), await buy_as(shop, ben)
        # The same address proves nothing: a guest may type any.
        await buy_as(shop, {})
        listed = (await shop.client.get("/ecom/orders/mine", headers=ada)).json()
        assert ([each["id"] for each in listed["results"]], listed["total"]) == ([mine["id"]], 1)
        whole = await shop.client.get(f"/ecom/orders/mine/{mine['id']}", headers=ada)
        assert whole.json()["reference"] == mine["reference"]
        assert not {"notes", "events", "userId"}.intersection(whole.json())
        refused = await shop.client.get(f"/ecom/orders/mine/{others['id']}", headers=ada)
        assert (refused.status_code, refused.json()["code"]) == (404, "order_not_found")

    async def test_open_the_receipt_and_the_invoice(self, shop: Shop) -> None:
        ada = shop.tokens.bearer()
        await buy_as(shop, ada)
        [listed] = (await shop.client.get("/ecom/orders/mine", headers=ada)).json()["results"]
        pdf = await shop.client.get(listed["receiptPath"].replace("/page", "/invoice.pdf"))
        assert pdf.content.startswith(b"%PDF")

    async def test_say_how_they_are_paid_as_long_as_they_are_not(self, shop: Shop) -> None:
        ada = shop.tokens.bearer()
        mine = await buy_as(shop, ada)
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"invoiceInstructions": "Within 14 days to\nGB33 BUKB 2020 "})

        async def said() -> str:
            whole = await shop.client.get(f"/ecom/orders/mine/{mine['id']}", headers=ada)
            words: str = whole.json()["paymentInstructions"]
            return words

        assert await said() == "Within 14 days to\nGB33 BUKB 2020"
        async with shop.client.kit.database.transaction() as session:
            assert await paying.paid(session, uuid.UUID(mine["id"]), new_id(), 1480, "GBP")
        assert await said() == ""

    async def test_give_members_none_of_the_shop(self, shop: Shop) -> None:
        ada = shop.tokens.bearer()
        mine = await buy_as(shop, ada)
        for path in ("", f"/{mine['id']}", f"/{mine['id']}/documents/invoice.pdf", "/export.csv"):
            assert (await shop.client.get(f"/ecom/orders{path}", headers=ada)).status_code == 403

    async def test_need_a_session(self, shop: Shop) -> None:
        for path in ("", f"/{uuid.uuid4()}"):
            assert (await shop.client.get(f"/ecom/orders/mine{path}")).status_code == 401

    @pytest.mark.parametrize("id", ["x", "%00", "1 OR 1=1", "../export.csv%00", "9" * 200])
    async def test_refuse_what_is_no_id(self, shop: Shop, id: str) -> None:
        answer = await shop.client.get(f"/ecom/orders/mine/{id}", headers=shop.tokens.bearer())
        assert answer.status_code in {403, 404, 422}

    async def test_are_read_in_parts(self, shop: Shop) -> None:
        ada = shop.tokens.bearer()
        ids = [(await buy_as(shop, ada))["id"] for _ in range(3)]
        query = {"start": "1", "limit": "1"}
        part = (await shop.client.get("/ecom/orders/mine", params=query, headers=ada)).json()
        assert ([each["id"] for each in part["results"]], part["total"]) == ([ids[1]], 3)
