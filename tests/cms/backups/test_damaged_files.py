"""Files whose bytes became others on the disk: in backups, and where these are imported."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from pyvips import Image

from cms.backups.importing import Importing
from cms.images import stored_variants
from ecom.brands.models import Brand
from kit.storage import StorageUnavailable
from kit.storage.local import LocalStorage
from tests.cms.backups.archives import archive_of, backed_up, latest_import, listed, put, wipe
from tests.cms.backups.conftest import Whole
from tests.cms.picture_calls import BROWSER, kind
from tests.cms.pictures import encoded, opened, photograph
from tests.cms.upload_calls import upload
from tests.kit.working import run_jobs


async def brightness(whole: Whole, address: str) -> float:
    """How bright the image is that a visitor gets, 0 to 255."""
    answer = await whole.cms.get(address, headers={"Accept": "image/webp,*/*"})
    assert answer.status_code == 200, answer.text
    return float(opened(answer.content).avg())


@contextmanager
def unreadable(*keys: str, after: int = 1) -> Iterator[None]:
    """Has a disk fail wherever these objects are read, but for their first bytes."""
    reading = LocalStorage._reading

    @asynccontextmanager
    async def fails(
        storage: LocalStorage, key: str, start: int, length: int | None
    ) -> AsyncIterator[AsyncIterator[bytes]]:
        async def broken(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
            if start < after:
                yield (await anext(pieces))[: after - start]
            raise StorageUnavailable("The server cannot read or write files. Try again later.")

        async with reading(storage, key, start, length) as pieces:
            yield broken(pieces) if key in keys else pieces

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(LocalStorage, "_reading", fails)
        yield


class TestCreate:
    async def test_names_a_file_that_cannot_be_read_and_has_all_others(self, whole: Whole) -> None:
        before = await whole.objects()
        # Zeros stand in for what cannot be read, and one of the files has no other bytes.
        key = [each for each in before if any(await whole.content_of(each))][-1]
        others = [each for each in before if each != key]
        with unreadable(key):
            told = await backed_up(whole)
            assert told["contents"]["faults"] == 1
            assert [len(backup["faultyNames"]) for backup in await listed(whole)] == [1]
            archive = await archive_of(whole)
        await wipe(whole)
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        after = await whole.objects()
        assert {each: after[each] for each in others} == {each: before[each] for each in others}

    async def test_fails_where_no_file_can_be_read(self, whole: Whole) -> None:
        assert len(await whole.objects()) >= 3
        headers = {**whole.headers, "Prefer": "respond-async"}
        with unreadable(*await whole.objects()):
            assert (await whole.cms.post("/cms/backups", headers=headers)).status_code == 202
            [job] = await run_jobs(whole.cms, "backups.create")
        assert job.state == "queued", "it is tried again"

    async def test_names_the_files_that_are_missing_or_damaged(self, whole: Whole) -> None:
        keys = {row["name"]: row["storage_key"] for row in (await whole.rows())["cms.entities"]}
        await whole.damage(keys["2.bin"])
        await whole.cms.kit.storage.delete([keys["0.bin"]])
        archive = await archive_of(whole)
        assert (await put(whole, archive)).status_code == 200
        told = {backup["kind"]: (backup["faultyFiles"], backup["faultyNames"]) for backup in await listed(whole)}
        # Also of one that comes as an archive.
        assert told["manual"] == told["uploaded"] == (2, ["images/0.bin", "images/2.bin"])


class TestImport:
    async def test_brings_back_rows_beside_a_file_that_is_damaged(self, whole: Whole) -> None:
        key, *_ = await whole.objects()
        damaged = await whole.damage(key)
        told = await backed_up(whole)
        assert told["contents"]["faults"] == 1
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        address = f"/cms/backups/{told['name']}/imports"
        assert (await whole.cms.post(address, headers=whole.headers, json={})).status_code == 202
        await run_jobs(whole.cms, "backups.import")
        latest = await latest_import(whole)
        assert (latest["state"], latest["problem"]) == ("done", None)
        assert [row["name"] for row in (await whole.rows())["ecom.brands"]] == ["Oak"]
        assert await whole.digest_of(key) == damaged

    async def test_leaves_a_file_that_was_damaged_only_in_the_backup(self, whole: Whole) -> None:
        before = await whole.objects()
        key, *_ = before
        content = await whole.content_of(key)
        await whole.damage(key)
        archive = await archive_of(whole)
        await whole.store(key, content)
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        assert await whole.objects() == before

    async def test_brings_a_damaged_file_where_there_is_none(self, whole: Whole) -> None:
        key, *_ = await whole.objects()
        damaged = await whole.damage(key)
        archive = await archive_of(whole)
        await wipe(whole)
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        assert await whole.digest_of(key) == damaged
        # Those of a site that was wiped belonged to nothing there.
        assert answer.json()["mendedFiles"] == 0

    async def test_mends_a_file_that_was_damaged_since(self, whole: Whole) -> None:
        before = await whole.objects()
        archive = await archive_of(whole)
        key, missing, *_ = before
        await whole.damage(key)
        await whole.cms.kit.storage.delete([missing])
        answer = await put(whole, archive, parts="files")
        assert answer.status_code == 200, answer.text
        assert await whole.objects() == before
        assert (answer.json()["mendedFiles"], answer.json()["lost"]) == (2, {})

    async def test_mends_a_file_that_cannot_be_read(self, whole: Whole) -> None:
        before = await whole.objects()
        archive = await archive_of(whole)
        *_, key = before
        with unreadable(key):
            answer = await put(whole, archive, parts="files")
        assert answer.status_code == 200, answer.text
        assert (await whole.objects(), answer.json()["mendedFiles"]) == (before, 1)

    async def test_visitors_get_images_anew_that_were_made_of_a_file_while_it_was_damaged(self, whole: Whole) -> None:
        answer = await upload(whole.cms, whole.headers, ("a.png", encoded(Image.black(8, 8), "png")))
        assert answer.status_code == 200, answer.text
        archive = await archive_of(whole)
        [key] = [row["storage_key"] for row in (await whole.rows())["cms.entities"] if row["name"] == "a.png"]
        await whole.store(key, encoded(Image.black(8, 8).invert(), "png"))
        assert await brightness(whole, "/files/a.png?size=xs") == 255
        answer = await put(whole, archive, parts="files")
        assert answer.status_code == 200, answer.text
        assert await brightness(whole, "/files/a.png?size=xs") == 0

    async def test_visitors_get_the_best_format_that_was_refused_of_a_file_while_it_was_damaged(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # As another process, which has not asked yet.
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        answer = await upload(whole.cms, whole.headers, ("a.jpg", encoded(photograph(300, 200))))
        assert answer.status_code == 200, answer.text
        address = answer.json()["success"]["a.jpg"]["path"]["versioned"] + "&size=xs"
        archive = await archive_of(whole)
        assert kind(await whole.cms.get(address, headers=BROWSER)) == "image/webp"
        [key] = [row["storage_key"] for row in (await whole.rows())["cms.entities"] if row["name"] == "a.jpg"]
        await whole.damage(key)
        [job] = await run_jobs(whole.cms, stored_variants.MAKE)
        assert (job.state, job.result["reason"]) == ("done", "not_an_image")
        answer = await put(whole, archive, parts="files")
        assert answer.status_code == 200, answer.text
        assert kind(await whole.cms.get(address, headers=BROWSER)) == "image/webp"
        await run_jobs(whole.cms, stored_variants.MAKE)
        answer = await whole.cms.get(address, headers=BROWSER)
        assert (kind(answer), answer.headers["cache-control"]) == ("image/avif", "public, max-age=31536000, immutable")

    async def test_nor_what_was_being_made_of_the_damaged_bytes_when_they_were_replaced(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answer = await upload(whole.cms, whole.headers, ("a.png", encoded(Image.black(8, 8), "png")))
        assert answer.status_code == 200, answer.text
        archive = await archive_of(whole)
        [key] = [row["storage_key"] for row in (await whole.rows())["cms.entities"] if row["name"] == "a.png"]
        await whole.store(key, encoded(Image.black(8, 8).invert(), "png"))
        assert await brightness(whole, "/files/a.png?size=xs") == 255
        [variant] = await stored_variants.keys_of_variants(whole.cms.kit.storage, key)
        made = await whole.content_of(variant)
        restore = Importing._restore

        async def made_meanwhile(importing: Importing, *arguments: Any) -> Any:
            await whole.store(variant, made)
            return await restore(importing, *arguments)

        monkeypatch.setattr(Importing, "_restore", made_meanwhile)
        answer = await put(whole, archive, parts="files")
        assert answer.status_code == 200, answer.text
        assert await brightness(whole, "/files/a.png?size=xs") == 0

    async def test_does_not_put_a_damaged_file_over_a_whole_one_whose_row_is_gone(self, whole: Whole) -> None:
        before = await whole.objects()
        key, *_ = before
        content = await whole.content_of(key)
        await whole.damage(key)
        archive = await archive_of(whole)
        await wipe(whole)
        await whole.store(key, content)
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        assert await whole.objects() == before
