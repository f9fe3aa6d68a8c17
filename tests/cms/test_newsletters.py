"""Newsletters' own lists: signing up, confirming by a link, unsubscribing, and who tries to misuse it."""

import re
import time
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from cms.app import app
from cms.config_entries.entries import LANGUAGE, SITE_NAME
from cms.contact_forms import limits
from cms.contact_forms.limits import Most
from cms.email_template_types.service import type_named
from cms.email_template_types.variables import NEWSLETTER
from cms.email_templates.defaults import NEWSLETTER_CONFIRMATION, make_missing
from cms.email_templates.models import EmailTemplate
from cms.emails.models import Email, Mailing
from cms.mailing_lists.models import MailingList
from cms.subscribers import confirming
from cms.subscribers.links import PENDING
from cms.subscribers.models import Subscriber
from content.app import app as content_app
from kit.jobs import enqueue
from kit.tables import Job
from kit.testing import Start, Tokens
from tests.cms.delivering import settings_for
from tests.cms.email_asking import configure
from tests.cms.newsletter_calls import RIGHT, Newsletters, link_in
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

ORIGIN = {"Origin": "http://localhost:8080"}


@pytest.fixture
async def news(start: Start, tokens: Tokens, server: MailServer) -> Newsletters:
    content = await start(content_app)
    cms = await start(app, mounts={"http://content.test": content}, **settings_for(server))
    return Newsletters(cms, content, tokens)


async def work(news: Newsletters) -> None:
    """Do what a sign-up left to do: asking, then sending."""
    await run_jobs(news.cms, "subscribers.ask")
    await run_jobs(news.cms, "emails.send_mailings")


def plain(message: Any) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


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
        assert (confirmed.status_code, "You are subscribed" in confirmed.text) == (200, True)
        subscriber = await news.subscriber()
        assert subscriber.state == "confirmed"
        assert subscriber.confirmed_at is not None
        assert (await news.cms.post(link)).status_code == 404, "a link is good once"

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


async def age(news: Newsletters, by: timedelta) -> None:
    async with news.cms.kit.database.transaction() as session:
        await session.execute(update(Subscriber).values(requested_at=Subscriber.requested_at - by))


async def purge(news: Newsletters) -> None:
    async with news.cms.kit.database.transaction() as session:
        await enqueue(session, "subscribers.purge", {})
    await run_jobs(news.cms, "subscribers.purge")


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


