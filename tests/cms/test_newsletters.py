"""Newsletters' own lists: signing up, confirming by a link, unsubscribing, and who tries to misuse it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from cms.app import app
from cms.config_entries.entries import LANGUAGE, SITE_NAME
from cms.email_template_types.service import type_named
from cms.email_template_types.variables import NEWSLETTER
from cms.email_templates.defaults import NEWSLETTER_CONFIRMATION, make_missing
from cms.email_templates.models import EmailTemplate
from cms.mailing_lists.models import MailingList
from cms.subscribers.links import PENDING
from cms.subscribers.models import Subscriber
from content.app import app as content_app
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.email_asking import configure
from tests.cms.newsletter_calls import RIGHT, Newsletters, age, link_in, news, plain, purge, work
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

__all__ = ["news"]


class TestTheWholeWay:
    async def test_from_the_form_to_the_list_and_off_it_again(self, news: Newsletters, server: MailServer) -> None:
        answer = await news.sign_up(await news.make(), RIGHT)
        assert (answer.status_code, answer.json()) == (200, {"accepted": True})
        await work(news)
        [message] = server.messages
        assert server.envelopes[0][1] == ["Zoe@example.org"]
        unsubscribe = message["List-Unsubscribe"].strip("<>")
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = link_in(plain(message), "confirmation")
        waiting = await news.subscriber()
        assert (waiting.state, waiting.confirmed_at) == ("pending", None)
        assert (waiting.page_url, waiting.page_title, waiting.consent) == ("/news", "News", "I want it.")

        # Whatever looks at the links of a mail.
        for _ in range(3):
            page = await news.cms.get(link)
            assert (page.status_code, "<button" in page.text) == (200, True)
        assert (await news.cms.head(link)).status_code in {200, 405}
        assert (await news.subscriber()).state == "pending"

        confirmed = await news.cms.post(link)
        assert (confirmed.status_code, "<h1>You are subscribed</h1>" in confirmed.text) == (200, True)
        assert "<title>You are subscribed" in confirmed.text
        subscriber = await news.subscriber()
        assert subscriber.state == "confirmed"
        assert subscriber.confirmed_at is not None
        since = (await news.subscriber()).confirmed_at
        for again in (await news.cms.get(link), await news.cms.post(link)):
            assert (again.status_code, "You are subscribed" in again.text) == (200, True), "it says so still"
        assert (await news.subscriber()).confirmed_at == since

        path = unsubscribe.removeprefix("http://localhost:8080")
        assert "<button" in (await news.cms.get(path)).text
        assert (await news.subscriber()).state == "confirmed"
        # As a mail program does it: no cookie, no origin.
        one_click = await news.cms.post(path, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        gone = await news.subscriber()
        assert (gone.state, gone.is_unsubscribed_by_hand) == ("unsubscribed", False)
        assert (await news.cms.post(path)).status_code == 200, "a second time is no fault"
        assert (await news.cms.post(link)).status_code == 404, "an old link brings nobody back"

    async def test_pages_and_mails_are_in_the_sites_language(self, news: Newsletters, server: MailServer) -> None:
        await configure(news.cms, **{LANGUAGE.key: "de-AT", SITE_NAME.key: "Weide & <b>Söhne</b>"})
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        text = plain(server.messages[0])
        assert "hat diese Adresse" in text
        page = await news.cms.get(link_in(text, "confirmation"))
        assert 'lang="de"' in page.text
        assert "Anmeldung bestätigen" in page.text
        assert "Weide &amp; &lt;b&gt;Söhne" in page.text
        assert page.headers["Cache-Control"] == "no-store"
        # The address has the token, and the site's pages may have trackers.
        assert re.findall(r"<a [^>]*>", page.text) == ['<a href="http://localhost:8080" rel="noreferrer">']
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]

    async def test_a_site_without_mail_keeps_the_email(self, start: Start, tokens: Tokens) -> None:
        content = await start(content_app)
        cms = await start(app, mounts={"http://content.test": content})
        news = Newsletters(cms, content, tokens)
        assert (await news.sign_up(await news.make(), RIGHT)).status_code == 200
        await work(news)
        listed = (await cms.get("/cms/emails", headers=tokens.bearer("admin"))).json()["results"]
        assert [email["state"] for email in listed] == ["kept"]


class TestWhatAnAddressTells:
    @pytest.mark.parametrize("state", ["pending", "confirmed", "unsubscribed"])
    async def test_known_ones_are_answered_as_any(self, news: Newsletters, state: Any) -> None:
        mailing_list = await news.mailing_list()
        plugin = await news.make(list=str(mailing_list.id))
        unknown = await news.sign_up(plugin, {**RIGHT, "f-email": "ann@example.org"})
        await news.add(list_id=mailing_list.id, email_address="zoe@example.org", state=state)
        jobs = len(await run_jobs(news.cms, "subscribers.ask"))
        known = await news.sign_up(plugin, RIGHT)
        same = ("content-type", "content-length", "cache-control", "set-cookie")
        assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
        assert [known.headers.get(name) for name in same] == [unknown.headers.get(name) for name in same]
        assert len(await run_jobs(news.cms, "subscribers.ask")) == jobs + 1, "the same work is done for both"

    async def test_a_subscriber_stays_as_they_are(self, news: Newsletters, server: MailServer) -> None:
        mailing_list = await news.mailing_list()
        agreed = {"consent": "What was agreed to.", "page_url": "/first", "name": "Zoë"}
        await news.add(list_id=mailing_list.id, email_address="ZOE@example.org", **agreed)
        await news.sign_up(await news.make(list=str(mailing_list.id)), {**RIGHT, "f-name": "Mallory"})
        await work(news)
        subscriber = await news.subscriber()
        assert (subscriber.state, subscriber.name, subscriber.consent) == ("confirmed", "Zoë", "What was agreed to.")
        assert server.messages == []

    async def test_who_has_unsubscribed_is_asked_and_stays_off_without_an_answer(self, news: Newsletters) -> None:
        mailing_list = await news.mailing_list()
        row = await news.add(
            list_id=mailing_list.id,
            email_address="zoe@example.org",
            state="unsubscribed",
            unsubscribed_at=datetime.now(UTC),
        )
        await news.sign_up(await news.make(list=str(mailing_list.id)), RIGHT)
        assert (await news.subscriber()).state == "pending"
        await age(news, PENDING + timedelta(hours=1))
        await purge(news)
        subscriber = await news.subscriber()
        assert (subscriber.id, subscriber.state) == (row.id, "unsubscribed")


class TestTheEmail:
    async def test_is_made_by_the_sites_template(self, news: Newsletters, server: MailServer) -> None:
        await configure(news.cms, **{LANGUAGE.key: "en"})
        async with news.cms.kit.database.transaction() as session:
            assert await make_missing(session) > 0
            query = update(EmailTemplate).where(EmailTemplate.name == NEWSLETTER_CONFIRMATION.name)
            content = "<a href='{{ confirmUrl }}'>{{ listName }}</a>"
            await session.execute(query.values(subject="Hi from {{ host }}", content=content))
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        [message] = server.messages
        assert message["Subject"] == "Hi from localhost"

    async def test_says_nothing_that_a_stranger_has_typed(self, news: Newsletters, server: MailServer) -> None:
        await news.sign_up(await news.make(), {**RIGHT, "f-name": "Win 1000 at evil.example"})
        await work(news)
        [message] = server.messages
        assert message["To"] == "Zoe@example.org"
        assert "evil.example" not in message.as_string()
        assert (await news.subscriber()).name == "Win 1000 at evil.example"

    async def test_a_broken_template_loses_nobody(self, news: Newsletters, server: MailServer) -> None:
        async with news.cms.kit.database.transaction() as session:
            kind = await type_named(session, NEWSLETTER)
            values = {"name": NEWSLETTER_CONFIRMATION.name, "subject": "x", "content": "{{ name | nothing }}"}
            session.add(EmailTemplate(email_template_type_id=kind.id, **values))
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        assert "confirmation?token=" in plain(server.messages[0])

    async def test_is_written_once_by_a_job_that_is_done_twice(self, news: Newsletters, server: MailServer) -> None:
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.name == "subscribers.ask").values(state="queued", attempts=1))
        await work(news)
        assert len(server.messages) == 1


async def test_a_form_that_names_no_list_has_the_sites_own(news: Newsletters) -> None:
    plugin = await news.make()
    for number in range(2):
        await news.sign_up(plugin, {**RIGHT, "f-email": f"a{number}@example.org"})
    async with news.cms.kit.database.reading() as session:
        rows = (await session.scalars(select(MailingList))).all()
        count = await session.scalar(select(func.count()).select_from(Subscriber))
    assert ([(row.key, row.provider) for row in rows], count) == ([("newsletter", "site")], 2)
