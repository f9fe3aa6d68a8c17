"""Mails about orders, all the way: an order in the shop, its event, the job, the mail server. Each once."""

import asyncio
import re
import uuid
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from cms import worker
from cms.app import app as cms_app
from cms.config_entries.entries import CONTACT_ADDRESS, LANGUAGE, entries
from cms.email_templates.defaults import DEFAULTS, make_missing
from cms.email_templates.models import DefaultEmailTemplate, EmailTemplate
from cms.emails.models import Email, Mailing
from cms.order_mails.readdressing import readdress
from cms.order_mails.schemas import ReaddressedOrder
from cms.stock_notices.schemas import LowStock
from ecom.app import app as ecom_app
from ecom.config_entries.entries import entries as shop_entries
from ecom.config_entries.payment_entries import INSTRUCTIONS
from ecom.orders import paying
from ecom.orders.models import Order
from kit.audit import AuditEntry
from kit.db import new_id
from kit.delivery import EventDelivery
from kit.tables import Job, OutboxRow
from kit.testing import ServiceClient, Start
from tests.cms.delivering import settings_for
from tests.ecom.ordering import Shop, shop
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

__all__ = ["shop", "worker"]


@pytest.fixture
async def cms(start: Start, server: MailServer, shop: Shop) -> ServiceClient:
    """cms beside the shop, with a mail server, a contact address and the templates that every site begins with."""
    client = await start(cms_app, mounts={"http://ecom.test": ecom_app}, **settings_for(server))
    async with client.kit.database.transaction() as session:
        await entries.put(session, {LANGUAGE.key: "en-GB", CONTACT_ADDRESS.key: "office@willow.example"})
        await make_missing(session)
    return client


async def deliver(cms: ServiceClient) -> None:
    """Have cms hear of what the shop has told, twice as a restart would, and do its jobs."""
    for _ in range(2):
        await hear(cms)
    for _ in range(3):
        await run_jobs(cms)


async def hear(cms: ServiceClient) -> None:
    """Have cms hear of what the shop has told."""
    delivery = EventDelivery(cms.kit, "cms")
    while await delivery.deliver("ecom"):
        pass


def words_of(message: Any, kind: str = "plain") -> str:
    """The text of a mail."""
    body = message.get_body((kind,))
    assert body is not None
    # On the wire lines end otherwise.
    return str(body.get_content()).replace("\r\n", "\n")


def html_of(message: Any) -> str:
    """The HTML of a mail."""
    return words_of(message, "html")


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