class TestLinks:
    async def test_a_link_lapses(self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        link = link_in(plain(server.messages[0]), "confirmation")
        later = time.time() + PENDING.total_seconds() + 1
        monkeypatch.setattr(time, "time", lambda: later)
        for answer in (await news.cms.get(link), await news.cms.post(link)):
            assert (answer.status_code, "does not work any more" in answer.text) == (404, True)
        assert (await news.subscriber()).state == "pending"

    async def test_a_forged_one_does_nothing(self, news: Newsletters, server: MailServer) -> None:
        await news.sign_up(await news.make(), RIGHT)
        await work(news)
        token = link_in(plain(server.messages[0]), "confirmation").partition("token=")[2]
        identifier, expires, signature = token.split(".")
        forged = [
            "",
            "x",
            "..",
            "é.1.x",
            "0" * 199,
            f"{identifier}.{int(expires) + 1}.{signature}",
            f"{uuid.uuid4().hex}.{expires}.{signature}",
            f"{identifier}.{expires}.{signature[:-1]}",
            f"{identifier}.{'9' * 100}.{signature}",
            f"{identifier}.²{expires}.{signature}",
        ]
        for each in forged:
            answer = await news.cms.post("/cms/newsletter/confirmation", params={"token": each})
            assert (each, answer.status_code) == (each, 404)
            off = await news.cms.post("/cms/newsletter/unsubscription", params={"token": each})
            assert (each, off.status_code) == (each, 404)
        assert (await news.subscriber()).state == "pending"

    async def test_the_first_of_two_mails_works_as_the_second_does(
        self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(confirming, "PAUSE", timedelta(0))
        plugin = await news.make()
        for _ in range(2):
            await news.sign_up(plugin, RIGHT)
            await work(news)
        first, second = (link_in(plain(message), "confirmation") for message in server.messages)
        assert (await news.cms.post(first)).status_code == 200
        assert (await news.cms.post(second)).status_code == 404

    async def test_others_may_not_keep_or_frame_the_page(self, news: Newsletters) -> None:
        answer = await news.cms.get("/cms/newsletter/confirmation")
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        # Neither does any other site learn its address, nor is the form sent without an origin.
        assert answer.headers["Referrer-Policy"] == "same-origin"


class TestMisuse:
    async def test_one_address_gets_few_emails_however_often_it_is_typed(
        self, news: Newsletters, server: MailServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plugin = await news.make()
        for spelling in ("zoe@example.org", "ZOE@example.org", "Zoe@Example.org"):
            assert (await news.sign_up(plugin, {**RIGHT, "f-email": spelling})).status_code == 200
        await work(news)
        assert len(server.messages) == 1
        monkeypatch.setattr(confirming, "PAUSE", timedelta(0))
        for _ in range(5):
            assert (await news.sign_up(plugin, RIGHT)).status_code == 200
            await work(news)
        assert len(server.messages) == confirming.MOST_ASKED
        assert len(await news.subscribers()) == 1

    async def test_one_network_is_limited(self, news: Newsletters, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.MOST, "script", Most(2, 10))
        plugin = await news.make()
        statuses = []
        for number in range(4):
            answers = {**RIGHT, "f-email": f"a{number}@example.org"}
            # What a visitor says of its address does not count.
            headers = {"X-Forwarded-For": f"192.0.2.{number}"}
            statuses.append((await news.sign_up(plugin, answers, headers=headers)).status_code)
        assert statuses == [200, 200, 429, 429]
        assert len(await news.subscribers()) == 2

    @pytest.mark.parametrize(
        ("changed", "field", "code"),
        [
            ({"f-email": "zoe@example.org\r\nBcc: ann@example.org"}, "email", "one_line"),
            ({"f-email": "zoe@example.org,ann@example.org"}, "email", "invalid_email"),
            ({"f-email": ["a@example.org", "b@example.org"]}, "email", "too_many"),
            ({"f-email": ""}, "email", "required"),
            ({"f-name": "Zoë\r\nBcc: ann@example.org"}, "name", "one_line"),
            ({"f-name": "x" * 201}, "name", "too_long"),
            ({"f-consent": ""}, "consent", "required"),
        ],
    )
    async def test_what_does_not_fit_is_named(
        self, news: Newsletters, changed: dict[str, Any], field: str, code: str
    ) -> None:
        answer = await news.sign_up(await news.make(), {**RIGHT, **changed})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_form_invalid")
        faults = [(fault["field"], fault["code"]) for fault in answer.json()["errors"]]
        assert faults == [(field, code)]
        assert await news.subscribers() == []

    @pytest.mark.parametrize("name", ["f-list", "listKey", "f-state", "to", "f-phone"])
    async def test_no_other_field_is_taken(self, news: Newsletters, name: str) -> None:
        answer = await news.sign_up(await news.make(), {**RIGHT, name: "confirmed"})
        assert (answer.status_code, answer.json()["code"]) == (422, "contact_field_unknown")
        assert await news.subscribers() == []

    async def test_a_body_is_bounded(self, news: Newsletters) -> None:
        plugin = await news.make()
        many = await news.sign_up(plugin, {**RIGHT, "f-name": ["x"] * 10_001})
        assert many.status_code in {413, 422}
        assert (await news.sign_up(plugin, {**RIGHT, "f-name": "x" * 300_000})).status_code == 413
        assert await news.subscribers() == []

    async def test_without_proof_nothing_is_taken(self, news: Newsletters) -> None:
        plugin = await news.make()
        for proof, code in (
            ({}, "contact_ticket_missing"),
            ({"ticket": "script.0.0.x", "solution": "1"}, "contact_ticket_missing"),
            ({**news.solved(), "solution": "no"}, "contact_proof_invalid"),
            ({**news.solved(), "website": "x"}, "contact_trap_sprung"),
        ):
            answer = await news.sign_up(plugin, RIGHT, proof)
            assert answer.json()["code"] == code
        assert await news.subscribers() == []

    async def test_a_ticket_is_good_once(self, news: Newsletters) -> None:
        plugin, proof = await news.make(), news.solved()
        for _ in range(2):
            assert (await news.sign_up(plugin, RIGHT, proof)).status_code == 200
        other = await news.sign_up(plugin, {**RIGHT, "f-email": "ann@example.org"}, proof)
        assert (other.status_code, other.json()["code"]) == (422, "contact_ticket_used")
        assert len(await news.subscribers()) == 1

    async def test_only_forms_of_newsletters_are_taken(self, news: Newsletters) -> None:
        answer = await news.sign_up(str(uuid.uuid4()), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (404, "contact_form_not_found")
        answer = await news.sign_up(await news.make(list=str(uuid.uuid4())), RIGHT)
        assert (answer.status_code, answer.json()["code"]) == (404, "mailing_list_not_found")

    async def test_nothing_personal_is_logged(self, news: Newsletters, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("DEBUG")
        plugin = await news.make()
        await news.sign_up(plugin, RIGHT)
        await news.sign_up(plugin, {**RIGHT, "f-email": "zoe@"})
        await work(news)
        ours = "\n".join(
            each.getMessage() for each in caplog.records if not each.name.startswith(("mail.log", "asyncio"))
        )
        assert "zoe@example.org" not in ours.lower()
        assert "Zoë" not in ours


class TestTheEmail:
    async def test_is_made_by_the_sites_template(self, news: Newsletters, server: MailServer) -> None:
        await configure(news.cms, **{LANGUAGE.key: "en"})
        async with news.cms.kit.database.transaction() as session:
            assert await make_missing(session) == 4
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
