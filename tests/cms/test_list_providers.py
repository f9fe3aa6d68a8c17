"""Lists at Mailchimp and Campaign Monitor: stored first, taken there by a job, whatever the provider does."""

import pytest
from sqlalchemy import text, update

from cms.backup import BACKUP
from cms.config_entries.entries import MAILCHIMP_KEY
from cms.subscribers.models import Subscriber
from kit.backups import Restored
from kit.jobs import enqueue
from tests.cms.email_asking import configure
from tests.cms.list_provider_calls import (
    AUDIENCE,
    FORWARD,
    KEY,
    OTHER_KEY,
    OTHER_LIST,
    campaign_monitor,
    form,
    mailchimp,
    news,
)
from tests.cms.newsletter_calls import RIGHT, Newsletters
from tests.fakes.campaign_monitor import CampaignMonitor
from tests.fakes.mailchimp import Mailchimp
from tests.kit.working import run_jobs

__all__ = ["campaign_monitor", "mailchimp", "news"]


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

    async def test_an_administrator_s_whose_session_has_ended_is_no_visitor_s(self, news: Newsletters) -> None:
        ended = news.tokens.cookie("admin", exp=1)
        refused = await news.cms.post("/cms/mailchimp", json={"emailAddress": "zoe@example.org"}, headers=ended)
        assert (refused.status_code, refused.json()["code"]) == (401, "token_invalid")

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
