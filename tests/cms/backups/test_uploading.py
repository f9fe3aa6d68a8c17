"""Archives that arrive in pieces: they go on after a lost connection, and wait where another backup is made."""

import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.backups.models import Backup
from cms.backups.uploading import take_up_waiting
from cms.uploads import parts, resumable
from cms.uploads.models import Upload, UploadPart
from kit.audit import AuditEntry
from kit.storage import StorageFull, StorageUnavailable
from kit.testing import Tokens
from tests.cms.asgi import cut_off
from tests.cms.backups.archives import archive_of, code_of, last_attempt, listed
from tests.cms.backups.conftest import Whole
from tests.cms.tus import BYTES, metadata
from tests.kit.working import run_jobs, with_worker

ADDRESS = "/cms/backups/uploads"


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resumable, "PART", 200_000)


async def begin(whole: Whole, size: int, name: str = "site.tar") -> httpx.Response:
    told = {"Upload-Length": str(size), "Upload-Metadata": metadata(filename=name), "Tus-Resumable": "1.0.0"}
    return await whole.cms.post(ADDRESS, headers={**whole.headers, **told})


async def send(whole: Whole, address: str, offset: int, content: bytes) -> httpx.Response:
    headers = {**whole.headers, **BYTES, "Upload-Offset": str(offset)}
    return await whole.cms.patch(address, headers=headers, content=content)


async def sent(whole: Whole, archive: bytes) -> str:
    """The address of an upload that is whole."""
    address: str = (await begin(whole, len(archive))).headers["location"]
    answer = await send(whole, address, 0, archive)
    assert (answer.status_code, answer.headers["upload-offset"]) == (204, str(len(archive)))
    return address


