"""Notices of what is low in stock: an event of the shop's, the job, the mail server."""

import re

from cms import worker
from cms.config_entries.entries import CONTACT_ADDRESS, entries
from cms.stock_notices.schemas import LowStock
from ecom.config_entries.entries import entries as shop_entries
from kit.db import new_id
from kit.testing import ServiceClient
from tests.cms.order_mailing import cms, deliver, words_of
from tests.ecom.ordering import Shop, shop
from tests.mail_server import MailServer

__all__ = ["cms", "shop", "worker"]


class TestLowStock:
    async def test_is_mailed_to_the_shop_once_for_a_fall(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        product = await shop.sell(1999, stock=7, low_stock_at=5)
        await shop.buy(product, 2)
        await shop.buy(product)
        await deliver(cms)
        [notice] = [message for message in server.messages if "Low in stock" in message["Subject"]]
        assert "office@willow.example" in notice["To"]
        assert "Log basket" in words_of(notice)
        assert "5 left" in words_of(notice)
        assert re.search(r"/cms-ecom/products/[0-9a-f-]{36}\b", words_of(notice))

    async def test_is_mailed_to_nobody_without_an_address(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        async with cms.kit.database.transaction() as session:
            await entries.put(session, {CONTACT_ADDRESS.key: ""})
        await shop.buy(await shop.sell(1999, stock=6))
        await deliver(cms)
        assert [message["To"] for message in server.messages if "Low in stock" in message["Subject"]] == []

    async def test_is_mailed_to_the_address_that_the_shop_has_for_it(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        async with shop.client.kit.database.transaction() as session:
            await shop_entries.put(session, {"stockNoticeAddress": "stock@willow.example"})
        await shop.buy(await shop.sell(1999, stock=6))
        await deliver(cms)
        [notice] = [message for message in server.messages if "Low in stock" in message["Subject"]]
        assert "stock@willow.example" in notice["To"]
        assert "office@willow.example" not in notice["To"]

    async def test_is_mailed_to_nobody_where_the_shop_does_not_want_it(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        async with shop.client.kit.database.transaction() as session:
            await shop_entries.put(session, {"stockNoticesOn": False})
        await shop.buy(await shop.sell(1999, stock=6))
        await deliver(cms)
        assert [message["To"] for message in server.messages if "Low in stock" in message["Subject"]] == []

    def test_of_the_release_before_is_for_the_address_of_the_site(self) -> None:
        product = {"groupId": str(new_id()), "sku": "a", "name": "Log basket", "stock": 5}
        notice = LowStock.model_validate({"count": 1, "products": [product]})
        assert (notice.is_mailed, notice.to_address) == (True, None)
