"""What looks for a few jobs or mailings, beside 100,000 others: no more is read of the table than they."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest
from sqlalchemy import event, text

from cms.mailing_lists.models import MailingList
from cms.subscribers import confirming, forwarding
from cms.subscribers.email_removal import delete_emails
from cms.subscribers.models import Subscriber
from kit.auth import Principal
from kit.db import new_id
from kit.notifications import job_source
from kit.testing import ServiceClient, Tokens

MANY = 100_000
ME = "00000000-0000-7000-8000-000000000001"
_FILL = """
INSERT INTO jobs (id, name, queue, state, args, attempts, max_attempts, created_by, created_at, finished_at)
SELECT gen_random_uuid(), (ARRAY['emails.send', 'backups.create', 'subscribers.ask'])[1 + n % 3], 'default',
    CASE WHEN n % 10000 = 7 THEN 'queued' WHEN n % 1000 = 3 THEN 'failed' ELSE 'done' END,
    jsonb_build_object('subscriberId', gen_random_uuid()), 1, 5,
    CASE WHEN n % 5000 = 1 THEN CAST(:me AS text) WHEN n % 3 = 1 THEN 'somebody else' END,
    now() - n * interval '20 seconds', now() - n * interval '20 seconds'
FROM generate_series(1, :many) AS n
"""

_MAILINGS = """
INSERT INTO mailings (id, template_name, "to", cc, reply_to, is_logged, attachments, has_attachments, unsubscribe_url)
SELECT gen_random_uuid(), 'news', '[]', '[]', '[]', true, '[]', false,
    'https://example.org/cms/newsletter/unsubscription?token=token' || n
FROM generate_series(1, :many) AS n
"""


@pytest.fixture
async def busy(client: ServiceClient) -> ServiceClient:
    async with client.kit.database.transaction() as session:
        await session.execute(text(_FILL), {"many": MANY, "me": ME})
    async with client.kit.database.transaction() as session:
        await session.execute(text("ANALYZE jobs"))
    return client


async def rows_read(client: ServiceClient, call: Callable[[], Awaitable[Any]], table: str = "jobs") -> int:
    """How many rows of a table the statements of a call read, those that a condition then drops included."""
    said: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        said.append((statement, parameters))

    engine = client.kit.database.engine
    event.listen(engine.sync_engine, "before_cursor_execute", note)
    try:
        await call()
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", note)
    found = 0
    async with engine.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        for statement, parameters in said:
            if re.match(rf"\s*(SELECT|DELETE)\b.*\b{table}\b", statement, re.DOTALL):
                # SQLAlchemy's own driver writes the parameters' types into the statement.
                plan = await raw.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", *parameters)
                plans = orjson.loads(plan) if isinstance(plan, str) else plan
                found += sum(_read(each["Plan"], table) for each in plans)
    return found


def _read(node: dict[str, Any], table: str) -> int:
    own = 0
    if node.get("Relation Name") == table:
        dropped = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        own = (node["Actual Rows"] + dropped) * node["Actual Loops"]
    return round(own) + sum(_read(each, table) for each in node.get("Plans", ()))


@pytest.mark.parametrize("scope", ["admin", "editor"])
async def test_notifications(busy: ServiceClient, tokens: Tokens, scope: str) -> None:
    headers = tokens.bearer(scope, user=ME)

    async def ask() -> None:
        answer = await busy.get("/cms/notifications", headers=headers)
        assert {row["data"]["isOwn"] for row in answer.json()["results"]} == (
            {True, False} if scope == "admin" else {True}
        )

    assert 0 < await rows_read(busy, ask) < 1_000


@pytest.mark.parametrize("scope", ["admin", "editor"])
async def test_notifications_of_a_job_whose_failures_everybody_is_told_of(busy: ServiceClient, scope: str) -> None:
    async with busy.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET name = 'imports.apply' WHERE created_by = :me"), {"me": ME})
        await session.execute(text("UPDATE jobs SET created_by = 'somebody' WHERE created_by = :me"), {"me": ME})
        await session.execute(text("UPDATE jobs SET state = 'failed' WHERE created_by = 'somebody'"))
    async with busy.kit.database.transaction() as session:
        await session.execute(text("ANALYZE jobs"))
    source = job_source([], ["imports.apply"])
    principal = Principal(ME, "", "", frozenset({scope}), "UTC")

    async def ask() -> None:
        async with busy.kit.database.reading() as session:
            told = await source(session, principal, datetime.now(UTC) - timedelta(days=30))
        failed = {news.data["job"] for news in told}
        assert ("imports.apply" in failed, len(failed) > 1) == (True, scope == "admin")

    assert 0 < await rows_read(busy, ask) < 1_000


@pytest.mark.parametrize("enqueue", [confirming.enqueue_unasked, forwarding.enqueue_waiting])
async def test_subscribers_that_a_job_sees_to(busy: ServiceClient, enqueue: Any) -> None:
    async with busy.kit.database.transaction() as session:
        news = MailingList(id=new_id(), key="news", name="News", provider="site")
        session.add(news)
        await session.flush()
        session.add_all(
            Subscriber(
                list_id=news.id,
                email_address=f"{number}@example.org",
                state="pending",
                requested_at=datetime(2026, 1, 1, tzinfo=UTC),
                updated_at=datetime(2026, 1, 1, tzinfo=UTC),
                forwarding="none" if number % 2 else "waiting",
            )
            for number in range(200)
        )

    async def look() -> None:
        async with busy.kit.database.transaction() as session:
            await enqueue(session, "subscribers.ask", timedelta(0))

    assert await rows_read(busy, look) < 1_000


async def test_emails_of_somebody_who_is_forgotten(client: ServiceClient) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(text(_MAILINGS), {"many": MANY})
    async with client.kit.database.transaction() as session:
        await session.execute(text("ANALYZE mailings"))

    async def forget(*tokens: str) -> None:
        async with client.kit.database.transaction() as session:
            await delete_emails(session, tokens)

    assert await rows_read(client, lambda: forget("token7", "token8"), "mailings") < 1_000
    async with client.kit.database.reading() as session:
        assert await session.scalar(text("SELECT count(*) FROM mailings")) == MANY - 2
    assert await rows_read(client, forget, "mailings") == 0
