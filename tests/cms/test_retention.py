"""What the mail log does not keep."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from cms.app import app
from cms.emails.models import Email
from cms.emails.retention import Tidied, tidy
from kit.idempotency import is_done
from kit.jobs import plan
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import email, stored_email
from tests.kit.working import run_jobs


def ago(**parts: float) -> datetime:
    return datetime.now(UTC) - timedelta(**parts)


async def left(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(Email.subject).order_by(Email.created_at))).all()]


class TestOldEmails:
    async def test_are_taken_out_whatever_became_of_them(self, client: ServiceClient) -> None:
        for state in ("kept", "failed", "sent"):
            await email(client, subject=f"old, {state}", state=state, created_at=ago(days=91))
            await email(client, subject=f"young, {state}", state=state, created_at=ago(days=89))
        assert await tidy(client.kit) == Tidied(deleted=3, blanked=0)
        assert sorted(await left(client)) == ["young, failed", "young, kept", "young, sent"]

    async def test_stay_while_they_wait_to_be_sent_and_when_they_were_sent_again(self, client: ServiceClient) -> None:
        await email(client, subject="waiting", state="queued", created_at=ago(days=91))
        await email(client, subject="sent again", state="sent", created_at=ago(days=91), asked_again_at=ago(days=2))
        assert await tidy(client.kit) == Tidied(0, 0)

    async def test_are_kept_as_long_as_is_set(self, start: Start) -> None:
        client = await start(app, mail_kept_days=2)
        await email(client, subject="old", created_at=ago(days=2, minutes=1))
        await email(client, subject="young", created_at=ago(days=1, hours=23))
        await tidy(client.kit)
        assert await left(client) == ["young"]

    async def test_go_in_batches_past_those_that_somebody_holds(self, client: ServiceClient) -> None:
        held = await email(client, subject="held", created_at=ago(days=100))
        for _ in range(5):
            await email(client, created_at=ago(days=95))
        async with client.kit.database.transaction() as session:
            await session.execute(select(Email).where(Email.id == held.id).with_for_update())
            assert await tidy(client.kit, batch=2) == Tidied(deleted=5, blanked=0)
        assert await left(client) == ["held"]
        assert await tidy(client.kit, batch=2) == Tidied(deleted=1, blanked=0)


class TestDeadLinks:
    @pytest.mark.parametrize(
        ("kind", "lives"),
        [
            ("reset_password", timedelta(hours=1)),
            ("confirm_registration", timedelta(days=1)),
            ("confirm_address", timedelta(days=1)),
            ("invitation", timedelta(days=7)),
            ("of_a_later_release", timedelta(days=7)),
        ],
    )
    async def test_go_as_soon_as_they_are_dead(
        self, client: ServiceClient, tokens: Tokens, kind: str, lives: timedelta
    ) -> None:
        secret: dict[str, Any] = {"kind": kind, "has_secret": True}
        dead = await email(client, **secret, created_at=datetime.now(UTC) - lives)
        alive = await email(client, **secret, created_at=datetime.now(UTC) - lives + timedelta(minutes=1))
        assert await tidy(client.kit) == Tidied(deleted=0, blanked=1)
        assert (await stored_email(client, str(alive.id))).text == "In words"
        shown = (await client.get(f"/cms/emails/{dead.id}", headers=tokens.bearer("super"))).json()
        assert (shown["text"], shown["html"], shown["bodyHidden"]) == (None, None, "lapsed")
        # Once is enough.
        assert await tidy(client.kit) == Tidied(0, 0)

    async def test_of_emails_that_wait_stay(self, client: ServiceClient) -> None:
        await email(client, kind="reset_password", has_secret=True, state="queued", created_at=ago(hours=4))
        assert await tidy(client.kit) == Tidied(0, 0)

    async def test_are_none_in_emails_without_secrets(self, client: ServiceClient) -> None:
        await email(client, kind="reset_password", created_at=ago(days=8))
        assert await tidy(client.kit) == Tidied(0, 0)


class TestTask:
    async def test_is_done_every_hour(self, client: ServiceClient) -> None:
        await email(client, created_at=ago(days=91))
        before = int(time.time()) // 3600
        await plan(client.kit.database, "cms")
        [job] = [each for each in await run_jobs(client) if each.name == "emails.tidy"]
        assert (job.state, job.result) == ("done", {"deleted": 1, "blanked": 0})
        async with client.kit.database.transaction() as session:
            # The next hour may have begun meanwhile.
            hours = {before, int(time.time()) // 3600}
            assert any([await is_done(session, scope="jobs emails.tidy", key=f"stretch {hour}") for hour in hours])
            assert len((await session.scalars(select(Job).where(Job.name == "emails.tidy"))).all()) == 1
