"""The mail log: ``/cms/emails``."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text, update

from cms.emails.delivery import Delivery
from cms.emails.models import Email
from kit.db import new_id
from kit.resealing import reseal
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import email
from tests.cms.test_config_entries import newer_key
from tests.cms.test_emails_written import LINK, written
from tests.waiting_transactions import until_somebody_waits


async def subjects(client: ServiceClient, tokens: Tokens, timezone: str = "Europe/London", **query: Any) -> list[str]:
    answer = await client.get("/cms/emails", params=query, headers=tokens.bearer("admin", timezone=timezone))
    assert answer.status_code == 200, answer.text
    return [each["subject"] for each in answer.json()["results"]]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class TestList:
    async def test_gives_the_newest_first(self, client: ServiceClient, tokens: Tokens) -> None:
        await email(client, subject="old", created_at=at("2026-01-01T10:00"))
        kept = await email(client, subject="new", created_at=at("2026-01-02T10:00"))
        answer = await client.get("/cms/emails", headers=tokens.bearer("admin"))
        page = answer.json()
        assert (page["total"], page["start"], page["limit"]) == (2, 0, 10)
        assert [line["subject"] for line in page["results"]] == ["new", "old"]
        assert page["results"][0] == {
            "id": str(kept.id),
            "kind": "password_changed",
            "to": {"name": "Ann Ash", "emailAddress": "ann@example.org"},
            "subject": "new",
            "state": "kept",
            "reason": None,
            "attempts": 0,
            "hasSecret": False,
            "createdAt": "2026-01-02T10:00:00Z",
            "sentAt": None,
            "askedAgainAt": None,
            "obstacle": None,
            "mayHaveArrived": False,
            "templateName": None,
            "isLogged": True,
            "attachments": [],
            "version": kept.version,
        }

    async def test_pages_and_sorts(self, client: ServiceClient, tokens: Tokens) -> None:
        for subject in ("b", "c", "a"):
            await email(client, subject=subject)
        assert await subjects(client, tokens, sort="subject", start=1, limit=1) == ["b"]
        assert await subjects(client, tokens, sort="-subject") == ["c", "b", "a"]

    async def test_finds_what_failed_for_the_same_reason(self, client: ServiceClient, tokens: Tokens) -> None:
        for subject in ("one", "two"):
            await email(client, subject=subject, state="failed", reason="The mail server said 550 Host unknown")
        await email(client, subject="three", state="failed", reason="The mail server said 552 Too large")
        assert sorted(await subjects(client, tokens, q="host unknown")) == ["one", "two"]

    async def test_finds_words_in_subject_and_recipient(self, client: ServiceClient, tokens: Tokens) -> None:
        await email(client, subject="one", to_address="ida@example.org")
        await email(client, subject="two", to_name="Ida Ito")
        await email(client, subject="Idaho")
        await email(client, subject="other")
        assert sorted(await subjects(client, tokens, q="IDA")) == ["Idaho", "one", "two"]
        assert await subjects(client, tokens, q="100%") == []

    async def test_filters_by_state(self, client: ServiceClient, tokens: Tokens) -> None:
        await email(client, subject="kept")
        await email(client, subject="failed", state="failed")
        assert await subjects(client, tokens, state="failed") == ["failed"]

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"start": "2026-03-01", "end": "2026-03-01"}, ["morning", "evening"]),
            ({"start": "2026-03-01", "end": "2026-03-02"}, ["morning", "evening", "next"]),
            ({"start": "2026-03-01T12:00:00Z", "end": "2026-03-02T00:30:00Z"}, ["evening", "next"]),
            ({"start": "2026-03-01T13:00:00+01:00", "end": "2026-03-01T23:30:00Z"}, ["evening"]),
            ({"start": "2026-03-01T13:00:00 01:00", "end": "2026-03-01T23:30:00Z"}, ["evening"]),
            ({"start": "2026-03-02", "end": "2026-03-01"}, []),
            # Of use only together.
            ({"start": "2026-03-02"}, ["before", "morning", "evening", "next"]),
            ({"end": "2026-03-01"}, ["before", "morning", "evening", "next"]),
            ({"start": "2", "end": "2026-03-01"}, ["evening", "next"]),
            # These page, too, and bound it by themselves.
            ({"since": "2026-03-01"}, ["morning", "evening", "next"]),
            ({"until": "2026-03-01"}, ["before", "morning", "evening"]),
            ({"since": "2026-03-01", "until": "2026-03-01", "start": "1"}, ["evening"]),
        ],
    )
    async def test_start_and_end_bound_it_when_both_are_dates(
        self, client: ServiceClient, tokens: Tokens, query: dict[str, str], found: list[str]
    ) -> None:
        await email(client, subject="before", created_at=at("2026-02-28T23:59"))
        await email(client, subject="morning", created_at=at("2026-03-01T00:00"))
        await email(client, subject="evening", created_at=at("2026-03-01T23:30"))
        await email(client, subject="next", created_at=at("2026-03-02T00:30"))
        assert await subjects(client, tokens, sort="createdAt", **query) == found

    async def test_days_are_the_callers(self, client: ServiceClient, tokens: Tokens) -> None:
        await email(client, subject="late", created_at=at("2026-03-01T20:00"))
        day = {"start": "2026-03-02", "end": "2026-03-02"}
        assert await subjects(client, tokens, "Asia/Tokyo", **day) == ["late"]
        assert await subjects(client, tokens, "Europe/London", **day) == []

    @pytest.mark.parametrize(
        "query",
        [
            {"start": "-1"},
            {"start": "tomorrow"},
            {"start": "2026-02-30", "end": "2026-03-01"},
            {"start": "0001-01-01", "end": "9999-12-31"},
            {"start": "2026-01-01T00:00:00", "end": "2026-01-02"},
            {"start": "2026-01-01", "end": "later"},
            {"start": "9999999999"},
            {"since": "tomorrow"},
            {"until": "1"},
            {"limit": "1e9"},
            {"limit": "1000000000"},
            {"start": "\uff11"},
            {"limit": "101"},
            {"sort": "text"},
            {"state": "lost"},
            {"q": "a" * 201},
        ],
    )
    async def test_refuses(self, client: ServiceClient, tokens: Tokens, query: dict[str, str]) -> None:
        answer = await client.get("/cms/emails", params=query, headers=tokens.bearer("admin"))
        assert answer.status_code == 422


class TestGet:
    async def test_gives_the_body(self, client: ServiceClient, tokens: Tokens) -> None:
        kept = await email(client)
        answer = await client.get(f"/cms/emails/{kept.id}", headers=tokens.bearer("admin"))
        body = answer.json()
        assert (body["text"], body["html"], body["bodyHidden"]) == ("In words", "<p>In words</p>", None)

    async def test_shows_a_secret_to_super_only(self, client: ServiceClient, tokens: Tokens) -> None:
        kept = await email(client, has_secret=True)
        theirs = (await client.get(f"/cms/emails/{kept.id}", headers=tokens.bearer("admin"))).json()
        owners = (await client.get(f"/cms/emails/{kept.id}", headers=tokens.bearer("super"))).json()
        assert (theirs["text"], theirs["html"], theirs["bodyHidden"]) == (None, None, "secret")
        assert (owners["text"], owners["html"], owners["bodyHidden"]) == ("In words", "<p>In words</p>", None)

    @pytest.mark.parametrize("scope", ["admin", "super"])
    async def test_says_that_a_delivered_secret_is_gone(
        self, client: ServiceClient, tokens: Tokens, scope: str
    ) -> None:
        sent = await email(client, has_secret=True, state="sent", text=None, html=None)
        body = (await client.get(f"/cms/emails/{sent.id}", headers=tokens.bearer(scope))).json()
        assert (body["text"], body["bodyHidden"]) == (None, "delivered")

    async def test_knows_no_other(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get(f"/cms/emails/{new_id()}", headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "email_not_found")
        assert (await client.get("/cms/emails/new", headers=tokens.bearer("admin"))).status_code == 422


class TestDelete:
    @pytest.mark.parametrize("subject", ["Hello", "x" * 500])
    async def test_takes_it_out(self, client: ServiceClient, tokens: Tokens, subject: str) -> None:
        """And notes that in the audit log, whose names are shorter than subjects may be."""
        kept = await email(client, subject=subject)
        first = await client.delete(f"/cms/emails/{kept.id}", headers=tokens.bearer("admin"))
        again = await client.delete(f"/cms/emails/{kept.id}", headers=tokens.bearer("admin"))
        assert (first.status_code, again.status_code) == (204, 404)
        assert await subjects(client, tokens) == []

    async def test_leaves_one_that_the_server_is_being_given(self, client: ServiceClient, tokens: Tokens) -> None:
        """It may arrive, and the log would not have it."""
        await email(client, subject="Hello", state="queued", handed_over_at=at("2026-01-02T10:00"))
        [line] = (await client.get("/cms/emails", headers=tokens.bearer("admin"))).json()["results"]
        answer = await client.delete(f"/cms/emails/{line['id']}", headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (409, "email_being_sent")
        assert await subjects(client, tokens) == ["Hello"]

    async def test_leaves_one_that_was_sent_since_it_was_seen_waiting(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        waiting = await email(client, subject="Hello", state="queued")
        address, admin = f"/cms/emails/{waiting.id}", tokens.bearer("admin")
        read = {**admin, "If-Match": (await client.get(address, headers=admin)).headers["ETag"]}
        delivery = Delivery(client.kit, waiting.id, is_last=False)
        assert await delivery._claim("ann@example.org")
        assert await delivery._end("sent") == "sent"
        answer = await client.delete(address, headers=read)
        assert (answer.status_code, answer.json()["code"]) == (412, "precondition_failed")
        assert await subjects(client, tokens) == ["Hello"]

    async def test_leaves_one_that_has_just_been_sent_to_a_program_that_does_not_say_what_it_read(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        waiting = await email(client, subject="Hello", state="queued")
        address, admin = f"/cms/emails/{waiting.id}", tokens.bearer("admin")
        delivery = Delivery(client.kit, waiting.id, is_last=False)
        assert await delivery._claim("ann@example.org")
        assert await delivery._end("sent") == "sent"
        answer = await client.delete(address, headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")
        assert await subjects(client, tokens) == ["Hello"]
        assert (await client.delete(address, headers={**admin, "If-Match": "*"})).status_code == 204

    async def test_needs_no_version_of_one_that_was_sent_before(self, client: ServiceClient, tokens: Tokens) -> None:
        sent = await email(client, state="sent", sent_at=datetime.now(UTC) - timedelta(minutes=11))
        answer = await client.delete(f"/cms/emails/{sent.id}", headers=tokens.bearer("admin"))
        assert answer.status_code == 204

    async def test_goes_on_where_it_was_only_tried_again_since(self, client: ServiceClient, tokens: Tokens) -> None:
        waiting = await email(client, subject="Hello", state="queued")
        address, admin = f"/cms/emails/{waiting.id}", tokens.bearer("admin")
        read = {**admin, "If-Match": (await client.get(address, headers=admin)).headers["ETag"]}
        async with client.kit.database.transaction() as session:
            put_off = update(Email).where(Email.id == waiting.id).values(attempts=2, reason="451 Later")
            await session.execute(put_off)
        assert (await client.delete(address, headers=read)).status_code == 204
        assert await subjects(client, tokens) == []

    async def test_waits_for_one_that_is_about_to_hand_it_over(self, client: ServiceClient, tokens: Tokens) -> None:
        waiting = await email(client, subject="Hello", state="queued")
        # Which also fetches auth's keys: nothing may be called while the transaction below is open.
        assert await subjects(client, tokens) == ["Hello"]
        async with client.kit.database.transaction() as session:
            values = {"handed_over_at": at("2026-01-02T10:00")}
            await session.execute(update(Email).where(Email.id == waiting.id).values(values))
            deleting = asyncio.create_task(client.delete(f"/cms/emails/{waiting.id}", headers=tokens.bearer("admin")))
            await until_somebody_waits(session)
        assert (await deleting).status_code == 409
        assert await subjects(client, tokens) == ["Hello"]


async def test_a_link_that_lets_one_in_is_not_in_the_table(client: ServiceClient, tokens: Tokens) -> None:
    identifier = await written(client, "reset_password")
    async with client.kit.database.reading() as session:
        row = (await session.execute(text("SELECT emails::text FROM emails"))).scalar_one()
    assert LINK not in row
    assert "#token" not in row
    shown = await client.get(f"/cms/emails/{identifier}", headers=tokens.bearer("super"))
    assert LINK in shown.json()["text"]
    assert LINK.replace("&", "&amp;") in shown.json()["html"]


async def test_a_sealed_body_is_sealed_anew_with_a_newer_key(client: ServiceClient, tokens: Tokens) -> None:
    identifier = await written(client, "reset_password")
    assert await reseal(client.kit, "cms") == 0
    with newer_key(client.kit.settings.keys_dir / "cms.json"):
        assert await reseal(client.kit, "cms") == 2
        assert await reseal(client.kit, "cms") == 0
        shown = await client.get(f"/cms/emails/{identifier}", headers=tokens.bearer("super"))
        assert LINK in shown.json()["text"]
