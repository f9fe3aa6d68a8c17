"""Parts of a backup, of the service that has plain records and a tree of them."""

import asyncio
import json
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import select

from ecom.app import app as ecom_app
from ecom.backup import BACKUP
from ecom.brands.models import Brand
from ecom.categories.models import Category
from kit.backups import BackupInvalid, BackupRevisionDiffers, RestorationAborted, loading, reading
from kit.backups.errors import SnapshotGone
from kit.backups.gate import await_decision, closed_gate
from kit.backups.reading import exported_snapshot, read_part
from kit.backups.restoring import restore_parts
from kit.db import new_id
from kit.models import models_of
from kit.testing import ServiceClient, Start, Tokens

TABLES = [Brand, Category]
[SHOP] = BACKUP.parts


@pytest.fixture
async def shop(start: Start, monkeypatch: pytest.MonkeyPatch) -> ServiceClient:
    """Brands, and a tree of categories in which children are older than their parents."""
    monkeypatch.setattr(loading, "_AT_ONCE", 3)
    monkeypatch.setattr(reading, "_PIECE", 200)
    client = await start(ecom_app)
    async with client.kit.database.transaction() as session:
        session.add_all(Brand(name=f"Brand “{number}” \\ \n", description="x", website=None) for number in range(10))
        ids = sorted(new_id() for _ in range(8))
        for position, id in enumerate(reversed(ids)):
            parent = ids[len(ids) - position] if position else None
            session.add(Category(id=id, name=f"Category {position}", parent_id=parent, position=position))
            await session.flush()
    return client


async def content(client: ServiceClient, *models: Any) -> dict[str, list[Any]]:
    """All rows, as values."""
    async with client.kit.database.transaction() as session:
        return {
            model.__tablename__: [
                {column.name: getattr(row, column.name) for column in model.__table__.columns}
                for row in await session.scalars(select(model).order_by(model.id))
            ]
            for model in models
        }


async def read(client: ServiceClient) -> bytes:
    async with exported_snapshot(client.kit.database) as snapshot:
        return b"".join([piece async for piece in read_part(client.kit, BACKUP, SHOP, snapshot)])


async def restore(client: ServiceClient, backup: bytes) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for begin in range(0, len(backup), 100):
            yield backup[begin : begin + 100]

    async with client.kit.database.transaction() as session:
        await restore_parts(session, BACKUP, [SHOP], pieces())


class TestRoundTrip:
    async def test_of_a_shop(self, shop: ServiceClient) -> None:
        before = await content(shop, *TABLES)
        backup = await read(shop)
        async with shop.kit.database.transaction() as session:
            brand = (await session.scalars(select(Brand))).first()
            assert brand is not None
            brand.name = "Another"
            session.add(Brand(name="One more"))
        await restore(shop, backup)
        assert await content(shop, *TABLES) == before

    async def test_of_nothing(self, start: Start) -> None:
        client = await start(ecom_app)
        backup = await read(client)
        async with client.kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        await restore(client, backup)
        assert await content(client, *TABLES) == {"brands": [], "categories": []}


class TestRead:
    async def test_is_of_the_moment_of_the_snapshot(self, shop: ServiceClient) -> None:
        async with exported_snapshot(shop.kit.database) as snapshot:
            async with shop.kit.database.transaction() as session:
                session.add(Brand(name="Later"))
            lines = b"".join([piece async for piece in read_part(shop.kit, BACKUP, SHOP, snapshot)])
        assert b"Category 7" in lines
        assert b"Later" not in lines

    @pytest.mark.parametrize("snapshot", ["00000003-0000001B-1", "'; SELECT 1", ""])
    async def test_needs_a_snapshot(self, shop: ServiceClient, tokens: Tokens, snapshot: str) -> None:
        with pytest.raises(SnapshotGone):
            await anext(read_part(shop.kit, BACKUP, SHOP, snapshot))

    async def test_is_for_cms_alone(self, shop: ServiceClient, tokens: Tokens) -> None:
        for headers in (tokens.bearer("super"), tokens.internal("content", "ecom")):
            answer = await shop.get("/private/backup/parts/shop?snapshot=1", headers=headers)
            assert answer.status_code in {401, 403}


_TELL = """
import importlib, json, sys
process, *services = sys.argv[1:]
told = {}
for service in services:
    importlib.import_module(f"{service}.{process}")
    backup = importlib.import_module(f"{service}.backup").BACKUP
    told[service] = {part.name: [table.name for table in backup.tables(part)] for part in backup.parts}
print(json.dumps(told))
"""
SERVICES = ("auth", "cms", "content", "crm", "ecom")