class TestToACorrectedAddress:
    async def test_what_had_failed_goes_with_the_new_link(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        server.unknown = "zoe@exampel.org"
        product = await shop.sell(1999)
        order, other = [await shop.buy(product, email=server.unknown) for _ in range(2)]
        await shop.changed(order, state="sent")
        await deliver(cms)
        server.messages.clear()
        corrected = await shop.changed(order, email="zoe@example.org", contactName="Zoë")
        await deliver(cms)
        # It is mailed anew that it was sent: what had failed of that is not there any more, to be sent once more.
        [told] = server.messages
        assert "on its way" in told["Subject"]
        async with cms.kit.database.transaction() as session:
            query = select(Email, Mailing).join(Mailing, Email.mailing_id == Mailing.id).where(Email.state == "failed")
            failed = {email.to_address: (email, mailing) for email, mailing in await session.execute(query)}
        email, mailing = failed.pop("zoe@example.org")
        assert mailing.to == [{"name": "Zoë", "emailAddress": "zoe@example.org"}]
        # Nothing has been refused at this address.
        assert email.reason == "The recipient has changed their address since. Not sent to the new one yet."
        assert await audited(cms) == {("email.updated", mailing.subject), ("email.deleted", told["Subject"])}
        [untouched] = failed.values()
        assert other["receiptPath"] in (untouched[1].html or "")
        server.messages.clear()
        headers = {**shop.tokens.bearer("admin"), "Idempotency-Key": "once-more"}
        assert (await cms.post(f"/cms/emails/{email.id}/sending", headers=headers)).status_code < 300
        await deliver(cms)
        [sent] = server.messages
        assert "zoe@example.org" in sent["To"]
        assert f"{corrected['receiptPath']}?language=en" in html_of(sent)
        assert order["receiptPath"] not in html_of(sent) + words_of(sent)

    async def test_what_is_not_written_yet_goes_there(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        order = await shop.buy(await shop.sell(1999), email="zoe@exampel.org")
        await shop.changed(order, state="sent")
        corrected = order
        for address in ("zoe@example.net", "zoe@example.org"):
            corrected = await shop.changed(order, email=address)
        await deliver(cms)
        self.check(server, order, corrected, count=2)

    async def test_what_is_written_after_all_else_was_heard_goes_there(
        self, shop: Shop, cms: ServiceClient, server: MailServer
    ) -> None:
        """Subscribers that fail keep themselves waiting, and nobody else."""
        order = await shop.buy(await shop.sell(1999), email="zoe@exampel.org")
        site, other = shop.client.kit.settings.public_url, f"/ecom/receipts/{'n' * 43}/page"
        # As a release of the shop tells it that does not say what it mails anew.
        told = ReaddressedOrder(
            to_name="Zoë",
            from_address="zoe@exampel.org",
            to_address="zoe@example.org",
            from_url=f"{site}{order['receiptPath']}",
            url=f"{site}{other}",
        )
        async with cms.kit.database.transaction() as session:
            await readdress(session, told)
        await deliver(cms)
        self.check(server, order, {"receiptPath": other}, count=1)

    async def test_what_waits_to_be_sent_goes_there(self, shop: Shop, cms: ServiceClient, server: MailServer) -> None:
        server.answers["RCPT"] = "451 4.7.1 Greylisted"
        order = await shop.buy(await shop.sell(1999), email="zoe@exampel.org")
        await shop.changed(order, state="sent")
        await deliver(cms)
        corrected = await shop.changed(order, email="zoe@example.org")
        await deliver(cms)
        assert server.messages == []
        server.answers.clear()
        await deliver(cms)
        self.check(server, order, corrected, count=2)

    @pytest.mark.parametrize("unknown", [None, "zoe@exampel.org"])
    async def test_what_is_being_sent_at_that_moment_goes_there(
        self, shop: Shop, cms: ServiceClient, server: MailServer, unknown: str | None
    ) -> None:
        order = await shop.buy(await shop.sell(1999), email="zoe@exampel.org")
        await shop.changed(order, state="sent")
        server.hangs_at, server.unknown = "MAIL", unknown
        sending = asyncio.create_task(deliver(cms))
        async with asyncio.timeout(60):
            await server.reached.wait()
        corrected = await shop.changed(order, email="zoe@example.org")
        await hear(cms)
        server.go_on()
        await sending
        await deliver(cms)
        self.check(server, order, corrected, count=2)

    @staticmethod
    def check(server: MailServer, order: dict[str, Any], corrected: dict[str, Any], *, count: int) -> None:
        """So many reached the buyer, each once and with the link that works, and none anybody else but the shop."""
        people = [envelope[1][0] for envelope in server.envelopes if envelope[1] != ["office@willow.example"]]
        assert people == ["zoe@example.org"] * count
        mine = [message for message in server.messages if "zoe@example.org" in message["To"]]
        assert len({message["Subject"] for message in mine}) == len(mine) == count
        for message in mine:
            text = html_of(message) + words_of(message)
            assert corrected["receiptPath"] in text
            assert order["receiptPath"] not in text


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


async def audited(cms: ServiceClient) -> set[tuple[str, str]]:
    """What was done to which emails, by their subjects."""
    async with cms.kit.database.reading() as session:
        found = await session.execute(select(AuditEntry.action, AuditEntry.subject_name))
        return {(action, name) for action, name in found if action.startswith("email.")}


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
