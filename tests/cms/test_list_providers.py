"""Lists at Mailchimp and Campaign Monitor: stored first, taken there by a job, whatever the provider does."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select, text, update

from cms.app import app
from cms.backup import BACKUP
from cms.config_entries.entries import CAMPAIGN_MONITOR_KEY, MAILCHIMP_KEY
from cms.subscribers.models import Subscriber
from cms.subscribers.providers import provider
from content.app import app as content_app
from kit.backups import Restored
from kit.jobs import enqueue, task_named
from kit.runner import Runner
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.email_asking import configure
from tests.cms.newsletter_calls import RIGHT, Newsletters
from tests.fakes.campaign_monitor import CampaignMonitor
from tests.fakes.mailchimp import Mailchimp
from tests.kit.working import run_jobs

KEY, AUDIENCE = "0123456789abcdef0123456789abcdef-us21", "a6b5da1054"
OTHER_KEY, OTHER_LIST = "Y2FtcGFpZ24tbW9uaXRvcg==", "b7c6eb2165"
FORWARD = "subscribers.forward"


@pytest.fixture
def mailchimp() -> Mailchimp:
    return Mailchimp(KEY, AUDIENCE)


@pytest.fixture
def campaign_monitor() -> CampaignMonitor:
    return CampaignMonitor(OTHER_KEY, OTHER_LIST)


@pytest.fixture
async def news(start: Start, tokens: Tokens, mailchimp: Mailchimp, campaign_monitor: CampaignMonitor) -> Newsletters:
    content = await start(content_app)
    mounts: dict[str, Any] = {
        "http://content.test": content,
        "http://mailchimp.test": mailchimp.app,
        "http://campaign-monitor.test": campaign_monitor.app,
    }
    addresses = {"mailchimp_url": "http://mailchimp.test", "campaign_monitor_url": "http://campaign-monitor.test"}
    cms = await start(app, mounts=mounts, **addresses)
    await configure(cms, **{MAILCHIMP_KEY.key: KEY, CAMPAIGN_MONITOR_KEY.key: OTHER_KEY})
    return Newsletters(cms, content, tokens)


async def form(news: Newsletters, **changed: Any) -> str:
    values = {"provider": "mailchimp", "external_id": AUDIENCE, **changed}
    return await news.make(list=str((await news.mailing_list(**values)).id))


async def attempt(news: Newsletters) -> Job:
    """One attempt at the only job, whether it is its time or not; the job afterwards."""
    async with news.cms.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET run_at = now() - interval '1 minute', lease_until = now()"))
        job = (
            await session.scalars(select(Job).where(Job.name == FORWARD, Job.state.in_(["queued", "running"])))
        ).one()
    await Runner(news.cms.kit, 1).run(job.id)
    async with news.cms.kit.database.reading() as session:
        return (await session.scalars(select(Job).where(Job.id == job.id))).one()


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
        monkeypatch.setattr(provider, "SECONDS", 0.05)
        async with asyncio.timeout(30):
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


class TestCampaignMonitor:
    async def test_a_sign_up_is_taken_there(self, news: Newsletters, campaign_monitor: CampaignMonitor) -> None:
        await news.sign_up(await form(news, provider="campaignMonitor", external_id=OTHER_LIST), RIGHT)
        await run_jobs(news.cms, FORWARD)
        subscriber = campaign_monitor.lists[OTHER_LIST]["zoe@example.org"]
        assert (subscriber["State"], subscriber["Name"]) == ("Unconfirmed", "Zoë")
        assert (await news.subscriber()).forwarding == "forwarded"

    @pytest.mark.parametrize(
        ("address", "list_id", "key", "fault"),
        [
            ("zoe@refused.example", OTHER_LIST, OTHER_KEY, "subscriber_refused"),
            ("zoe@example.org", "gone", OTHER_KEY, "mailing_list_missing_there"),
            ("zoe@example.org", OTHER_LIST, "wrong", "mailing_list_key_refused"),
        ],
    )
    async def test_what_it_refuses_is_said(
        self, news: Newsletters, address: str, list_id: str, key: str, fault: str
    ) -> None:
        await configure(news.cms, **{CAMPAIGN_MONITOR_KEY.key: key})
        plugin = await form(news, provider="campaignMonitor", external_id=list_id)
        await news.sign_up(plugin, {**RIGHT, "f-email": address})
        await attempt(news)
        assert (await news.subscriber()).forwarding_fault == fault

    @pytest.mark.parametrize("status", [429, 502])
    async def test_what_passes_is_tried_again(
        self, news: Newsletters, campaign_monitor: CampaignMonitor, status: int
    ) -> None:
        await news.sign_up(await form(news, provider="campaignMonitor", external_id=OTHER_LIST), RIGHT)
        campaign_monitor.fails_with = status
        assert (await attempt(news)).state == "queued"
        campaign_monitor.fails_with = None
        assert (await attempt(news)).state == "done"
        assert len(campaign_monitor.lists[OTHER_LIST]) == 1

    async def test_who_is_on_the_list_stays_as_they_are(
        self, news: Newsletters, campaign_monitor: CampaignMonitor
    ) -> None:
        on_it = {"State": "Active", "Name": "Zoë Å.", "EmailAddress": "zoe@example.org"}
        campaign_monitor.lists[OTHER_LIST]["zoe@example.org"] = dict(on_it)
        plugin = await form(news, provider="campaignMonitor", external_id=OTHER_LIST)
        await news.sign_up(plugin, {**RIGHT, "f-name": "Mallory"})
        assert (await attempt(news)).state == "done"
        assert campaign_monitor.lists[OTHER_LIST]["zoe@example.org"] == on_it
        assert (await news.subscriber()).forwarding == "forwarded"

    @pytest.mark.parametrize("asks", [True, False])
    async def test_who_left_it_comes_back_only_where_they_confirm_it(
        self, news: Newsletters, campaign_monitor: CampaignMonitor, asks: bool
    ) -> None:
        campaign_monitor.unasked = set() if asks else {OTHER_LIST}
        left = {"State": "Unsubscribed", "Name": "Zoë Å.", "EmailAddress": "zoe@example.org"}
        campaign_monitor.lists[OTHER_LIST]["zoe@example.org"] = left
        plugin = await form(news, provider="campaignMonitor", external_id=OTHER_LIST)
        await news.sign_up(plugin, {**RIGHT, "f-name": ""})
        assert (await attempt(news)).state == "done"
        known = campaign_monitor.lists[OTHER_LIST]["zoe@example.org"]
        assert (known["State"], known["Name"]) == ("Unconfirmed" if asks else "Unsubscribed", "Zoë Å.")
        row = await news.subscriber()
        assert (row.forwarding, row.forwarding_fault) == (
            ("forwarded", "") if asks else ("failed", "subscriber_refused")
        )


class TestNotConfigured:
    async def test_a_form_says_so_and_takes_nobody(self, news: Newsletters) -> None:
        plugin = await form(news)
        await configure(news.cms, **{MAILCHIMP_KEY.key: None})
        answer = await news.sign_up(plugin, RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (503, "mailing_list_not_configured")
        assert await news.subscribers() == []

    @pytest.mark.parametrize("address", ["/cms/mailchimp", "/cms/campaign-monitor"])
    async def test_a_call_says_so(self, news: Newsletters, address: str) -> None:
        body = {"emailAddress": "zoe@example.org"}
        answer = await news.cms.post(address, json=body, headers=news.tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (503, "mailing_list_not_configured")


class TestCalls:
    async def test_a_visitor_s_needs_a_ticket(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        await form(news)
        body = {"emailAddress": "Zoe@example.org", "listKey": "news"}
        headers = {"Origin": "http://localhost:8080"}
        refused = await news.cms.post("/cms/mailchimp", json=body, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (422, "contact_ticket_missing")
        answer = await news.cms.post("/cms/mailchimp", json={**body, **news.solved()}, headers=headers)
        assert (answer.status_code, answer.json()) == (202, {"accepted": True})
        await run_jobs(news.cms, FORWARD)
        assert mailchimp.member(AUDIENCE, "zoe@example.org")
        assert (await news.subscriber()).source == "call"

    async def test_an_administrator_s_names_a_list_in_the_address(
        self, news: Newsletters, mailchimp: Mailchimp
    ) -> None:
        mailchimp.audiences["second"] = {}
        await form(news)
        await form(news, key="second", external_id="second")
        answer = await news.cms.post(
            "/cms/mailchimp",
            params={"list-key": "second"},
            json={"emailAddress": "zoe@example.org", "listKey": "news"},
            headers=news.tokens.bearer("admin"),
        )
        assert answer.status_code == 202, answer.text
        await run_jobs(news.cms, FORWARD)
        assert mailchimp.member("second", "zoe@example.org")
        assert mailchimp.member(AUDIENCE, "zoe@example.org") is None

    async def test_campaign_monitor_s_takes_the_key_from_the_body(
        self, news: Newsletters, campaign_monitor: CampaignMonitor
    ) -> None:
        await form(news, key="monitor", provider="campaignMonitor", external_id=OTHER_LIST)
        body = {"emailAddress": "zoe@example.org", "listKey": "monitor"}
        admin = news.tokens.bearer("admin")
        assert (await news.cms.post("/cms/campaign-monitor", json=body, headers=admin)).status_code == 202
        await run_jobs(news.cms, FORWARD)
        assert "zoe@example.org" in campaign_monitor.lists[OTHER_LIST]

    async def test_a_list_of_another_provider_is_none_of_it(self, news: Newsletters) -> None:
        await form(news, key="monitor", provider="campaignMonitor", external_id=OTHER_LIST)
        body = {"emailAddress": "zoe@example.org", "listKey": "monitor"}
        answer = await news.cms.post("/cms/mailchimp", json=body, headers=news.tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "mailing_list_not_found")

    async def test_mailchimp_is_asked_for_an_address(self, news: Newsletters, mailchimp: Mailchimp) -> None:
        await form(news)
        mailchimp.put(AUDIENCE, "zoe@example.org", "subscribed")
        admin = news.tokens.bearer("admin")
        answer = await news.cms.get("/cms/mailchimp/ZOE@example.org", headers=admin)
        expected = {"emailAddress": "ZOE@example.org", "listKey": "news", "state": "subscribed"}
        assert (answer.status_code, answer.json()) == (200, expected)
        unknown = await news.cms.get("/cms/mailchimp/ann@example.org", params={"list-key": "news"}, headers=admin)
        assert (unknown.status_code, unknown.json()["code"]) == (404, "listed_subscriber_not_found")
        mailchimp.fails_with = 500
        away = await news.cms.get("/cms/mailchimp/ann@example.org", headers=admin)
        assert (away.status_code, away.json()["code"]) == (503, "mailing_list_unavailable")

    async def test_nobody_else_learns_who_is_on_a_list(self, news: Newsletters) -> None:
        await form(news)
        for headers in ({}, news.tokens.bearer(), news.tokens.bearer("editor")):
            assert (await news.cms.get("/cms/mailchimp/a@example.org", headers=headers)).status_code in {401, 403}


async def test_keys_are_never_read(news: Newsletters) -> None:
    answer = await news.cms.get("/cms/config", headers=news.tokens.bearer("super"))
    assert KEY not in answer.text
    assert OTHER_KEY not in answer.text


async def test_a_subscription_at_a_provider_is_changed_there(news: Newsletters) -> None:
    row = await news.mailing_list(provider="mailchimp", external_id=AUDIENCE)
    admin = news.tokens.bearer("admin")
    body = {"emailAddress": "zoe@example.org", "listId": str(row.id), "state": "confirmed"}
    added = (await news.cms.post("/cms/subscribers", json=body, headers=admin)).json()
    assert (added["state"], added["forwarding"]) == ("pending", "waiting")
    changed = {**body, "state": "unsubscribed", "version": added["version"]}
    answer = await news.cms.put(f"/cms/subscribers/{added['id']}", json=changed, headers=admin)
    assert (answer.status_code, answer.json()["code"]) == (409, "subscriber_elsewhere")
    assert added["unsubscribePath"] == "", "the provider would go on sending"
    token = (await news.subscriber()).unsubscribe_token
    off = await news.cms.post("/cms/newsletter/unsubscription", params={"token": token})
    assert (off.status_code, (await news.subscriber()).state) == (404, "pending")


async def test_nobody_is_taken_there_from_an_old_backup(news: Newsletters, mailchimp: Mailchimp) -> None:
    row = await news.mailing_list(provider="mailchimp", external_id=AUDIENCE)
    await news.add(list_id=row.id, state="pending", forwarding="waiting")
    async with news.cms.kit.database.transaction() as session:
        [part] = [each for each in BACKUP.parts if each.name == "subscribers"]
        assert part.complete is not None
        await part.complete(session, Restored(None, is_foreign=False))
        await session.execute(update(Subscriber).values(updated_at=text("now() - interval '1 hour'")))
        await enqueue(session, "subscribers.try_again", {})
    await run_jobs(news.cms)
    assert (await news.subscriber()).forwarding_fault == "restored"
    assert mailchimp.asked == []
