"""The local folder and S3 as storages: one suite for both."""

import asyncio
import errno
import hashlib
import os
import resource
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kit.cancelling import cancel
from kit.outside import CallInTransaction
from kit.storage import (
    DividedStorage,
    LocalStorage,
    ObjectMissing,
    Storage,
    StorageFull,
    StorageUnavailable,
    local,
    new_key,
)
from kit.storage.s3 import S3Access, S3Storage
from kit.testing import ServiceClient
from tests.s3_server import ACCESS, s3_server, s3_storage

MB = 1024 * 1024


@pytest.fixture(scope="module")
def s3_address() -> Iterator[str]:
    with s3_server() as address:
        yield address


@pytest.fixture(params=["local", "s3"])
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    if request.param == "local":
        found: Storage = LocalStorage(tmp_path / "files")
    else:
        found = await s3_storage(request.getfixturevalue("s3_address"))
    yield found
    await found.close()


async def pieces_of(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def many(count: int, piece: bytes) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield piece


async def read(storage: Storage, key: str, start: int = 0, length: int | None = None) -> bytes:
    async with storage.reading(key, start, length) as pieces:
        return b"".join([piece async for piece in pieces])


async def keys_in(storage: Storage, prefix: str = "") -> list[str]:
    return sorted([each.key async for each in storage.list(prefix)])


class TestPut:
    @pytest.mark.parametrize("size", [0, 1, 8 * MB - 1, 8 * MB, 8 * MB + 1, 17 * MB])
    async def test_stores_all_of_it(self, storage: Storage, size: int) -> None:
        content = (b"0123456789abcdef" * (size // 16 + 1))[:size]
        key = new_key("files")
        # In pieces of a size that divides nothing.
        pieces = [content[begin : begin + 99_991] for begin in range(0, size, 99_991)]
        written = await storage.put(key, pieces_of(*pieces))
        assert (written.size, written.sha256) == (size, hashlib.sha256(content).hexdigest())
        assert await read(storage, key) == content
        stored = await storage.stat(key)
        assert stored is not None
        assert stored.size == size
        assert abs(stored.changed_at - datetime.now(UTC)) < timedelta(hours=1)

    async def test_replaces_what_was_there(self, storage: Storage) -> None:
        await storage.put("files/a", pieces_of(b"before"))
        await storage.put("files/a", pieces_of(b"after"))
        assert await read(storage, "files/a") == b"after"

    @pytest.mark.parametrize("sent", [1, 20 * MB])
    async def test_leaves_nothing_of_what_breaks_off(self, storage: Storage, sent: int, tmp_path: Path) -> None:
        async def broken() -> AsyncIterator[bytes]:
            yield bytes(sent)
            raise ConnectionError("the sender is gone")

        await storage.put("files/a", pieces_of(b"before"))
        for key in ("files/a", "files/b"):
            with pytest.raises(ConnectionError):
                await storage.put(key, broken())
        assert await keys_in(storage) == ["files/a"]
        assert await read(storage, "files/a") == b"before"
        assert await storage.clean(datetime.now(UTC) + timedelta(days=1)) == 0

    async def test_leaves_nothing_of_one_that_is_cancelled(self, storage: Storage) -> None:
        began = asyncio.Event()

        async def endless() -> AsyncIterator[bytes]:
            yield bytes(9 * MB)
            began.set()
            await asyncio.Event().wait()

        putting = asyncio.create_task(storage.put("files/a", endless()))
        await began.wait()
        putting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await putting
        assert await keys_in(storage) == []
        assert await storage.clean(datetime.now(UTC) + timedelta(days=1)) == 0

    async def test_holds_little_of_it_in_memory(self, storage: Storage) -> None:
        piece = bytes(64 * 1024)
        await storage.put("files/warm", many(1, piece))
        tracemalloc.start()
        try:
            await storage.put("files/a", many(128 * 16, piece))
            async with storage.reading("files/a") as pieces:
                assert sum([len(each) async for each in pieces]) == 128 * MB
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        # S3 takes parts of 8 MB, which are copied a few times on their way.
        assert peak < 48 * MB

    @pytest.mark.parametrize("key", ["", "/a", "a/", "../a", "a//b", "a/../b", "a\0", "A", "a.b", "a" * 201])
    async def test_takes_no_other_keys(self, storage: Storage, key: str) -> None:
        with pytest.raises(ValueError, match="is no key"):
            await storage.put(key, pieces_of(b"x"))


CONTENT = bytes(range(256)) * 4096


def preadv(descriptor: int, buffers: list[memoryview], at: int, flags: int) -> int:
    """Whatever the file system can: all of it is in memory."""
    piece = os.pread(descriptor, len(buffers[0]), at)
    buffers[0][: len(piece)] = piece
    return len(piece)


def say_what_is_in_memory(monkeypatch: pytest.MonkeyPatch, function: Callable[..., int]) -> None:
    monkeypatch.setattr(local, "_NOWAIT", 8)
    monkeypatch.setattr(os, "preadv", function)


def count_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that threads are asked for."""
    names: list[str] = []
    to_thread = asyncio.to_thread

    async def counting(function: Callable[..., Any], *arguments: Any) -> Any:
        names.append(function.__name__)
        return await to_thread(function, *arguments)

    monkeypatch.setattr(asyncio, "to_thread", counting)
    return names


class TestReading:
    @pytest.mark.parametrize(
        ("start", "length"), [(0, None), (0, 1), (1, 1), (300_000, 700_000), (MB - 1, 1), (MB - 1, None), (5, 0)]
    )
    async def test_gives_the_range(self, storage: Storage, start: int, length: int | None) -> None:
        await storage.put("files/a", pieces_of(CONTENT))
        end = None if length is None else start + length
        assert await read(storage, "files/a", start, length) == CONTENT[start:end]

    async def test_says_what_is_missing_before_the_first_byte(self, storage: Storage) -> None:
        with pytest.raises(ObjectMissing):
            async with storage.reading("files/none"):
                pass

    async def test_may_be_left_early(self, storage: Storage) -> None:
        await storage.put("files/a", pieces_of(CONTENT * 4))
        async with storage.reading("files/a") as pieces:
            assert await anext(pieces)
        assert await read(storage, "files/a", 0, 3) == CONTENT[:3]


class TestList:
    async def test_gives_those_below_a_prefix(self, storage: Storage) -> None:
        keys = [new_key("files") for _ in range(3)] + [new_key("uploads")]
        for key in keys:
            await storage.put(key, pieces_of(b"x"))
        assert await keys_in(storage) == sorted(keys)
        assert await keys_in(storage, "uploads/") == keys[3:]

    async def test_gives_more_than_one_page(self, storage: Storage) -> None:
        # S3 lists no more than 1,000 at once.
        for begin in range(0, 1005, 15):
            await asyncio.gather(*(storage.put(f"files/{begin + each}", pieces_of(b"")) for each in range(15)))
        assert len(await keys_in(storage)) == 1005


class TestDelete:
    async def test_deletes_those_that_are_there(self, storage: Storage) -> None:
        await storage.put("files/a", pieces_of(b"x"))
        await storage.delete(["files/a", "files/none"])
        assert await storage.stat("files/a") is None
        assert await keys_in(storage) == []


class TestTransactions:
    async def test_none_may_be_open(self, storage: Storage, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("SELECT 1"))
            with pytest.raises(CallInTransaction):
                await storage.put("files/a", pieces_of(b"x"))


class TestLocal:
    @pytest.fixture
    def storage(self, tmp_path: Path) -> LocalStorage:
        return LocalStorage(tmp_path / "files")

    async def test_full_disk_is_said_and_leaves_nothing(self, storage: LocalStorage, tmp_path: Path) -> None:
        await storage.put("files/a", pieces_of(b"before"))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        # What the system refuses to this process as it would on a disk without room.
        resource.setrlimit(resource.RLIMIT_FSIZE, (3 * MB, limits[1]))
        try:
            with pytest.raises(StorageFull) as refusal:
                await storage.put("files/a", many(5, bytes(MB)))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (refusal.value.status, refusal.value.code) == (507, "storage_full")
        assert await read(storage, "files/a") == b"before"
        assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "files/files/a"]

    async def test_a_folder_that_cannot_be_written_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "files").write_text("a file")
        with pytest.raises(StorageUnavailable):
            await LocalStorage(tmp_path / "files").put("files/a", pieces_of(b"x"))

    async def test_what_the_system_has_in_memory_is_read_without_threads(
        self, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = CONTENT * 4
        await storage.put("files/a", pieces_of(content))
        threads = count_threads(monkeypatch)
        say_what_is_in_memory(monkeypatch, preadv)
        assert await read(storage, "files/a") == content
        assert await read(storage, "files/a", 5, 2 * MB) == content[5 : 2 * MB + 5]
        # One opens the file and reads its first piece; of a file that is read to its end one says that this is the end.
        assert threads == ["_open", "pread", "_open"]

    @pytest.mark.parametrize("number", [errno.EAGAIN, errno.EOPNOTSUPP], ids=["not in memory", "cannot tell"])
    async def test_what_it_has_not_is_waited_for_by_threads(
        self, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch, number: int
    ) -> None:
        content = CONTENT * 4
        await storage.put("files/a", pieces_of(content))
        asked = 0

        def refuse(*_: object) -> int:
            nonlocal asked
            asked += 1
            raise OSError(number, "no")

        say_what_is_in_memory(monkeypatch, refuse)
        assert await read(storage, "files/a", 7) == content[7:]
        assert (asked == 1) == (number == errno.EOPNOTSUPP)

    async def test_less_than_a_piece_may_be_in_memory(
        self, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        content = CONTENT * 2
        await storage.put("files/a", pieces_of(content))

        def some(descriptor: int, buffers: list[memoryview], at: int, flags: int) -> int:
            return preadv(descriptor, [buffers[0][:1000]], at, flags)

        say_what_is_in_memory(monkeypatch, some)
        assert await read(storage, "files/a", 0, MB) == content[:MB]

    async def test_files_are_their_owners_alone(self, storage: LocalStorage, tmp_path: Path) -> None:
        await storage.put("files/a", pieces_of(b"x"))
        for path in (tmp_path / "files").rglob("*"):
            assert path.stat().st_mode & 0o077 == 0

    async def test_what_a_killed_process_left_is_cleaned(self, storage: LocalStorage, tmp_path: Path) -> None:
        left = tmp_path / "files/.unfinished/left"
        await storage.put("files/a", pieces_of(b"x"))
        left.write_bytes(b"half")
        assert await storage.clean(datetime.now(UTC) - timedelta(days=1)) == 0
        assert await storage.clean(datetime.now(UTC) + timedelta(seconds=1)) == 1
        assert not left.exists()
        assert await keys_in(storage) == ["files/a"]

    async def test_what_was_written_of_one_key_is_cleaned_by_itself(
        self, storage: LocalStorage, tmp_path: Path
    ) -> None:
        begun = asyncio.Event()

        async def never_whole() -> AsyncIterator[bytes]:
            yield bytes(2 * MB)
            begun.set()
            await asyncio.Event().wait()

        writers = [asyncio.create_task(storage.put(key, never_whole())) for key in ("backups/a-1", "files/a")]
        await begun.wait()
        soon = datetime.now(UTC) + timedelta(seconds=1)
        assert await storage.clean(soon, "backups/b") == 0
        assert await storage.clean(soon, "backups/a-1") == 1
        assert await storage.clean(soon, "backups/") == 0
        assert len([*(tmp_path / "files/.unfinished").iterdir()]) == 1
        await cancel(*writers)

    async def test_a_folder_of_somebody_else_is_not_made(self, tmp_path: Path) -> None:
        storage = LocalStorage(tmp_path / "mnt", is_own=False)
        with pytest.raises(StorageUnavailable, match="Is its disk mounted"):
            await storage.put("backups/a", pieces_of(b"x"))
        assert not (tmp_path / "mnt").exists()

    async def test_of_a_folder_that_is_away_nothing_counts_as_deleted(self, tmp_path: Path) -> None:
        storage = LocalStorage(tmp_path / "mnt", is_own=False)
        with pytest.raises(StorageUnavailable, match="Is its disk mounted"):
            await storage.delete(["backups/a"])
        with pytest.raises(StorageUnavailable, match="Is its disk mounted"):
            await storage.clean(datetime.now(UTC))


class TestDivided:
    async def test_keys_say_where_objects_are(self, tmp_path: Path) -> None:
        main, other = LocalStorage(tmp_path / "files"), LocalStorage(tmp_path / "other")
        storage = DividedStorage(main, "backups/scheduled/", other)
        keys = ["backups/b", "backups/scheduled/a", "files/c"]
        for key in keys:
            await storage.put(key, pieces_of(key.encode()))
        assert (await keys_in(main), await keys_in(other)) == ([keys[0], keys[2]], [keys[1]])
        assert await keys_in(storage) == keys
        assert [each.key async for each in storage.list("backups/")] == keys[:2]
        assert [each.key async for each in storage.list("files/")] == ["files/c"]
        async with storage.reading(keys[1], 8) as pieces:
            assert b"".join([piece async for piece in pieces]) == b"scheduled/a"
        assert await storage.stat("backups/a") is None
        await storage.delete(keys)
        assert await keys_in(storage) == []
        await storage.close()

    async def test_one_bucket_may_be_both(self, tmp_path: Path) -> None:
        storage = DividedStorage(LocalStorage(tmp_path), "backups/scheduled/", LocalStorage(tmp_path))
        await storage.put("backups/scheduled/a", pieces_of(b"x"))
        assert await keys_in(storage) == ["backups/scheduled/a"]


class TestS3:
    async def test_one_that_is_away_is_said(self) -> None:
        storage = S3Storage(S3Access("files", "http://127.0.0.1:1", **ACCESS))
        try:
            with pytest.raises(StorageUnavailable) as refusal:
                await storage.put("files/a", pieces_of(b"x"))
            assert (refusal.value.status, refusal.value.code) == (503, "storage_unavailable")
            with pytest.raises(StorageUnavailable):
                async with storage.reading("files/a"):
                    pass
        finally:
            await storage.close()

    async def test_one_that_goes_away_in_the_middle_is_said(self) -> None:
        with ExitStack() as server:
            storage = await s3_storage(server.enter_context(s3_server()))

            async def outliving() -> AsyncIterator[bytes]:
                yield bytes(9 * MB)
                server.close()
                yield bytes(9 * MB)

            with pytest.raises(StorageUnavailable):
                await storage.put("files/a", outliving())
        await storage.close()

    async def test_an_upload_of_a_killed_process_is_cleaned(self, s3_address: str) -> None:
        storage = await s3_storage(s3_address)
        try:
            async with storage._connected() as client:
                await client.create_multipart_upload(Bucket=storage._access.bucket, Key="files/left")
                await client.create_multipart_upload(Bucket=storage._access.bucket, Key="backups/left")
            assert await storage.clean(datetime(2011, 1, 1, tzinfo=UTC), "backups/left") == 1
            # To moto, all of them were begun in 2010.
            assert await storage.clean(datetime(2010, 1, 1, tzinfo=UTC)) == 0
            assert await storage.clean(datetime(2011, 1, 1, tzinfo=UTC)) == 1
            assert await storage.clean(datetime(2011, 1, 1, tzinfo=UTC)) == 0
        finally:
            await storage.close()
