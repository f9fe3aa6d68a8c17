"""Sign-ups that nobody has confirmed are forgotten, and what was written to them."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from cms.emails.models import Email, Mailing
from cms.subscribers.links import PENDING
from tests.cms.newsletter_calls import RIGHT, Newsletters, age, news, purge, work

__all__ = ["news"]


class TestForgetting:
    async def test_pending_ones_are_forgotten_and_no_others(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list()
        old = datetime.now(UTC) - PENDING - timedelta(hours=1)
        for name, state, at in (
            ("old", "pending", old),
            ("new", "pending", old + timedelta(hours=2)),
            ("on", "confirmed", old),
            ("off", "unsubscribed", old),
        ):
            address = f"{name}@example.org"
            await news.add(list_id=mailing_list.id, email_address=address, state=state, requested_at=at)
        await purge(news)
        assert [row.email_address.partition("@")[0] for row in await news.subscribers()] == ["new", "off", "on"]

    async def test_the_emails_that_asked_them_are_forgotten_with_them(self, news: Newsletters) -> None:
        plugin = await news.make()
        await news.sign_up(plugin, RIGHT)
        await work(news)
        await age(news, PENDING + timedelta(hours=1))
        await news.sign_up(plugin, {**RIGHT, "f-email": "ann@example.org"})
        await work(news)
        await purge(news)
        async with news.cms.kit.database.reading() as session:
            mailings = (await session.scalars(select(Mailing.to))).all()
            addresses = (await session.scalars(select(Email.to_address))).all()
        assert [[who["emailAddress"] for who in to] for to in mailings] == [["ann@example.org"]]
        assert addresses == ["ann@example.org"]

    async def test_what_was_not_forwarded_yet_is_kept(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list(provider="mailchimp", external_id="a")
        old = datetime.now(UTC) - PENDING - timedelta(hours=1)
        for forwarding in ("waiting", "failed", "forwarded"):
            await news.add(
                list_id=mailing_list.id,
                email_address=f"{forwarding}@example.org",
                state="pending",
                forwarding=forwarding,
                requested_at=old,
            )
        await purge(news)
        assert [row.forwarding for row in await news.subscribers()] == ["failed", "waiting"]