class TestTables:
    @pytest.mark.parametrize("process", ["app", "worker", "config"])
    def test_are_the_same_in_all_processes(self, process: str) -> None:
        """The API had not imported what only the worker uses, and backups were without it."""
        # One can tell of all: services import nothing of one another.
        told = json.loads(subprocess.check_output([sys.executable, "-c", _TELL, process, *SERVICES]))
        for service in SERVICES:
            backup = __import__(f"{service}.backup", fromlist=["BACKUP"]).BACKUP
            tables = {part.name: [table.name for table in backup.tables(part)] for part in backup.parts}
            assert told[service] == tables, service

    @pytest.mark.parametrize("service", SERVICES)
    def test_every_one_is_in_one_part_or_left_out(self, service: str) -> None:
        backup = __import__(f"{service}.backup", fromlist=["BACKUP"]).BACKUP
        own, _ = models_of(service)
        backed_up = [table.name for part in backup.parts for table in backup.tables(part)]
        cleared = {model.__tablename__ for part in backup.parts for model in part.cleared}
        left_out = {model.__tablename__ for model in backup.left_out} | cleared
        assert sorted([*backed_up, *left_out]) == sorted(own.tables)


class TestRefusal:
    async def test_of_another_revision(self, shop: ServiceClient) -> None:
        backup = (await read(shop)).replace(b'"revision":"', b'"revision":"9', 1)
        with pytest.raises(BackupRevisionDiffers):
            await restore(shop, backup)

    async def test_of_other_tables(self, shop: ServiceClient) -> None:
        backup = (await read(shop)).replace(b'"tables":["brands",', b'"tables":[', 1)
        with pytest.raises(BackupInvalid, match="other tables"):
            await restore(shop, backup)

    @pytest.mark.parametrize("lines", [slice(0, 1), slice(0, -1), slice(0, 4), slice(1, None), slice(None, None, 2)])
    async def test_of_half_of_it_leaves_all_as_it_was(self, shop: ServiceClient, lines: slice) -> None:
        before = await content(shop, *TABLES)
        backup = b"".join((await read(shop)).splitlines(keepends=True)[lines])
        with pytest.raises(BackupInvalid):
            await restore(shop, backup)
        assert await content(shop, *TABLES) == before

    async def test_of_rows_that_contradict_one_another(self, shop: ServiceClient) -> None:
        before = await content(shop, *TABLES)
        backup = await read(shop)
        parent = str(before["categories"][0]["parent_id"]).encode()
        for wrong in (
            backup.replace(parent, str(uuid.uuid4()).encode(), 1),
            backup.replace(b"Category 7", b"Category\\u00007"),
            backup.replace(b'"position": 7', b'"position": "x"'),
        ):
            assert wrong != backup
            with pytest.raises(BackupInvalid):
                await restore(shop, wrong)
        assert await content(shop, *TABLES) == before

    async def test_of_what_is_no_backup(self, shop: ServiceClient) -> None:
        for junk in (b"", b"[]\n", b"{", b"\x00\xff\n"):
            with pytest.raises(BackupInvalid):
                await restore(shop, junk)


class TestGate:
    async def _wait(self, client: ServiceClient, identifier: uuid.UUID, name: str) -> None:
        async with client.kit.database.transaction() as session:
            session.add(Brand(name=name))
            await session.flush()
            await await_decision(session, identifier, name)

    async def test_lets_all_commit_once_all_are_ready(self, start: Start) -> None:
        client, identifier = await start(ecom_app), new_id()
        async with closed_gate(client.kit.database, identifier) as gate:
            calls = [asyncio.create_task(self._wait(client, identifier, name)) for name in ("a", "b")]
            for name, call in zip(("a", "b"), calls, strict=True):
                await gate.await_ready(name, call)
            assert (await content(client, Brand))["brands"] == []
            await gate.open()
            await asyncio.gather(*calls)
        assert len((await content(client, Brand))["brands"]) == 2

    async def test_lets_nobody_commit_when_the_coordinator_goes(self, start: Start) -> None:
        client, identifier = await start(ecom_app), new_id()
        async with closed_gate(client.kit.database, identifier) as gate:
            calls = [asyncio.create_task(self._wait(client, identifier, name)) for name in ("a", "b")]
            for name, call in zip(("a", "b"), calls, strict=True):
                await gate.await_ready(name, call)
        for result in await asyncio.gather(*calls, return_exceptions=True):
            assert isinstance(result, RestorationAborted)
        assert (await content(client, Brand))["brands"] == []
