"""Signing up for newsletters, as the web host passes it on, and the lists behind it."""

import re
import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.app import app
from cms.contact_forms.tickets import Way, issue
from cms.mailing_lists.models import MailingList
from cms.subscribers.models import Subscriber
from content.app import app as content_app
from content.plugins.models import Plugin
from kit.jobs import enqueue
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.contact_calls import solution
from tests.cms.delivering import settings_for
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

FIELDS: dict[str, Any] = {"heading": "News", "askName": "optional", "consent": "<p>I <b>want</b> it.</p>"}
RIGHT = {"f-email": "Zoe@example.org", "f-name": "Zoë", "f-consent": "yes"}


@dataclass
class Newsletters:
    """cms with content beside it, and the newsletters' forms that were made there."""

    cms: ServiceClient
    content: ServiceClient
    tokens: Tokens

    async def make(self, **fields: Any) -> str:
        """A form; gives the id of its plugin."""
        plugin = Plugin(ref="cms.newsletter", fields={**FIELDS, **fields}, version=1)
        async with self.content.kit.database.transaction() as session:
            session.add(plugin)
        return str(plugin.id)

    async def mailing_list(self, key: str = "news", **fields: Any) -> MailingList:
        row = MailingList(**{"key": key, "name": "News of Willow", "provider": "site", **fields})
        async with self.cms.kit.database.transaction() as session:
            session.add(row)
        return row

    def solved(self, way: Way = "script") -> dict[str, str]:
        ticket = issue(self.cms.kit, way)
        return {"ticket": ticket, "solution": solution(ticket)}

    def unsolved(self) -> dict[str, str]:
        ticket = issue(self.cms.kit, "script")
        return {"ticket": ticket, "solution": solution(ticket, 0)}

    async def sign_up(
        self,
        plugin: str,
        answers: dict[str, Any],
        proof: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Send a form with a solved ticket, or with what is given instead."""
        data = {**answers, **(self.solved() if proof is None else proof)}
        return await self.cms.post(
            "/private/newsletter-sign-ups",
            params={"plugin": plugin, "url": "/news", "title": "News"},
            data=data,
            files=[("captcha", (None, ""))],
            headers={**self.tokens.internal("web", "cms"), **(headers or {})},
        )

    async def subscribers(self) -> list[Subscriber]:
        async with self.cms.kit.database.reading() as session:
            return [*(await session.scalars(select(Subscriber).order_by(Subscriber.email_key)))]

    async def subscriber(self) -> Subscriber:
        """The only one."""
        [only] = await self.subscribers()
        return only

    async def add(self, **fields: Any) -> Subscriber:
        """A subscriber of the site's own list."""
        values = {"email_address": f"{uuid.uuid4().hex}@example.org", "state": "confirmed", "source": "form", **fields}
        if "list_id" not in values:
            values["list_id"] = (await self.mailing_list(f"l{uuid.uuid4().hex}")).id
        row = Subscriber(**values)
        async with self.cms.kit.database.transaction() as session:
            session.add(row)
        return row


def link_in(text: str, name: str) -> str:
    """The path of the link of a mail that leads to a page of newsletters."""
    found = re.search(rf"http://[^/\s\"]+(/cms/newsletter/{name}\?token=[\w.-]+)", text)
    assert found, text
    return found[1]


ORIGIN = {"Origin": "http://localhost:8080"}


@pytest.fixture
async def news(start: Start, tokens: Tokens, server: MailServer) -> Newsletters:
    content = await start(content_app)
    cms = await start(app, mounts={"http://content.test": content}, **settings_for(server))
    return Newsletters(cms, content, tokens)


async def work(news: Newsletters) -> None:
    """Do what a sign-up left to do: asking, then sending."""
    await run_jobs(news.cms, "subscribers.ask")
    await run_jobs(news.cms, "emails.deliver_sealed")


def plain(message: Any) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


async def age(news: Newsletters, by: timedelta) -> None:
    async with news.cms.kit.database.transaction() as session:
        await session.execute(update(Subscriber).values(requested_at=Subscriber.requested_at - by))


async def purge(news: Newsletters) -> None:
    async with news.cms.kit.database.transaction() as session:
        await enqueue(session, "subscribers.purge", {})
    await run_jobs(news.cms, "subscribers.purge")
