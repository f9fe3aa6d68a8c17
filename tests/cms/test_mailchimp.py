"""Sign-ups to a list at Mailchimp: what it makes of them, and all that can go wrong on the way."""

import asyncio

import pytest
from sqlalchemy import select, text, update

from cms.config_entries.entries import MAILCHIMP_KEY
from cms.subscribers.models import Subscriber
from cms.subscribers.providers import provider
from kit.jobs import enqueue, task_named
from kit.tables import Job
from tests.cms.email_asking import configure
from tests.cms.list_provider_calls import AUDIENCE, FORWARD, KEY, attempt, campaign_monitor, form, mailchimp, news
from tests.cms.newsletter_calls import RIGHT, Newsletters
from tests.fakes.mailchimp import Mailchimp
from tests.kit.working import run_jobs

__all__ = ["campaign_monitor", "mailchimp", "news"]


class TestMailchimp:
    async def test_a_sign_up_is_pending_there(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        assert (await news.sign_up(await form(news), RIGHT)).status_code == 200
        assert mailchimp.asked == [], "a visitor does not wait for the provider"
        await run_jobs(news.cms, FORWARD)
        member = mailchimp.member(AUDIENCE, "zoe@example.org")
        assert member is not None
        assert (member["status"], member["email_address"]) == ("pending", "Zoe@example.org")
        assert member["merge_fields"]["FNAME"] == "Zoë"
        row = await news.subscriber()
        assert (row.forwarding, row.forwarding_fault, row.state) == ("forwarded", "", "pending")
        async with news.cms.kit.database.reading() as session:
            names = set(await session.scalars(select(Job.name)))
        assert names == {FORWARD}, "the provider asks, and the site does not"

    @pytest.mark.parametrize(("before", "after"), [("subscribed", "subscribed"), ("pending", "pending")])
    async def test_who_is_on_the_list_stays_there(
        self, news: Newsletters, mailchimp: Mailchimp, before: str, after: str
    ) -> None:
        mailchimp.put(AUDIENCE, "zoe@example.org", before)
        await news.sign_up(await form(news), RIGHT)
        await run_jobs(news.cms, FORWARD)
        assert (mailchimp.member(AUDIENCE, "zoe@example.org") or {})["status"] == after
        assert [method for method, *_ in mailchimp.asked] == ["GET"]

    @pytest.mark.parametrize("before", ["unsubscribed", "archived", "cleaned"])
    async def test_who_was_on_it_is_asked_anew(self, news: Newsletters, mailchimp: Mailchimp, before: str) -> None:
        mailchimp.put(AUDIENCE, "zoe@example.org", before)
        await news.sign_up(await form(news), RIGHT)
        await run_jobs(news.cms, FORWARD)
        assert (mailchimp.member(AUDIENCE, "zoe@example.org") or {})["status"] == "pending"

    async def test_a_job_that_is_done_twice_does_no_more(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        await news.sign_up(await form(news), RIGHT)
        await run_jobs(news.cms, FORWARD)
        asked = len(mailchimp.asked)
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="queued", attempts=1))
        await run_jobs(news.cms, FORWARD)
        assert len(mailchimp.asked) == asked

    async def test_one_that_was_killed_before_it_could_note_it_does_no_harm(
        self, news: Newsletters, mailchimp: Mailchimp
    ) -> None:
        await news.sign_up(await form(news), RIGHT)
        await run_jobs(news.cms, FORWARD)
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="queued", attempts=1))
            await session.execute(update(Subscriber).values(forwarding="waiting"))
        await run_jobs(news.cms, FORWARD)
        assert [method for method, *_ in mailchimp.asked].count("PUT") == 1
        assert (await news.subscriber()).forwarding == "forwarded"


class TestFailures:
    @pytest.mark.parametrize("status", [429, 500, 503])
    async def test_what_passes_is_tried_again(self, news: Newsletters, mailchimp: Mailchimp, status: int) -> None:
        await news.sign_up(await form(news), RIGHT)
        mailchimp.fails_with = status
        assert (await attempt(news)).state == "queued"
        row = await news.subscriber()
        assert (row.forwarding, row.forwarding_fault) == ("waiting", "mailing_list_unavailable")
        mailchimp.fails_with = None
        assert (await attempt(news)).state == "done"
        assert (await news.subscriber()).forwarding == "forwarded"
        assert len(mailchimp.audiences[AUDIENCE]) == 1

    async def test_one_that_never_answers_holds_nobody(
        self, news: Newsletters, mailchimp: Mailchimp, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await news.sign_up(await form(news), RIGHT)
        mailchimp.is_silent = True
        monkeypatch.setattr(provider, "SECONDS", 0.5)
        async with asyncio.timeout(100):
            assert (await attempt(news)).state == "queued"
        assert mailchimp.reached.is_set()
        assert (await news.subscriber()).forwarding_fault == "mailing_list_unavailable"

    def test_one_that_is_slow_each_time_ends_no_job_in_the_middle(self) -> None:
        assert task_named(FORWARD).timeout > 3 * provider.SECONDS

    async def test_a_wrong_key_is_said_and_mended(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        await news.sign_up(await form(news), RIGHT)
        await configure(news.cms, **{MAILCHIMP_KEY.key: "ffff-us21"})
        assert (await attempt(news)).state == "queued"
        assert (await news.subscriber()).forwarding_fault == "mailing_list_key_refused"
        await configure(news.cms, **{MAILCHIMP_KEY.key: KEY})
        assert (await attempt(news)).state == "done"
        assert mailchimp.member(AUDIENCE, "zoe@example.org")

    async def test_an_address_that_is_refused_is_not_tried_again(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        mailchimp.refused.add("Zoe@example.org")
        await news.sign_up(await form(news), RIGHT)
        assert (await attempt(news)).state == "done"
        row = await news.subscriber()
        assert (row.forwarding, row.forwarding_fault) == ("failed", "subscriber_refused")

    async def test_a_list_that_is_not_there_is_said(self, news: Newsletters) -> None:
        await news.sign_up(await form(news, external_id="gone"), RIGHT)
        await attempt(news)
        assert (await news.subscriber()).forwarding_fault == "mailing_list_missing_there"

    async def test_after_all_attempts_it_is_tried_by_the_hour(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        await news.sign_up(await form(news), RIGHT)
        mailchimp.fails_with = 503
        while (await attempt(news)).state == "queued":
            pass
        assert (await news.subscriber()).forwarding == "failed"
        told = (await news.cms.get("/cms/notifications", headers=news.tokens.bearer("admin"))).json()
        assert told["results"] == [], "not one for each sign-up"
        mailchimp.fails_with = None
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Subscriber).values(updated_at=text("now() - interval '1 hour'")))
            await enqueue(session, "subscribers.try_again", {})
        await run_jobs(news.cms, "subscribers.try_again")
        await attempt(news)
        assert (await news.subscriber()).forwarding == "forwarded"

    async def test_nothing_personal_and_no_key_is_logged(
        self, news: Newsletters, mailchimp: Mailchimp, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO")
        mailchimp.refused.add("Zoe@example.org")
        await news.sign_up(await form(news), RIGHT)
        mailchimp.fails_with = 503
        await attempt(news)
        mailchimp.fails_with = None
        await attempt(news)
        assert "zoe@example.org" not in caplog.text.lower()
        assert KEY not in caplog.text
