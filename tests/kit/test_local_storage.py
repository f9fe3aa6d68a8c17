"""A local folder as a storage, and two places as one."""

import asyncio
import errno
import os
import resource
import threading
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kit.cancelling import cancel
from kit.storage import DividedStorage, LocalStorage, StorageFull, StorageUnavailable, local
from tests.kit.storing import CONTENT, MB, keys_in, many, pieces_of, read
from tests.kit.waiting import eventually


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

    async def test_what_a_cancelled_reader_has_opened_is_closed(
        self, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await storage.put("files/a", pieces_of(b"x"))
        begun, goes_on, opened = threading.Event(), threading.Event(), []
        really_open = local._open

        def slow(*arguments: Any) -> Any:
            begun.set()
            assert goes_on.wait(10)
            opened.append(really_open(*arguments))
            return opened[0]

        monkeypatch.setattr(local, "_open", slow)
        reader = asyncio.create_task(read(storage, "files/a"))
        await asyncio.to_thread(begun.wait, 10)
        await cancel(reader)
        goes_on.set()
        await eventually(lambda: bool(opened) and opened[0][0].closed)


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
