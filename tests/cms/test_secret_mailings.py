"""Links that agree to something in their recipient's name: nobody else reads them, in the table or in the log."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select, text, update

from cms.app import app
from cms.emails.mailings import Letter, Person, write_mailing
from cms.emails.models import Email
from cms.emails.retention import Tidied, tidy
from cms.subscribers.links import CONFIRMATION
from kit.db import new_id
from kit.resealing import reseal
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.databases import WorkerDatabase
from tests.cms.newsletter_calls import RIGHT, Newsletters, link_in, news, plain
from tests.cms.test_config_entries import newer_key
from tests.kit.working import run_jobs
from tests.mail_server import MailServer
from tests.old_release import old_release

__all__ = ["news"]

SCHEMA = "cms_of_old"
LINK = f"http://localhost:8080{CONFIRMATION}?token=0.1.a"


async def asked(news: Newsletters) -> str:
    """The id of the email that asks somebody who has just signed up; it is not sent yet."""
    await news.sign_up(await news.make(), RIGHT)
    await run_jobs(news.cms, "subscribers.ask")
    async with news.cms.kit.database.reading() as session:
        return str((await session.scalars(select(Email.id))).one())


async def tables(client: ServiceClient) -> str:
    """All that is stored of emails."""
    async with client.kit.database.reading() as session:
        query = "SELECT string_agg(row::text, ' ') FROM (SELECT e::text FROM emails e UNION ALL SELECT m::text FROM mailings m) AS row"
        return str(await session.scalar(text(query)))


async def shown(client: ServiceClient, identifier: str, headers: dict[str, str]) -> dict[str, Any]:
    answer = await client.get(f"/cms/emails/{identifier}", headers=headers)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


class TestConfirmations:
    async def test_are_not_in_the_table(self, news: Newsletters, server: MailServer) -> None:
        identifier = await asked(news)
        stored = await tables(news.cms)
        assert (identifier in stored, CONFIRMATION in stored) == (True, False)
        await run_jobs(news.cms, "emails.deliver_sealed")
        assert (await news.cms.post(link_in(plain(server.messages[0]), "confirmation"))).status_code == 200

    async def test_are_shown_to_super_alone_and_to_nobody_once_they_have_arrived(
        self, news: Newsletters, tokens: Tokens
    ) -> None:
        identifier = await asked(news)
        hidden = await shown(news.cms, identifier, tokens.bearer("admin"))
        assert (hidden["text"], hidden["html"], hidden["bodyHidden"]) == (None, None, "secret")
        seen = await shown(news.cms, identifier, tokens.bearer("super"))
        assert CONFIRMATION in seen["text"]
        assert CONFIRMATION in seen["html"]
        await run_jobs(news.cms, "emails.deliver_sealed")
        gone = await shown(news.cms, identifier, tokens.bearer("super"))
        assert (gone["state"], gone["text"], gone["html"], gone["bodyHidden"]) == ("sent", None, None, "delivered")
        assert gone["templateName"]

    async def test_go_to_nobody_else(self, news: Newsletters, tokens: Tokens) -> None:
        identifier = await asked(news)
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Email).values(state="failed"))
        version = (await shown(news.cms, identifier, tokens.bearer("admin")))["version"]
        body = {"to": {"emailAddress": "eve@example.org"}}
        headers = {**tokens.bearer("admin"), "If-Match": f'"{version}"'}
        answer = await news.cms.put(f"/cms/emails/{identifier}", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "email_not_changeable")

    async def test_are_sent_again_until_their_link_is_dead(
        self, news: Newsletters, tokens: Tokens, server: MailServer
    ) -> None:
        identifier = await asked(news)
        async with news.cms.kit.database.transaction() as session:
            await session.execute(update(Email).values(state="failed"))
        assert (await shown(news.cms, identifier, tokens.bearer("admin")))["obstacle"] is None
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "one"}
        sent = await news.cms.post(f"/cms/emails/{identifier}/sending", headers=headers)
        assert sent.status_code < 300, sent.text
        await run_jobs(news.cms, "emails.deliver")
        assert CONFIRMATION in plain(server.messages[0])

    async def test_go_once_they_are_dead(self, start: Start, tokens: Tokens) -> None:
        client = await start(app)
        identifier = await write(client, "Hello", f'<a href="{LINK}">Yes</a>')
        async with client.kit.database.transaction() as session:
            await session.execute(update(Email).values(created_at=datetime.now(UTC) - timedelta(days=7)))
        assert (await shown(client, identifier, tokens.bearer("admin")))["obstacle"] == "lapsed"
        assert await tidy(client.kit) == Tidied(deleted=0, blanked=1)
        gone = await shown(client, identifier, tokens.bearer("super"))
        assert (gone["text"], gone["html"], gone["bodyHidden"]) == (None, None, "lapsed")

    async def test_are_sealed_anew_with_a_newer_key(self, start: Start, tokens: Tokens) -> None:
        client = await start(app)
        identifier = await write(client, LINK, None)
        assert await reseal(client.kit, "cms") == 0
        with newer_key(client.kit.settings.keys_dir / "cms.json"):
            assert await reseal(client.kit, "cms") == 1
            assert await reseal(client.kit, "cms") == 0
            seen = await shown(client, identifier, tokens.bearer("super"))
            assert (seen["text"], seen["html"]) == (LINK, None)


async def write(client: ServiceClient, text: str, html: str | None) -> str:
    """An email by a template that has a secret; gives its id."""
    letter = Letter("T", "Hello", text, html, to=[Person("", "zoe@example.org")], has_secret=True)
    async with client.kit.database.transaction() as session:
        await write_mailing(session, new_id(), letter)
        return str((await session.scalars(select(Email.id))).one())


async def test_those_of_the_release_before_are_taken_out_of_their_mailings(worker_database: WorkerDatabase) -> None:
    async with old_release(worker_database, "cms", "0026") as old:
        await old.connection.execute(f"SET search_path TO {old.schema}")
        told = [("sent", LINK, LINK), ("failed", LINK, LINK), ("queued", LINK, LINK), ("sent", "An order", None)]
        for state, words, url in told:
            mailing = await old.connection.fetchval(
                'INSERT INTO mailings (id, template_name, "to", cc, reply_to, subject, text, is_logged, attachments,'
                " has_attachments, unsubscribe_url) VALUES (gen_random_uuid(), 'T', '[]', '[]', '[]', 'S', $1, true, '[]',"
                " false, $2) RETURNING id",
                words, url,
            )  # fmt: skip
            await old.connection.execute(
                "INSERT INTO emails (id, kind, to_name, to_address, subject, has_secret, state, mailing_id)"
                " VALUES (gen_random_uuid(), 'template', '', 'zoe@example.org', 'S', false, $1, $2)",
                state, mailing,
            )  # fmt: skip
        await old.upgrade("0027")
        query = "SELECT state, has_secret, e.text, m.text FROM emails e JOIN mailings m ON m.id = mailing_id"
        rows = {tuple(row) for row in await old.connection.fetch(query)}
        assert rows == {
            ("sent", True, None, None),
            ("failed", True, LINK, None),
            # Whoever sends it may be of the release before.
            ("queued", False, None, LINK),
            ("sent", False, None, "An order"),
        }
