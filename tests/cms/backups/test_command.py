"""A restoration by the command that is stopped: nothing has changed, nobody goes on with it, and it can be run again."""

import signal
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from cms.backup_command import _pieces
from cms.backups import service
from cms.backups.importing import Importing
from cms.backups.models import BackupImport
from cms.backups.receiving import stored
from cms.backups.repository import command_lock
from cms.backups.tasks import carry_through
from kit.db import new_id
from kit.locks import try_lock_named
from tests.cms.backups.archives import begin, latest_import, listed
from tests.cms.backups.conftest import Whole
from tests.cms.backups.test_keeping import purge
from tests.cms.backups.test_kills import changed_since, free
from tests.kit.worker_process import end, module_process
from tests.kit.working import run_jobs
from tests.restored_rows import Rows, without_versions

CHECKING, RESTORING, DECIDED = ("Checking the archive", 3), ("Restoring the database", 2), ("decided", 1)
KILLED, STOPPED = ("SIGKILL", -signal.SIGKILL), ("SIGTERM", 1)


async def stopped(whole: Whole, addresses: Mapping[str, str], how: str, step: tuple[str, int], file: str) -> int:
    """The status that a restoration ends with which is sent a signal at a step."""
    process = await module_process(whole.cms, "tests.cms.dying_command", how, step[0], str(step[1]), file, **addresses)
    try:
        return await process.wait()
    finally:
        await end(process)


async def restored(whole: Whole, addresses: Mapping[str, str], file: str) -> str:
    """What a restoration says that goes well."""
    process = await module_process(whole.cms, "cms.backup_command", "restore", file, **addresses)
    try:
        output, _ = await process.communicate()
        assert process.returncode == 0, output
        return output.decode()
    finally:
        await end(process)


async def imports(whole: Whole) -> list[str]:
    """The states of all imports."""
    async with whole.cms.kit.database.reading() as session:
        return [row.state for row in await session.scalars(select(BackupImport).order_by(BackupImport.id))]


@pytest.fixture
async def before(whole: Whole) -> Rows:
    return without_versions(await whole.rows())


@pytest.fixture
async def file(before: Rows, whole: Whole, tmp_path: Path) -> str:
    """An archive of the site as it was before."""
    path = tmp_path / "site.tar"
    path.write_bytes(await changed_since(whole))
    return str(path)


@pytest.mark.parametrize("step", [CHECKING, RESTORING])
@pytest.mark.parametrize(("how", "status"), [KILLED, STOPPED])
class TestStoppedBeforeItIsDecided:
    async def test_can_be_run_again(
        self,
        whole: Whole,
        addresses: Mapping[str, str],
        before: Rows,
        file: str,
        how: str,
        status: int,
        step: tuple[str, int],
    ) -> None:
        changed = await whole.rows()
        assert await stopped(whole, addresses, how, step, file) == status
        assert await whole.rows() == changed
        assert "The site is as it was" in await restored(whole, addresses, file)
        assert without_versions(await whole.rows()) == before
        assert await imports(whole) == ["cancelled", "done"]

    async def test_no_worker_goes_on_with_it(
        self, whole: Whole, addresses: Mapping[str, str], file: str, how: str, status: int, step: tuple[str, int]
    ) -> None:
        """The operator may have named the wrong archive, and keep the site."""
        changed = await whole.rows()
        assert await stopped(whole, addresses, how, step, file) == status
        await free(whole)
        await run_jobs(whole.cms, "backups.import")
        assert await whole.rows() == changed
        assert (await latest_import(whole))["state"] == "cancelled"
        assert "running" not in {backup["state"] for backup in await listed(whole)}


async def test_a_worker_that_does_it_for_the_command_decides_nothing_without_it(
    whole: Whole, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, restore = await whole.rows(), Importing._restore
    database, identifier = whole.cms.kit.database, new_id()
    async with AsyncExitStack() as command:
        await command.enter_async_context(try_lock_named(database, command_lock(identifier)))
        received = await stored(whole.cms.kit, _pieces(Path(file)))
        async with database.transaction() as session:
            backup = await service.adopt(session, None, received.key, received.written)
            await service.begin_import(session, None, backup, [], identifier)

        async def restore_later(*args: Any) -> Any:
            await command.aclose()
            return await restore(*args)

        monkeypatch.setattr(Importing, "_restore", restore_later)
        await run_jobs(whole.cms, "backups.import")
    assert await imports(whole) == ["cancelled"]
    assert await whole.rows() == changed


class TestDecided:
    async def test_goes_on_to_its_end_whoever_asks_it_to_stop(
        self, whole: Whole, addresses: Mapping[str, str], before: Rows, file: str
    ) -> None:
        assert await stopped(whole, addresses, "SIGTERM", DECIDED, file) == 0
        assert without_versions(await whole.rows()) == before

    async def test_is_carried_through_by_the_next_one(
        self, whole: Whole, addresses: Mapping[str, str], before: Rows, file: str
    ) -> None:
        assert await stopped(whole, addresses, *KILLED[:1], DECIDED, file) == -signal.SIGKILL
        await free(whole)
        await restored(whole, addresses, file)
        assert await imports(whole) == ["done", "done"]
        assert without_versions(await whole.rows()) == before


async def test_what_no_worker_was_left_for_comes_to_its_end_first(
    whole: Whole, addresses: Mapping[str, str], before: Rows, file: str
) -> None:
    """A site that was ended while a backup was made, and is restored before it is started again."""
    headers = {**whole.headers, "Prefer": "respond-async"}
    assert (await whole.cms.post("/cms/backups", headers=headers)).status_code == 202
    await restored(whole, addresses, file)
    assert {backup["state"] for backup in await listed(whole)} == {"done"}
    assert without_versions(await whole.rows()) == before


async def test_an_import_that_fails_meanwhile_keeps_nobody_from_it(
    whole: Whole, addresses: Mapping[str, str], before: Rows, file: str
) -> None:
    archive = Path(file).read_bytes()
    await begin(whole, archive[: len(archive) // 2])
    await restored(whole, addresses, file)
    assert await imports(whole) == ["failed", "done"]
    assert without_versions(await whole.rows()) == before


async def test_an_archive_in_the_storage_stays_there(
    whole: Whole, addresses: Mapping[str, str], before: Rows, file: str
) -> None:
    """It may be all that is left of a site: nobody has it elsewhere."""
    key = "backups/drill"
    await whole.store(key, Path(file).read_bytes())
    await stopped(whole, addresses, *KILLED[:1], CHECKING, key)
    await carry_through(whole.cms.kit)
    await purge(whole)
    await restored(whole, addresses, key)
    assert without_versions(await whole.rows()) == before
