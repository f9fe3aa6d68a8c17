"""Archives of older releases: their rows are brought to the present one by the migrations since."""

import asyncio
import gzip
from collections.abc import AsyncIterator

import asyncpg
import orjson
import pytest
from sqlalchemy import MetaData, NullPool, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from cms.backups.contents import PARTS
from ecom.brands.models import Brand
from kit.backups.loading import load_part
from kit.migrations import upgrade
from kit.testing.databases import WorkerDatabase
from tests.cms.backups.archives import (
    Members,
    archive_of,
    changed,
    honest,
    latest_import,
    put,
    put_together,
    taken_apart,
)
from tests.cms.backups.conftest import Whole
from tests.restored_rows import without_versions

# The first releases that made backups; of services that have not changed since, the ones before those.
REVISIONS = {"auth": "0009", "cms": "0014", "content": "0023", "crm": "0002", "ecom": "0002"}


class Past:
    """A schema in which a service's tables are as an older release made them."""

    def __init__(self, database: WorkerDatabase, service: str) -> None:
        self.service = service
        self.schema = f"{service}_of_old"
        self.tables: set[str] = set()
        """Those that it has of the parts that were written."""
        self._admin = database.engines.dsn("postgres", database.name)
        self._address = f"{database.dsn(service)}&search_path={self.schema}"

    async def make(self, revision: str) -> None:
        """Make the tables."""
        await self._as_admin(f"CREATE SCHEMA {self.schema} AUTHORIZATION {self.service}")
        await asyncio.to_thread(upgrade, self.service, self._address, revision)

    async def drop(self) -> None:
        """Drop them."""
        await self._as_admin(f"DROP SCHEMA IF EXISTS {self.schema} CASCADE")

    async def written(self, lines: list[bytes]) -> list[bytes]:
        """The lines of a part as that release would have written them: with the tables and columns that it had."""
        engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(self._address), poolclass=NullPool
        )
        try:
            async with engine.begin() as connection:
                return await self._written(connection, lines)
        finally:
            await engine.dispose()

    async def _written(self, connection: AsyncConnection, lines: list[bytes]) -> list[bytes]:
        metadata = MetaData()
        await connection.run_sync(metadata.reflect)
        head, told = orjson.loads(lines[0]), orjson.loads(lines[0])["tables"]
        own = [metadata.tables[name] for name in told if name in metadata.tables]
        self.tables |= {str(table.name) for table in own}
        if own:
            await connection.execute(text(f"TRUNCATE {', '.join(table.name for table in own)} CASCADE"))
        await load_part(connection, own, told, _each(lines[1:]))
        counts, written = dict[str, int](), list[bytes]()
        for table in own:
            query = text(f"SELECT to_jsonb(t)::text FROM {table.name} AS t")  # noqa: S608  # a table of ours
            rows = [*await connection.scalars(query)]
            counts[str(table.name)] = len(rows)
            written += [f'{{"table":"{table.name}","row":{row}}}'.encode() for row in rows]
        revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
        head |= {"revision": revision, "tables": [str(table.name) for table in own]}
        return [orjson.dumps(head), *written, orjson.dumps({"counts": counts})]

    async def _as_admin(self, statement: str) -> None:
        admin = await asyncpg.connect(self._admin)
        try:
            await admin.execute(statement)
        finally:
            await admin.close()


async def _each(lines: list[bytes]) -> AsyncIterator[bytes]:
    for line in lines:
        yield line


async def aged(archive: bytes, past: Past) -> bytes:
    """The archive as if the older release of one service had made it, without parts that it did not have."""
    members = taken_apart(archive)
    parts = orjson.loads(members["manifest.json"])["parts"]
    for part in [part for part, service in PARTS.items() if service == past.service]:
        name = f"{part}/0001.jsonl.gz"
        lines = await past.written(gzip.decompress(members[name]).splitlines())
        if not orjson.loads(lines[0])["tables"]:
            del parts[part], members[name]
            continue
        members[name] = gzip.compress(b"\n".join(lines) + b"\n")
        parts[part] |= {
            "revision": orjson.loads(lines[0])["revision"],
            "counts": orjson.loads(lines[-1])["counts"],
        }
    return put_together(honest(changed(members, "manifest.json", parts=parts)))


