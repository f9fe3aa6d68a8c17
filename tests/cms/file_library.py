"""The library of files as editors and administrators call it."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.files import tasks
from kit.jobs import enqueue
from kit.locks import try_lock_named
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.kit.working import run_jobs


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    return tokens.bearer("editor")


class Library:
    """Calls of an editor."""

    def __init__(self, client: ServiceClient, headers: Any) -> None:
        self.client = client
        self.headers = headers

    async def call(self, method: str, path: str, json: Any = None, **headers: str) -> httpx.Response:
        return await self.client.request(method, f"/cms{path}", json=json, headers={**self.headers, **headers})

    async def listed(self, path: str = "", **query: Any) -> dict[str, Any]:
        answer = await self.client.get(f"/cms/file-entities{path}", headers=self.headers, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def restorable(self) -> dict[str, bool]:
        """Which of the latest deletions can be undone now, by their paths."""
        answer = await self.client.get("/cms/file-removals", headers=self.headers)
        return {each["path"]: each["canRestore"] for each in answer.json()["results"]}

    async def names(self, path: str = "", **query: Any) -> tuple[list[str], list[str]]:
        found = await self.listed(path, **query)
        return [each["name"] for each in found["folders"]], [each["name"] for each in found["files"]]


@pytest.fixture
def library(client: ServiceClient, editor: Any) -> Library:
    return Library(client, editor)


@pytest.fixture
def admins_library(client: ServiceClient, tokens: Tokens) -> Library:
    return Library(client, tokens.bearer("admin"))


async def until_somebody_keeps_objects(client: ServiceClient) -> None:
    """Wait until no object may be deleted, as somebody reads them all, or waits to."""
    async with asyncio.timeout(60):
        while True:
            async with try_lock_named(client.kit.database, tasks.OBJECTS, shared=True) as may_delete:
                if not may_delete:
                    return
            await asyncio.sleep(0.01)


async def tags_told(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [tag for row in rows if row.name == "cms.files_changed" for tag in row.payload["tags"]]


async def keys_stored(client: ServiceClient) -> set[str]:
    return {each.key async for each in client.kit.storage.list()}


async def make_old(client: ServiceClient, model: Any) -> None:
    long_ago = datetime.now(UTC) - tasks.RESTORABLE - timedelta(hours=1)
    async with client.kit.database.transaction() as session:
        await session.execute(update(model).where(model.deleted_at.is_not(None)).values(deleted_at=long_ago))


async def purge(client: ServiceClient) -> Any:
    async with client.kit.database.transaction() as session:
        job = await enqueue(session, "files.purge", {})
    jobs = {each.id: each for each in await run_jobs(client)}
    await run_jobs(client)
    return jobs[job.id].result
