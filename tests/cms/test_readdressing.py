"""Mails about an order whose buyer's address is corrected: those written, waiting, failed or being sent by then."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from cms import worker
from cms.emails.models import Email, Mailing
from cms.order_mails.readdressing import readdress
from cms.order_mails.schemas import ReaddressedOrder
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.cms.order_mailing import cms, deliver, hear, html_of, words_of
from tests.ecom.ordering import Shop, shop
from tests.mail_server import MailServer

__all__ = ["cms", "shop", "worker"]


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


async def audited(cms: ServiceClient) -> set[tuple[str, str]]:
    """What was done to which emails, by their subjects."""
    async with cms.kit.database.reading() as session:
        found = await session.execute(select(AuditEntry.action, AuditEntry.subject_name))
        return {(action, name) for action, name in found if action.startswith("email.")}