@pytest.fixture
async def past(worker_database: WorkerDatabase, service: str) -> AsyncIterator[Past]:
    schema = Past(worker_database, service)
    try:
        await schema.make(REVISIONS[service])
        yield schema
    finally:
        await schema.drop()


@pytest.mark.parametrize("service", REVISIONS)
async def test_come_back_whole(whole: Whole, past: Past, service: str) -> None:
    archive = await aged(await archive_of(whole), past)
    before = await whole.rows()
    async with whole.services["ecom"].kit.database.transaction() as session:
        session.add(Brand(name="Later"))
    answer = await put(whole, archive)
    assert answer.status_code == 200, answer.text
    restored = without_versions(await whole.rows())
    # What is in tables that came later, migrations have put there.
    later = {name for name in restored if name.startswith(f"{service}.") and name.partition(".")[2] not in past.tables}
    assert {**restored, **dict.fromkeys(later)} == {**without_versions(before), **dict.fromkeys(later)}
    async with whole.services[service].kit.database.transaction() as session:
        left = await session.scalars(
            text("SELECT tablename FROM pg_tables WHERE schemaname = :schema"), {"schema": f"{service}_restoring"}
        )
        assert [*left] == []


@pytest.mark.parametrize("service", ["content"])
async def test_a_listed_one_may_be_imported(whole: Whole, past: Past, service: str) -> None:
    archive = await aged(await archive_of(whole), past)
    assert (await put(whole, archive, parts="pages")).status_code == 200
    listed = (await whole.cms.get("/cms/backups", headers=whole.headers)).json()["results"]
    [uploaded] = [backup for backup in listed if backup["kind"] == "uploaded"]
    assert uploaded["whyNotRestorable"] is None


@pytest.mark.parametrize("service", ["cms"])
async def test_rows_that_contradict_one_another_change_nothing(whole: Whole, past: Past, service: str) -> None:
    members = taken_apart(await aged(await archive_of(whole), past))
    before = await whole.rows()
    answer = await put(whole, put_together(twice(members, "files")))
    assert (answer.status_code, answer.json()["code"]) == (422, "backup_invalid"), answer.text
    assert await whole.rows() == before
    assert (await latest_import(whole))["state"] == "failed"


def twice(members: Members, part: str) -> Members:
    """The members with the first row of a part in it two times."""
    name = f"{part}/0001.jsonl.gz"
    head, first, *rows = gzip.decompress(members[name]).splitlines()
    counts = orjson.loads(rows[-1])["counts"]
    counts[orjson.loads(first)["table"]] += 1
    lines = [head, first, first, *rows[:-1], orjson.dumps({"counts": counts})]
    parts = orjson.loads(members["manifest.json"])["parts"]
    parts[part]["counts"] = counts
    return honest(changed({**members, name: gzip.compress(b"\n".join(lines) + b"\n")}, "manifest.json", parts=parts))


async def test_newer_ones_are_refused(whole: Whole) -> None:
    members = taken_apart(await archive_of(whole))
    name = "shop/0001.jsonl.gz"
    lines = gzip.decompress(members[name])
    parts = orjson.loads(members["manifest.json"])["parts"]
    newer = lines.replace(f'"revision":"{parts["shop"]["revision"]}"'.encode(), b'"revision":"9999"', 1)
    assert newer != lines
    parts["shop"]["revision"] = "9999"
    archive = put_together(honest(changed({**members, name: gzip.compress(newer)}, "manifest.json", parts=parts)))
    answer = await put(whole, archive)
    assert (answer.status_code, answer.json()["code"]) == (409, "backup_revision_differs"), answer.text
    assert "Update Pagewright first" in answer.json()["detail"]
