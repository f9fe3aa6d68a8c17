"""Mails about orders, all the way: an order in the shop, its event, the job, the mail server. Each once."""

import re
import uuid

import pytest
from sqlalchemy import delete, select, update

from cms import worker
from cms.config_entries.entries import LANGUAGE, entries
from cms.email_templates.defaults import DEFAULTS, make_missing
from cms.email_templates.models import DefaultEmailTemplate, EmailTemplate
from ecom.config_entries.entries import entries as shop_entries
from ecom.config_entries.payment_entries import INSTRUCTIONS
from ecom.orders import paying
from ecom.orders.models import Order
from kit.db import new_id
from kit.tables import Job, OutboxRow
from kit.testing import ServiceClient
from tests.cms.order_mailing import cms, deliver, hear, html_of, words_of
from tests.ecom.ordering import Shop, shop
from tests.mail_server import MailServer

__all__ = ["cms", "shop", "worker"]


class TestOrderMails:
    async def test_reach_the_buyer_and_the_shop_once(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        order = await shop.buy(await shop.sell(1999), 2)
        await deliver(cms)
        await deliver(cms)
        assert sorted(envelope[1][0] for envelope in server.envelopes) == ["office@willow.example", "zoe@example.org"]
        receipt, notice = sorted(server.messages, key=lambda message: "zoe" not in message["To"])
        assert order["reference"] in receipt["Subject"]
        assert receipt["Reply-To"] == "office@willow.example"
        text = words_of(receipt)
        # The tax has a line of its own, and the total has the delivery in it.
        assert all(words in text for words in ("Log basket", "VAT", "£7.46", "£44.78", "United Kingdom", "(invoice)"))
        assert f"{order['receiptPath']}?language=en" in html_of(receipt)
        assert order["reference"] in notice["Subject"]
        assert f"/cms-ecom/orders/{order['id']}" in html_of(notice)

    @pytest.mark.parametrize("language", ["en-GB", "de"])
    @pytest.mark.parametrize("with_tax", [True, False], ids=["with tax", "without tax"])
    async def test_have_prices_as_the_shop_shows_them(
        self, shop: Shop, cms: ServiceClient, server: MailServer, language: str, with_tax: bool
    ) -> None:
        await speak(cms, language)
        async with shop.client.kit.database.transaction() as session:
            await shop_entries.put(session, {"pricesIncludeTax": with_tax})
        order = await shop.buy(await shop.sell(1999), 2)
        await deliver(cms)
        net = {"en-GB": "Total without VAT", "de": "Summe ohne MwSt."}[language]
        included = {"en-GB": "VAT included", "de": "darin MwSt."}[language]
        assert len(server.messages) == 2
        for message in server.messages:
            text = words_of(message)
            for amount in (1999, 3998, order["tax"], order["totalInclTax"]):
                pounds = f"{amount / 100:.2f}"
                assert (f"£{pounds}" if language == "en-GB" else pounds.replace(".", ",") + "\xa0£") in text
            assert (net in text, included in text) == (not with_tax, with_tax)

    async def test_tell_that_it_was_sent(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        order = await shop.buy(await shop.sell(1999))
        await shop.changed(order, state="sent", tracking="RM 1234")
        await deliver(cms)
        sent = server.messages[-1]
        assert "on its way" in sent["Subject"]
        assert "RM 1234" in words_of(sent)

    @pytest.mark.parametrize("language", ["en-GB", "de"])
    async def test_tell_who_collects_that_it_is_ready_and_where(
        self, shop: Shop, cms: ServiceClient, server: MailServer, language: str
    ) -> None:
        await speak(cms, language)
        await instruct(shop, "At the mill,\n9 to 5.")
        order = await shop.buy(await shop.sell(1999), gateway="collection", collects=True)
        await shop.changed(order, state="sent")
        await deliver(cms)
        ready = server.messages[-1]
        said = "is ready to collect" if language == "en-GB" else "liegt zur Abholung bereit"
        assert said in ready["Subject"]
        text = words_of(ready)
        assert text.count("At the mill,\n9 to 5.") == 1
        assert ("£19.99" if language == "en-GB" else "19,99\xa0£") in text
        assert not re.search("on its way|have sent|unterwegs|verschickt", ready["Subject"] + text)

    @pytest.mark.parametrize("waiting", ["event", "job"])
    async def test_tell_it_where_an_older_release_of_the_shop_asked_for_it(
        self, shop: Shop, cms: ServiceClient, server: MailServer, waiting: str
    ) -> None:
        """That release had a kind for it; what was asked for then is mailed by the same template, as the site has changed it."""
        async with cms.kit.database.transaction() as session:
            ready = update(EmailTemplate).where(EmailTemplate.name == "Ready to Collect")
            await session.execute(ready.values(subject="Come and get {{ order.reference }}"))
        order = await shop.buy(await shop.sell(1999), gateway="collection", collects=True)
        await shop.changed(order, state="sent")
        if waiting == "event":
            async with shop.client.kit.database.transaction() as session:
                [row] = await session.scalars(select(OutboxRow).where(OutboxRow.payload["kind"].astext == "order_sent"))
                row.payload = {**row.payload, "kind": "order_ready"}
        else:
            await hear(cms)
            async with cms.kit.database.transaction() as session:
                [job] = await session.scalars(select(Job).where(Job.args["mail"]["kind"].astext == "order_sent"))
                job.args = {"mail": {**job.args["mail"], "kind": "order_ready"}}
        later = await shop.buy(await shop.sell(1999))
        await deliver(cms)
        subjects = [message["Subject"] for message in server.messages if "zoe" in message["To"]]
        assert subjects.count(f"Come and get {order['reference']}") == 1
        # Nothing waits behind it.
        assert [subject for subject in subjects if later["reference"] in subject]

    @pytest.mark.parametrize("language", ["en-GB", "de"])
    @pytest.mark.parametrize("gateway", ["invoice", "collection"])
    async def test_call_nothing_paid_that_is_not(
        self, shop: Shop, cms: ServiceClient, server: MailServer, gateway: str, language: str
    ) -> None:
        await speak(cms, language)
        await instruct(shop, "Within 14 days to\nGB33 BUKB 2020")
        order = await shop.buy(await shop.sell(1999, needs_delivery=False), gateway=gateway)
        await shop.changed(order, state="sent")
        await deliver(cms)
        assert len(server.messages) == 3
        for message in server.messages:
            text = words_of(message)
            assert not re.search(r"\b(paid|bezahlt) (by|mit)\b|This is your receipt|Ihr Beleg", text), text
        for_buyer = [words_of(message) for message in server.messages if "zoe" in message["To"]]
        due, amount = ("Still to be paid", "£19.99") if language == "en-GB" else ("Noch zu zahlen", "19,99\xa0£")
        assert all(f"{due}: {amount} (" in text for text in for_buyer), for_buyer
        assert all("Within 14 days to\nGB33 BUKB 2020" in text for text in for_buyer), for_buyer
        [notice] = [words_of(message) for message in server.messages if "office" in message["To"]]
        assert ("It is not paid yet (" if language == "en-GB" else "Sie ist noch nicht bezahlt (") in notice

    async def test_call_paid_what_is(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        await instruct(shop, "Within 14 days")
        order = await shop.buy(await shop.sell(1999), gateway="invoice")
        async with shop.client.kit.database.transaction() as session:
            # As one that is paid online is confirmed: by its money.
            online = update(Order).where(Order.id == uuid.UUID(order["id"])).values(gateway="card", confirmed_at=None)
            await session.execute(online)
        await deliver(cms)
        server.messages.clear()
        async with shop.client.kit.database.transaction() as session:
            assert await paying.paid(session, uuid.UUID(order["id"]), new_id(), order["totalInclTax"], "GBP")
        await deliver(cms)
        receipt, notice = sorted(map(words_of, server.messages), key=lambda text: "This is your receipt." not in text)
        assert "This is your receipt." in receipt
        assert f"{order['reference']}, paid by card." in notice
        for text in (receipt, notice):
            assert not re.search("to be paid|not paid|Within 14 days", text), text

    async def test_say_nothing_of_payment_where_nothing_is_to_be_paid(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        await shop.buy(await shop.sell(0, needs_delivery=False))
        await deliver(cms)
        assert len(server.messages) == 2
        assert not [text for text in map(words_of, server.messages) if re.search("paid|invoice", text)]

    async def test_are_in_the_words_of_the_template(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        await shop.buy(await shop.sell(1999))
        await write(cms, "Hello {{ order.contactName }}", "<p>{{ order.rows[0].name }}: {{ order.gateway }}</p>")
        await deliver(cms)
        [receipt] = [message for message in server.messages if "zoe" in message["To"]]
        assert receipt["Subject"] == "Hello Zoë Ångström"
        assert "Log basket: invoice" in words_of(receipt)

    async def test_are_sent_in_the_default_words_where_a_template_is_broken(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        order = await shop.buy(await shop.sell(1999))
        await write(cms, "{{ order.reference }}", "{% for row in %}")
        await deliver(cms)
        subjects = [message["Subject"] for message in server.messages if "zoe" in message["To"]]
        assert subjects == [f"Your order {order['reference']} at localhost"]


class TestDefaults:
    def test_are_those_of_the_specification_and_of_parcels_and_refunds(self) -> None:
        made = {(default.name, default.type_name) for default in DEFAULTS}
        assert made >= {
            ("Success", "Customer Order"),
            ("Success", "Admin Order"),
            ("Sent", "Customer Order"),
            ("Ready to Collect", "Customer Order"),
            ("Refunded", "Customer Order"),
            ("Cancelled", "Customer Order"),
        }


async def speak(cms: ServiceClient, language: str) -> None:
    """Have the site, and the templates that it begins with, in a language."""
    async with cms.kit.database.transaction() as session:
        await entries.put(session, {LANGUAGE.key: language})
        await session.execute(delete(EmailTemplate))
        await session.execute(delete(DefaultEmailTemplate))
        await make_missing(session)


async def instruct(shop: Shop, words: str) -> None:
    """Have the shop say how those pay who pay later."""
    async with shop.client.kit.database.transaction() as session:
        await shop_entries.put(session, {entry.key: words for entry in INSTRUCTIONS.values()})


async def write(cms: ServiceClient, subject: str, content: str) -> None:
    """Change the template of receipts."""
    async with cms.kit.database.transaction() as session:
        receipt = select(EmailTemplate.id).where(EmailTemplate.name == "Success")
        ids = (await session.scalars(receipt)).all()
        assert len(ids) == 2
        change = update(EmailTemplate).where(EmailTemplate.id.in_(ids))
        await session.execute(change.values(subject=subject, content=content))
