"""What is kept of mailings, and sending what was not sent to somebody else."""

import uuid
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update

from cms.emails.models import Email, Mailing
from cms.emails.retention import tidy
from cms.emails.tasks import DELIVER
from kit.testing import ServiceClient, Tokens
from tests.cms.email_asking import captchas, client, email, mailings, pieces, post, rows, template
from tests.cms.factory import email as stored_email_row
from tests.cms.mailing_states import NAMES, PICTURE, files_of, states
from tests.kit.working import run_jobs
from tests.mail_server import MailServer

__all__ = ["captchas", "client"]


class TestKept:
    async def test_attachments_go_when_everybody_has_them(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        body = email(await template(client), to=["ann@example.org", "ida@example.org"])
        await post(client, body, tokens.bearer("editor"), (NAMES[0], PICTURE))
        assert await pieces(client) == 3
        await run_jobs(client)
        assert (await states(client), await pieces(client)) == (Counter(failed=2), 3)
        del server.answers["RCPT"]
        for row in await rows(client):
            headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
            assert (await client.post(f"/cms/emails/{row.id}/sending", headers=headers)).status_code == 202
        await run_jobs(client, DELIVER)
        assert (await states(client), await pieces(client)) == (Counter(sent=2), 0)
        assert files_of(server.messages[1]) == {NAMES[0]: PICTURE}
        line = (await client.get("/cms/emails", headers=tokens.bearer("admin"))).json()["results"][0]
        assert line["attachments"] == [{"name": NAMES[0], "mediaType": "application/pdf", "size": len(PICTURE)}]
        assert (line["kind"], line["subject"], line["isLogged"]) == ("template", "Contact from localhost", True)

    async def test_what_is_not_to_be_logged_is_gone_once_it_is_sent(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        made = await template(client, subject="About {{ words }}")
        words = {"id": str(made.id), "data": {"words": "chrysanthemums"}}
        await post(
            client,
            email(made, template=words, allowLogging=False),
            tokens.bearer("editor"),
            ("chrysanthemums.txt", b"chrysanthemums"),
        )
        admin = tokens.bearer("super")
        [row] = await rows(client)
        shown = await client.get(f"/cms/emails/{row.id}", headers=admin)
        assert (shown.json()["bodyHidden"], shown.json()["subject"], "chrysanthemums" in shown.text) == (
            "unlogged",
            "",
            False,
        )
        await run_jobs(client)
        assert "chrysanthemums" in str(server.messages[0]["Subject"])
        async with client.kit.database.reading() as session:
            for table in ("emails", "mailings", "attachment_pieces", "jobs", "audit_entries", "idempotency_keys"):
                found = (await session.execute(text(f"SELECT t::text FROM {table} t"))).scalars().all()  # noqa: S608
                assert "chrysanthemums" not in "".join(found), table
        assert (await client.get(f"/cms/emails/{row.id}", headers=admin)).json()["state"] == "sent"

    async def test_what_could_not_be_sent_goes_after_a_week(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        made = await template(client)
        for logged in (True, False, False):
            await post(client, email(made, allowLogging=logged), tokens.bearer("editor"))
        await run_jobs(client)
        await tidy(client.kit)
        assert all(mailing.subject for mailing in await mailings(client))
        async with client.kit.database.transaction() as session:
            await session.execute(update(Mailing).values(created_at=datetime.now(UTC) - timedelta(days=8)))
        await tidy(client.kit, batch=1)
        kept = Counter((mailing.is_logged, bool(mailing.subject)) for mailing in await mailings(client))
        assert kept == {(True, True): 1, (False, False): 2}
        unlogged = next(row for row in await rows(client) if not row.subject)
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
        answer = await client.post(f"/cms/emails/{unlogged.id}/sending", headers=headers)
        assert (answer.status_code, answer.json()["obstacle"]) == (409, "lapsed")

    async def test_a_mailing_goes_with_the_last_of_its_emails(self, client: ServiceClient, tokens: Tokens) -> None:
        body = email(await template(client), to=["ann@example.org", "ida@example.org"])
        await post(client, body, tokens.bearer("editor"), (NAMES[0], PICTURE))
        first, second = await rows(client)
        for row, left in ((first, 1), (second, 0)):
            await client.delete(f"/cms/emails/{row.id}", headers=tokens.bearer("admin"))
            await tidy(client.kit, batch=1)
            assert len(await mailings(client)) == left
        assert await pieces(client) == 0


class TestReaddressing:
    async def change(
        self, client: ServiceClient, tokens: Tokens, email_id: uuid.UUID, to: Any, read: str | None = None
    ) -> tuple[int, Any]:
        """Change it as it is, or on a version that was read before."""
        address, headers = f"/cms/emails/{email_id}", tokens.bearer("admin")
        version = read or (await client.get(address, headers=headers)).headers["ETag"]
        answer = await client.put(address, json={"to": to}, headers={**headers, "If-Match": version})
        return answer.status_code, answer.json()

    async def test_sends_it_to_the_right_address(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        await post(client, email(await template(client), to="ann@exmaple.org"), tokens.bearer("editor"))
        await run_jobs(client)
        [row] = await rows(client)
        right = {"name": "Ann", "emailAddress": "ann@example.org"}
        status, changed = await self.change(client, tokens, row.id, right)
        assert (status, changed["to"]) == (200, right)
        del server.answers["RCPT"]
        headers = {**tokens.bearer("admin"), "Idempotency-Key": "x"}
        await client.post(f"/cms/emails/{row.id}/sending", headers=headers)
        await run_jobs(client, DELIVER)
        assert server.envelopes[0][1] == ["ann@example.org"]
        assert str(server.messages[0]["To"]) == "Ann <ann@example.org>"
        status, refused = await self.change(client, tokens, row.id, right)
        assert (status, refused["code"]) == (409, "email_not_changeable")

    async def test_of_what_another_has_readdressed_since_is_refused_and_so_is_sending_it(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        """An editor sends an email only to the recipient that the editor sees."""
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        await post(client, email(await template(client), to="ann@exmaple.org"), tokens.bearer("editor"))
        await run_jobs(client)
        server.answers.clear()
        [row] = await rows(client)
        address, admin = f"/cms/emails/{row.id}", tokens.bearer("admin")
        read = (await client.get(address, headers=admin)).headers["ETag"]

        async def send(version: str) -> int:
            headers = {**admin, "If-Match": version, "Idempotency-Key": version.strip('"')}
            return (await client.post(f"{address}/sending", headers=headers)).status_code

        status, changed = await self.change(client, tokens, row.id, {"emailAddress": "ann@example.org"}, read)
        assert status == 200
        assert (await self.change(client, tokens, row.id, {"emailAddress": "bob@example.org"}, read))[0] == 412
        assert await send(read) == 412
        assert await send(f'"{changed["version"]}"') == 202
        await run_jobs(client, DELIVER)
        assert [recipients for _, recipients in server.envelopes] == [["ann@example.org"]]

    async def test_without_a_version_is_refused(self, client: ServiceClient, tokens: Tokens) -> None:
        kept = await stored_email_row(client)
        to = {"emailAddress": "bob@example.org"}
        answer = await client.put(f"/cms/emails/{kept.id}", json={"to": to}, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")

    async def test_several_to_one_address_and_back_leave_the_headers_as_they_were(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        people = ["ann@exmaple.org", "bob@exmaple.org", "cy@example.org"]
        await post(client, email(await template(client), to=people, cc=["Cy@example.org"]), tokens.bearer("editor"))
        await run_jobs(client)
        emails = {row.to_address: row for row in await rows(client)}

        async def to(address: str, new: str) -> None:
            assert (await self.change(client, tokens, emails[address].id, {"emailAddress": new}))[0] == 200

        async def headers() -> tuple[list[str], list[str]]:
            [mailing] = await mailings(client)
            return [who["emailAddress"] for who in mailing.to], [who["emailAddress"] for who in mailing.cc]

        for address in people[:2]:
            await to(address, "dee@example.org")
        assert await headers() == (["dee@example.org", "dee@example.org", "cy@example.org"], ["Cy@example.org"])
        for address in reversed(people[:2]):
            await to(address, address)
        assert await headers() == (people, ["Cy@example.org"])
        # Whichever way it is spelled in one of them.
        await to("cy@example.org", "eve@example.org")
        assert await headers() == ([*people[:2], "eve@example.org"], ["eve@example.org"])

    @pytest.mark.parametrize(
        "to", [{"emailAddress": "a@b.example\r\nBcc: c@d.example"}, {"name": "A\nB", "emailAddress": "a@b.example"}, {}]
    )
    async def test_refuses(self, client: ServiceClient, tokens: Tokens, to: Any) -> None:
        await post(client, email(await template(client)), tokens.bearer("editor"))
        [row] = await rows(client)
        assert (await self.change(client, tokens, row.id, to))[0] == 422

    async def test_of_a_secret_link_is_refused(self, client: ServiceClient, tokens: Tokens) -> None:
        secret = await stored_email_row(client, has_secret=True)
        status, refused = await self.change(client, tokens, secret.id, {"emailAddress": "eve@example.org"})
        assert (status, refused["code"]) == (409, "email_not_changeable")
        async with client.kit.database.reading() as session:
            assert (await session.scalars(select(Email.to_address))).all() == ["ann@example.org"]
