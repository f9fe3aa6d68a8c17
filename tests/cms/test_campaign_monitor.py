"""Sign-ups to a list at Campaign Monitor."""

import pytest

from cms.config_entries.entries import CAMPAIGN_MONITOR_KEY
from tests.cms.email_asking import configure
from tests.cms.list_provider_calls import (
    FORWARD,
    OTHER_KEY,
    OTHER_LIST,
    attempt,
    campaign_monitor,
    form,
    mailchimp,
    news,
)
from tests.cms.newsletter_calls import RIGHT, Newsletters
from tests.fakes.campaign_monitor import CampaignMonitor
from tests.kit.working import run_jobs

__all__ = ["campaign_monitor", "mailchimp", "news"]


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
