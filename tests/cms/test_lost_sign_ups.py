"""Sign-ups whose jobs ended without a word, or come to an address at an odd moment: none is lost."""

import asyncio
from datetime import timedelta

from sqlalchemy import delete, select, text, update

from cms.mailing_lists.models import MailingList
from cms.subscribers.models import Subscriber
from cms.subscribers.signups import SignUp, sign_up
from kit.jobs import enqueue
from kit.tables import Job
from tests.cms.newsletter_calls import RIGHT, Newsletters, link_in, news
from tests.kit.working import run_jobs
from tests.mail_server import MailServer
from tests.waiting_transactions import until_somebody_waits

__all__ = ["news"]

ASK, FORWARD = "subscribers.ask", "subscribers.forward"


async def an_hour_later(news: Newsletters) -> int:
    """What is done by the hour; how many sign-ups it has taken up."""
    async with news.cms.kit.database.transaction() as session:
        hour = timedelta(hours=1, minutes=1)
        earlier = {"requested_at": Subscriber.requested_at - hour, "updated_at": Subscriber.updated_at - hour}
        await session.execute(update(Subscriber).values(earlier))
        job = await enqueue(session, "subscribers.try_again", {})
    await run_jobs(news.cms, "subscribers.try_again")
    async with news.cms.kit.database.reading() as session:
        found = await session.scalar(select(Job.result).where(Job.id == job.id))
    assert isinstance(found, int)
    return found


async def end_jobs(news: Newsletters, name: str) -> None:
    """As if the workers had been killed in each attempt."""
    async with news.cms.kit.database.transaction() as session:
        await session.execute(update(Job).where(Job.name == name).values(state="failed", finished_at=text("now()")))


class TestAsking:
    async def test_whom_no_job_asks_any_more_is_asked(self, news: Newsletters, server: MailServer) -> None:
        await news.sign_up(await news.make(), RIGHT)
        assert await an_hour_later(news) == 0, "a job is still to do it"
        await end_jobs(news, ASK)
        assert await an_hour_later(news) == 1
        assert await an_hour_later(news) == 0
        await run_jobs(news.cms, ASK)
        await run_jobs(news.cms, "emails.deliver_sealed")
        assert [rcpt for _, [rcpt], *_ in server.envelopes] == ["Zoe@example.org"]
        assert await an_hour_later(news) == 0

    async def test_is_tried_for_hours(self, news: Newsletters) -> None:
        await news.sign_up(await news.make(), RIGHT)
        async with news.cms.kit.database.reading() as session:
            assert await session.scalar(select(Job.max_attempts).where(Job.name == ASK)) == 9

    async def test_who_has_just_unsubscribed_is_asked_at_once(self, news: Newsletters, server: MailServer) -> None:
        plugin = await news.make()
        await news.sign_up(plugin, RIGHT)
        for asked in (1, 2):
            await run_jobs(news.cms, ASK)
            await run_jobs(news.cms, "emails.deliver_sealed")
            assert len(server.messages) == asked
            body = server.messages[-1].get_body(("plain",))
            assert body is not None
            assert (await news.cms.post(link_in(str(body.get_content()), "confirmation"))).status_code == 200
            assert (await news.cms.post((await news.subscriber()).unsubscribe_path)).status_code == 200
            await news.sign_up(plugin, RIGHT)


class TestForwarding:
    async def test_those_whose_job_ended_without_a_word_go_on(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list(provider="mailchimp", external_id="a")
        row = await news.add(list_id=mailing_list.id, state="pending", forwarding="waiting")
        async with news.cms.kit.database.transaction() as session:
            await enqueue(session, FORWARD, {"subscriberId": str(row.id)})
        assert await an_hour_later(news) == 0, "a job is still to do it"
        await end_jobs(news, FORWARD)
        assert await an_hour_later(news) == 1
        assert await an_hour_later(news) == 0


class TestAtTheSameMoment:
    async def test_one_whose_row_is_being_erased_is_taken_anew(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list()
        row = await news.add(list_id=mailing_list.id, email_address="zoe@example.org")

        async def come() -> None:
            async with news.cms.kit.database.transaction() as session:
                found = (await session.scalars(select(MailingList))).one()
                await sign_up(session, SignUp("zoe@example.org"), found)

        async with news.cms.kit.database.transaction() as session:
            await session.execute(select(Subscriber).where(Subscriber.id == row.id).with_for_update())
            coming = asyncio.create_task(come())
            await until_somebody_waits(session)
            await session.execute(delete(Subscriber))
        await coming
        found = await news.subscriber()
        assert (found.id != row.id, found.state) == (True, "pending")

    async def test_one_whose_list_is_being_moved_goes_where_the_list_is(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list(provider="mailchimp", external_id="a")

        async def come() -> None:
            async with news.cms.kit.database.transaction() as session:
                found = (await session.scalars(select(MailingList))).one()
                async with news.cms.kit.database.transaction() as apart:
                    await apart.execute(update(MailingList).values(provider="site", external_id=""))
                await sign_up(session, SignUp("zoe@example.org"), found)

        await come()
        found = await news.subscriber()
        assert (found.list_id, found.forwarding) == (mailing_list.id, "none")
        assert [job.name for job in await run_jobs(news.cms, ASK)] == [ASK]
