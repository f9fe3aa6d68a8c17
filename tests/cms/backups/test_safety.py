"""The backup that an import makes first: it has all that the import replaces, also what came at the last moment."""

import gzip
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import pytest
from sqlalchemy import delete, select

from cms.backups.importing import Importing
from cms.backups.models import BackupImport
from cms.files.models import Entity
from ecom.brands.models import Brand
from kit.jobs import Run
from kit.testing.databases import WorkerDatabase
from tests.cms import factory
from tests.cms.backups.archives import archive_of, begin, latest_import, listed, put, taken_apart
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs
from tests.restored_rows import without_versions

RESTORING, READING = "Restoring the database", "Reading the database"


async def add_brand(whole: Whole, name: str) -> None:
    async with whole.services["ecom"].kit.database.transaction() as session:
        session.add(Brand(name=name))


async def brands(whole: Whole) -> set[str]:
    async with whole.services["ecom"].kit.database.reading() as session:
        return {*await session.scalars(select(Brand.name))}


async def safety_rows(whole: Whole, part: str) -> str:
    """The rows of a part as the backup has them that the latest import made first."""
    name = (await latest_import(whole))["safetyBackup"]
    answer = await whole.cms.get(f"/cms/backups/{name}/archive", headers=whole.headers)
    assert answer.status_code == 200, answer.text
    members = taken_apart(answer.content)
    return "".join(gzip.decompress(members[each]).decode() for each in members if each.startswith(f"{part}/"))


def once_at(patched: pytest.MonkeyPatch, message: str, work: Callable[[], Awaitable[Any]]) -> None:
    """Have this done before a job tells the message for the first time."""
    progress, waiting = Run.progress, [work]

    async def told(run: Run, share: float, message_told: str | None = None) -> None:
        if waiting and (message_told or "").startswith(message):
            await waiting.pop()()
        await progress(run, share, message_told)

    patched.setattr(Run, "progress", told)


async def test_has_what_was_written_until_nobody_could(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = await archive_of(whole)
    once_at(monkeypatch, RESTORING, lambda: add_brand(whole, "Late"))
    assert (await put(whole, archive)).status_code == 200
    assert await brands(whole) == {"Oak"}
    assert '"Late"' in await safety_rows(whole, "shop")


async def test_is_made_anew_by_each_attempt(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written between two attempts was in neither: neither on the site, nor in the backup."""

    async def die(_importing: Importing) -> None:
        raise ZeroDivisionError

    await begin(whole, await archive_of(whole))
    with monkeypatch.context() as patched:
        patched.setattr(Importing, "_decide", die)
        await run_jobs(whole.cms, "backups.import")
    await add_brand(whole, "Between")
    [job] = await run_jobs(whole.cms, "backups.import")
    assert job.state == "done", job.error
    assert await brands(whole) == {"Oak"}
    assert '"Between"' in await safety_rows(whole, "shop")
    # Nothing is left of the one before.
    assert sorted(row["kind"] for row in await listed(whole)) == ["manual", "safety", "uploaded"]
    assert len([each async for each in whole.cms.kit.storage.list("backups/")]) == 3


async def test_is_not_made_anew_once_it_is_decided(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some services have what was restored by then, and only that backup has what they had before."""

    async def die(_gate: object) -> None:
        raise ZeroDivisionError

    await begin(whole, await archive_of(whole))
    await add_brand(whole, "Before")
    moments = set()
    with monkeypatch.context() as patched:
        patched.setattr("kit.backups.gate.Gate.open", die)
        for _ in range(2):
            await run_jobs(whole.cms, "backups.import")
            async with whole.cms.kit.database.reading() as session:
                moments.add(await session.scalar(select(BackupImport.decided_at)))
    # The days are counted from the first time on: services forget then that they have restored.
    assert len(moments) == 1
    await add_brand(whole, "Behind")
    [job] = await run_jobs(whole.cms, "backups.import")
    assert job.state == "done", job.error
    rows = await safety_rows(whole, "shop")
    assert ('"Before"' in rows, '"Behind"' in rows) == (True, False)


async def test_has_the_files_of_the_last_moment(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most are copied before anybody has to wait: one came since, and one went."""
    archive = await archive_of(whole)
    before: list[Any] = []

    async def change() -> None:
        await factory.file(whole.cms, "late.bin", b"late")
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(delete(Entity).where(Entity.name == "0.bin"))
        before.append((await whole.rows(), await whole.objects()))

    with monkeypatch.context() as patched:
        once_at(patched, RESTORING, change)
        assert (await put(whole, archive)).status_code == 200
    [(rows, objects)] = before
    damaged = {key: await whole.damage(key) for key in objects}
    safety = (await latest_import(whole))["safetyBackup"]
    assert [row["files"] for row in await listed(whole) if row["name"] == safety] == [3]
    begun = await whole.cms.post(f"/cms/backups/{safety}/imports", headers=whole.headers, json={})
    assert begun.status_code == 202, begun.text
    *_, job = await run_jobs(whole.cms, "backups.import")
    assert job.state == "done", job.error
    after, restored = await whole.rows(), await whole.objects()
    assert without_versions(after) == without_versions(rows)
    named = {row["storage_key"] for row in rows["cms.entities"]} - {None}
    # What no row names any more is in the archive, and of no use.
    assert restored == {key: objects[key] if key in named else damaged[key] for key in objects}


async def test_nothing_is_decided_where_a_service_is_lost_while_it_is_made(
    whole: Whole, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = 0

    async def lose() -> None:
        nonlocal lost
        admin = await asyncpg.connect(worker_database.admin_dsn)
        try:
            lost = await admin.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name LIKE 'pagewright-ecom%' AND wait_event = 'advisory'"
            )
        finally:
            await admin.close()

    await begin(whole, await archive_of(whole))
    await add_brand(whole, "Later")
    before = await whole.rows()
    once_at(monkeypatch, READING, lose)
    await run_jobs(whole.cms, "backups.import")
    assert lost == 1, "it waited at the gate"
    assert await whole.rows() == before
    told = await latest_import(whole)
    assert (told["state"], told["isDecided"]) == ("running", False)
    [job] = await run_jobs(whole.cms, "backups.import")
    assert job.state == "done", job.error
    assert await brands(whole) == {"Oak"}
