"""Backups of tables, of the two services that have plain records."""

import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from crm.app import app as crm_app
from crm.categories.models import Category as CrmCategory
from ecom.app import app as ecom_app
from ecom.brands.models import Brand
from ecom.categories.models import Category
from kit import backups
from kit.backups import BackupInvalid, BackupRevisionDiffers, read_rows, restore_backup, write_backup
from kit.db import new_id
from kit.testing import ServiceClient, Start

TABLES = [Brand, Category]


@pytest.fixture
async def shop(start: Start, monkeypatch: pytest.MonkeyPatch) -> ServiceClient:
    """Brands, and a tree of categories in which children are older than their parents."""
    monkeypatch.setattr(backups, "_AT_ONCE", 3)
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


class TestRoundTrip:
    async def test_of_a_shop(self, shop: ServiceClient, tmp_path: Path) -> None:
        path, database = tmp_path / "shop.jsonl", shop.kit.database
        before = await content(shop, *TABLES)
        await write_backup(database, TABLES, path)
        async with database.transaction() as session:
            brand = (await session.scalars(select(Brand))).first()
            assert brand is not None
            brand.name = "Another"
            session.add(Brand(name="One more"))
        assert await restore_backup(database, TABLES, path) == {"brands": 10, "categories": 8}
        assert await content(shop, *TABLES) == before

    async def test_of_nothing(self, start: Start, tmp_path: Path) -> None:
        client, path = await start(crm_app), tmp_path / "crm.jsonl"
        await write_backup(client.kit.database, [CrmCategory], path)
        async with client.kit.database.transaction() as session:
            session.add(CrmCategory(id=uuid.uuid4(), name="Later"))
        assert await restore_backup(client.kit.database, [CrmCategory], path) == {"categories": 0}
        assert await content(client, CrmCategory) == {"categories": []}


class TestWrite:
    async def test_is_of_one_moment(self, shop: ServiceClient) -> None:
        lines = read_rows(shop.kit.database, TABLES)
        begun = await anext(lines)
        async with shop.kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        whole = b"".join([begun, *[line async for line in lines]])
        assert b"Later" not in whole

    async def test_that_fails_leaves_nothing(
        self, shop: ServiceClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def fail_midway(*_: object) -> AsyncIterator[bytes]:
            yield b"{}\n"
            raise ZeroDivisionError

        monkeypatch.setattr("kit.backups.read_rows", fail_midway)
        folder = tmp_path / "backups"
        folder.mkdir()
        with pytest.raises(ZeroDivisionError):
            await write_backup(shop.kit.database, TABLES, folder / "shop.jsonl")
        assert [*folder.iterdir()] == []


class TestRefusal:
    @pytest.fixture
    async def path(self, shop: ServiceClient, tmp_path: Path) -> Path:
        path = tmp_path / "shop.jsonl"
        await write_backup(shop.kit.database, TABLES, path)
        return path

    async def test_of_another_revision(self, shop: ServiceClient, path: Path) -> None:
        head, *rows = path.read_text().splitlines(keepends=True)
        path.write_text("".join([head.replace('"revision":"', '"revision":"9'), *rows]))
        with pytest.raises(BackupRevisionDiffers):
            await restore_backup(shop.kit.database, TABLES, path)

    async def test_of_other_tables(self, shop: ServiceClient, path: Path) -> None:
        with pytest.raises(BackupInvalid, match="other tables"):
            await restore_backup(shop.kit.database, [Category], path)

    @pytest.mark.parametrize("lines", [slice(0, 1), slice(0, -1), slice(0, 4), slice(1, None), slice(None, None, 2)])
    async def test_of_a_part_leaves_all_as_it_was(self, shop: ServiceClient, path: Path, lines: slice) -> None:
        before = await content(shop, *TABLES)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[lines]))
        with pytest.raises(BackupInvalid):
            await restore_backup(shop.kit.database, TABLES, path)
        assert await content(shop, *TABLES) == before

    async def test_of_what_is_no_backup(self, shop: ServiceClient, path: Path) -> None:
        for junk in (b"", b"[]\n", b"{", b"\x00\xff\n"):
            path.write_bytes(junk)
            with pytest.raises(BackupInvalid):
                await restore_backup(shop.kit.database, TABLES, path)
