"""Sign-ups to lists at Mailchimp and Campaign Monitor, as tests make them."""

from typing import Any

import pytest
from sqlalchemy import select, text

from cms.app import app
from cms.config_entries.entries import CAMPAIGN_MONITOR_KEY, MAILCHIMP_KEY
from content.app import app as content_app
from kit.runner import Runner
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.email_asking import configure
from tests.cms.newsletter_calls import Newsletters
from tests.fakes.campaign_monitor import CampaignMonitor
from tests.fakes.mailchimp import Mailchimp

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
