"""The local folder and S3 as storages: one suite for both."""

import asyncio
import hashlib
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import text

from kit.outside import CallInTransaction
from kit.storage import (
    LocalStorage,
    ObjectMissing,
    Storage,
    StorageUnavailable,
    new_key,
    pieces_in,
    s3,
)
from kit.storage.s3 import S3Access, S3Storage
from kit.testing import ServiceClient
from tests.kit.paged_uploads import paged_uploads
from tests.kit.storing import CONTENT, MB, keys_in, many, pieces_of, read
from tests.s3_server import ACCESS, s3_server, s3_storage


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


async def test_an_open_file_is_given_from_its_beginning_so_many_bytes_at_a_time() -> None:
    file = BytesIO(b"0123456789")
    file.seek(7)
    assert [piece async for piece in pieces_in(file, 4)] == [b"0123", b"4567", b"89"]
    assert [piece async for piece in pieces_in(BytesIO())] == []


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

    @pytest.mark.timeout(600)
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

    @pytest.mark.timeout(600)
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

    async def test_parts_grow_with_an_object(self, s3_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """S3 takes 10,000 of them, which would be 80 GB of the first ones: a backup may be longer."""
        sizes = [*islice(s3.part_sizes(), 10_000)]
        assert (sum(sizes) > 1_000_000 * MB, sum(sizes[:2_000]), max(sizes)) == (True, 16_000 * MB, 256 * MB)
        monkeypatch.setattr(s3, "_LONGER_PARTS", ((8 * MB, 1), (9 * MB, 1)))
        monkeypatch.setattr(s3, "_LONGEST_PART", 10 * MB)
        storage = await s3_storage(s3_address)
        try:
            written = await storage.put("files/long", many(29, CONTENT))
            assert (written.size, await read(storage, "files/long")) == (29 * MB, CONTENT * 29)
            async with storage._connected() as client:
                place = {"Bucket": storage._access.bucket, "Key": "files/long"}
                parts = [await client.head_object(**place, PartNumber=number) for number in (1, 2, 3, 4)]
            assert [part["ContentLength"] // MB for part in parts] == [8, 9, 10, 2]
        finally:
            await storage.close()

    async def test_uploads_that_are_listed_in_several_pages_are_all_cleaned(self) -> None:
        keys = [f"files/{number}" for number in range(7)]
        with paged_uploads(*keys, "other/1") as (address, left):
            storage = S3Storage(S3Access("bucket", address, **ACCESS))
            try:
                assert await storage.clean(datetime(2011, 1, 1, tzinfo=UTC), "files/") == 7
            finally:
                await storage.close()
        assert left == ["other/1"]

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