async def told(whole: Whole, address: str) -> dict[str, Any]:
    answer = await whole.cms.get(address, headers=whole.headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def uploaded(whole: Whole) -> list[dict[str, Any]]:
    return [each for each in await listed(whole) if each["kind"] == "uploaded"]


async def stored(whole: Whole, prefix: str) -> list[str]:
    return [each.key async for each in whole.cms.kit.storage.list(prefix)]


async def nothing_is_left(whole: Whole) -> bool:
    """Whether neither pieces nor what was made of them are in the storage."""
    await run_jobs(whole.cms, "files.delete_objects")
    return await stored(whole, "uploads/") + await stored(whole, "backups/upload-") == []


class TestUpload:
    async def test_goes_on_where_the_connection_was_lost(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        begun = await begin(whole, len(archive), "sïte.tar")
        assert (begun.status_code, begun.json()["name"], begun.json()["backup"]) == (201, "sïte.tar", None)
        address = begun.headers["location"]
        headers = {**whole.headers, **BYTES, "Upload-Offset": "0"}
        await cut_off(whole.cms, "PATCH", address, headers, [archive[:150_000], archive[150_000:250_001]])
        assert (await whole.cms.head(address, headers=whole.headers)).headers["upload-offset"] == "250001"
        refused = await send(whole, address, 0, archive)
        assert (refused.status_code, refused.json()["code"], refused.json()["offset"]) == (
            409,
            "offset_mismatch",
            250_001,
        )
        await send(whole, address, 250_001, archive[250_001:])
        [backup] = await uploaded(whole)
        assert backup["state"] == "running"
        assert (await told(whole, address))["backup"] == backup["name"]
        [job] = await run_jobs(whole.cms, "backups.receive")
        assert (job.state, (job.result or {})["size"]) == ("done", len(archive))
        back = await whole.cms.get(f"/cms/backups/{backup['name']}/archive", headers=whole.headers)
        assert back.content == archive
        async with whole.cms.kit.database.transaction() as session:
            entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "backup.uploaded"))).one()
            mine = (await session.scalars(select(Upload))).one().created_by
        assert (entry.actor_id, entry.subject_name) == (mine, backup["name"])
        await run_jobs(whole.cms, "files.delete_objects")
        assert (await stored(whole, "uploads/"), len(await stored(whole, "backups/upload-"))) == ([], 1)

    async def test_waits_while_another_backup_is_made(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        address = await sent(whole, archive)
        await take_up_waiting(whole.cms.kit)
        assert ((await told(whole, address))["backup"], await uploaded(whole)) == (None, [])
        await run_jobs(whole.cms, "backups.create")
        await take_up_waiting(whole.cms.kit)
        await take_up_waiting(whole.cms.kit)
        await run_jobs(whole.cms, "backups.receive")
        [backup] = await uploaded(whole)
        assert (backup["state"], backup["name"]) == ("done", (await told(whole, address))["backup"])

    async def test_is_of_whoever_began_it_and_no_file(self, whole: Whole, tokens: Tokens) -> None:
        address = (await begin(whole, 10)).headers["location"]
        somebody = tokens.bearer("super", user=str(uuid.uuid4()))
        assert (await whole.cms.get(address, headers=somebody)).status_code == 404
        as_file = address.replace("/backups", "")
        for call in (
            whole.cms.get(as_file, headers=whole.headers),
            whole.cms.patch(as_file, headers={**whole.headers, **BYTES, "Upload-Offset": "0"}, content=bytes(10)),
            whole.cms.post(f"{as_file}/completion", headers=whole.headers),
            whole.cms.delete(as_file, headers=whole.headers),
        ):
            assert (await call).status_code == 404
        told = {"Upload-Length": "10", "Upload-Metadata": metadata(filename="a.bin")}
        file = (await whole.cms.post("/cms/uploads", headers={**whole.headers, **told})).headers["location"]
        as_backup = file.replace("/cms/", "/cms/backups/")
        assert (await send(whole, as_backup, 0, bytes(10))).status_code == 404
        assert (await whole.cms.head(address, headers=whole.headers)).headers["upload-offset"] == "0"

    @pytest.mark.parametrize(("size", "status"), [("0", 422), ("-1", 422), ("x", 422)])
    async def test_of_nothing_is_refused(self, whole: Whole, size: str, status: int) -> None:
        answer = await whole.cms.post(ADDRESS, headers={**whole.headers, "Upload-Length": size})
        assert answer.status_code == status

    async def test_may_have_any_name(self, whole: Whole) -> None:
        assert (await begin(whole, 5, "a\0" + "b" * 300)).json()["name"] == "a" + "b" * 254

    async def test_what_is_no_backup_says_so_and_is_not_kept(self, whole: Whole) -> None:
        await sent(whole, b"no archive" * 1000)
        [job] = await run_jobs(whole.cms, "backups.receive")
        assert (job.state, code_of(job)) == ("failed", "backup_invalid")
        [backup] = await uploaded(whole)
        assert backup["state"] == "failed"
        await run_jobs(whole.cms, "files.delete_objects")
        assert await stored(whole, "uploads/") == []

    async def test_a_storage_that_is_away_for_a_while_loses_nothing(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        archive = await archive_of(whole)
        await sent(whole, archive)

        async def fail(*args: Any) -> None:
            raise StorageUnavailable("It is away.")

        with monkeypatch.context() as patched:
            patched.setattr(type(whole.cms.kit.storage), "_put", fail)
            [job] = await run_jobs(whole.cms, "backups.receive")
        assert job.state == "queued"
        [job] = await run_jobs(whole.cms, "backups.receive")
        assert job.state == "done"
        # Done once more, as after a worker that was killed with its last word: it stays what it is.
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Backup).where(Backup.kind == "uploaded").values(state="running"))
            await session.execute(update(type(job)).where(type(job).id == job.id).values(state="queued"))
        [job] = await run_jobs(whole.cms, "backups.receive")
        assert (job.state, [each["state"] for each in await uploaded(whole)]) == ("done", ["done"])

    async def test_of_a_full_disk_nothing_is_left(self, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
        await sent(whole, await archive_of(whole))

        async def fail(*args: Any) -> None:
            raise StorageFull("The server's disk is full. Free some space and try again.")

        with monkeypatch.context() as patched:
            patched.setattr(type(whole.cms.kit.storage), "_put", fail)
            job = await last_attempt(whole, "backups.receive")
        assert (job.state, code_of(job)) == ("failed", "storage_full")
        [backup] = await uploaded(whole)
        assert backup["problem"] == "The server's disk is full. Free some space and try again."
        assert await nothing_is_left(whole)


class TestCancel:
    async def test_drops_what_has_arrived(self, whole: Whole) -> None:
        address = (await begin(whole, 1000)).headers["location"]
        await send(whole, address, 0, bytes(500))
        assert (await whole.cms.delete(address, headers=whole.headers)).status_code == 204
        assert (await whole.cms.head(address, headers=whole.headers)).status_code == 404
        assert await nothing_is_left(whole)

    async def test_ends_one_that_waits(self, whole: Whole) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        address = await sent(whole, bytes(1000))
        assert (await whole.cms.delete(address, headers=whole.headers)).status_code == 204
        await run_jobs(whole.cms, "backups.create")
        await take_up_waiting(whole.cms.kit)
        assert await uploaded(whole) == []

    async def test_of_a_backup_that_was_made_of_it_is_the_backups(self, whole: Whole) -> None:
        address = await sent(whole, await archive_of(whole))
        refused = await whole.cms.delete(address, headers=whole.headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "nothing_to_cancel")
        name = (await told(whole, address))["backup"]
        answer = await whole.cms.post(f"/cms/backups/{name}/cancellation", headers=whole.headers)
        assert answer.status_code == 204
        await run_jobs(whole.cms, "backups.receive")
        assert [each["state"] for each in await uploaded(whole)] == ["cancelled"]
        assert await nothing_is_left(whole)


async def test_what_nobody_goes_on_with_is_given_up(whole: Whole) -> None:
    address = (await begin(whole, 1000)).headers["location"]
    await send(whole, address, 0, bytes(500))
    async with whole.cms.kit.database.transaction() as session:
        await session.execute(update(Upload).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
    assert (await send(whole, address, 500, bytes(500))).status_code == 404
    assert await parts.remove_expired(whole.cms.kit) == 1
    async with whole.cms.kit.database.transaction() as session:
        assert (await session.scalars(select(UploadPart))).all() == []
    assert await nothing_is_left(whole)


class TestOneRequest:
    """An archive that comes whole: `PUT /cms/backups`, `POST /cms/backups/archives`."""

    @pytest.mark.parametrize(("method", "address"), [("PUT", "/cms/backups"), ("POST", "/cms/backups/archives")])
    async def test_is_refused_before_it_is_sent_while_a_backup_is_made(
        self, whole: Whole, method: str, address: str
    ) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        read = 0

        async def body() -> AsyncIterator[bytes]:
            nonlocal read
            for _ in range(3):
                read += 1
                yield bytes(1000)

        headers = {**whole.headers, "Content-Type": "multipart/form-data; boundary=x"}
        answer = await whole.cms.request(method, address, headers=headers, content=body())
        assert (answer.status_code, answer.json()["code"], read) == (409, "backup_busy", 0)

    async def test_waits_for_a_backup_that_is_begun_while_it_arrives(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        form = httpx.Request("POST", "http://cms.test", files={"backup-archive": ("site.tar", archive)})
        content = form.read()

        async def body() -> AsyncIterator[bytes]:
            yield content[:1000]
            await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
            yield content[1000:]

        headers = {**whole.headers, "Content-Type": form.headers["content-type"]}
        call = whole.cms.post("/cms/backups/archives", headers=headers, content=body())
        answer = await with_worker(whole.cms, call)
        assert answer.status_code == 200, answer.text
        assert [each["state"] for each in await uploaded(whole)] == ["done"]
