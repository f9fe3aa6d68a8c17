"""Archives that lie, lead elsewhere or were cut off: nothing of the site changes."""

import gzip
import tarfile
from collections.abc import Callable

import orjson
import pytest

from cms.backups.contents import FORMAT
from tests.cms.backups.archives import Members, archive_of, changed, honest, put, put_together, taken_apart
from tests.cms.backups.conftest import Whole

MB = 1024 * 1024


@pytest.fixture
async def members(whole: Whole) -> Members:
    return taken_apart(await archive_of(whole))


async def refused(whole: Whole, archive: bytes, code: str = "backup_invalid") -> None:
    before, objects = await whole.rows(), await whole.objects()
    answer = await put(whole, archive)
    assert (answer.status_code in {409, 422}, answer.json()["code"]) == (True, code), answer.text
    assert await whole.rows() == before
    assert await whole.objects() == objects
    told = (await whole.cms.get("/cms/backups/imports/latest", headers=whole.headers)).json()["latest"]
    assert (told["state"], told["safetyBackup"]) == ("failed", None)


def rows_changed(members: Members, part: str, change: Callable[[bytes], bytes]) -> Members:
    name = f"{part}/0001.jsonl.gz"
    lines = gzip.decompress(members[name])
    different = change(lines)
    assert different != lines
    return honest({**members, name: gzip.compress(different)})


async def test_an_archive_put_together_anew_is_taken(whole: Whole, members: Members) -> None:
    answer = await put(whole, put_together(honest(members)))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    "name", ["../../etc/cron.d/x", "/etc/passwd", "objects/../../x", "objects/files/ab/..", "C:\\x", "notes.txt"]
)
async def test_a_name_that_leads_elsewhere(whole: Whole, members: Members, name: str) -> None:
    manifest = members.pop("manifest.json")
    await refused(whole, put_together(honest({**members, name: b"x", "manifest.json": manifest})))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
async def test_what_is_no_plain_file(whole: Whole, members: Members, kind: bytes) -> None:
    def odd(info: tarfile.TarInfo) -> None:
        if info.name.startswith("objects/"):
            info.type, info.linkname = kind, "/etc/passwd"

    await refused(whole, put_together(members, odd))


async def test_a_bomb(whole: Whole, members: Members) -> None:
    bomb = gzip.compress(bytes(600 * MB), 9)
    assert len(bomb) < MB
    await refused(whole, put_together(honest({**members, "shop/0001.jsonl.gz": bomb})))


async def test_a_declared_size_of_nothing(whole: Whole, members: Members) -> None:
    archive = bytearray(put_together(members))
    start = archive.index(b"manifest.json")
    info = tarfile.TarInfo("manifest.json")
    archive[start : start + 512] = info.tobuf(tarfile.GNU_FORMAT)
    await refused(whole, bytes(archive))


class TestManifest:
    async def test_that_names_another_digest(self, whole: Whole, members: Members) -> None:
        told = orjson.loads(members["manifest.json"])["members"]
        told["shop/0001.jsonl.gz"][1] = "0" * 64
        await refused(whole, put_together(changed(members, "manifest.json", members=told)))

    async def test_that_tells_other_counts(self, whole: Whole, members: Members) -> None:
        parts = orjson.loads(members["manifest.json"])["parts"]
        parts["shop"]["counts"]["brands"] = 7
        await refused(whole, put_together(changed(members, "manifest.json", parts=parts)))

    async def test_that_is_missing(self, whole: Whole, members: Members) -> None:
        del members["manifest.json"]
        await refused(whole, put_together(members))

    async def test_with_one_object_in_place_of_another(self, whole: Whole, members: Members) -> None:
        name = next(name for name in members if name.startswith("objects/"))
        await refused(whole, put_together(honest({**members, name: b"x" * len(members[name])})))

    async def test_without_an_object_that_a_row_names(self, whole: Whole, members: Members) -> None:
        del members[next(name for name in members if name.startswith("objects/"))]
        await refused(whole, put_together(honest(members)))


class TestRows:
    async def test_that_nobody_could_log_in_with(self, whole: Whole, members: Members) -> None:
        def without_super(lines: bytes) -> bytes:
            return lines.replace(b'"super"', b'"other"')

        before = await whole.rows()
        answer = await put(whole, put_together(rows_changed(members, "users", without_super)))
        assert (answer.status_code, answer.json()["code"]) == (422, "backup_invalid")
        assert await whole.rows() == before

    async def test_that_contradict_one_another(self, whole: Whole, members: Members) -> None:
        def twice(lines: bytes) -> bytes:
            *rows, counts, end = lines.split(b"\n")
            assert end == b""
            return b"\n".join([*rows, rows[-1], counts.replace(b'"brands":1', b'"brands":2'), b""])

        archive = rows_changed(members, "shop", twice)
        parts = orjson.loads(archive["manifest.json"])["parts"]
        parts["shop"]["counts"]["brands"] = 2
        before = await whole.rows()
        answer = await put(whole, put_together(changed(archive, "manifest.json", parts=parts)))
        assert answer.json()["code"] == "backup_invalid", answer.text
        assert await whole.rows() == before

    async def test_of_a_part_nobody_knows(self, whole: Whole, members: Members) -> None:
        renamed = {name.replace("shop/", "later/"): content for name, content in members.items()}
        await refused(whole, put_together(honest(renamed)))


class TestFile:
    @pytest.mark.parametrize("share", [0.0001, 0.3, 0.9, 0.9999])
    async def test_that_was_cut_off(self, whole: Whole, members: Members, share: float) -> None:
        archive = put_together(members).rstrip(b"\0")
        await refused(whole, archive[: max(int(len(archive) * share), 1)])

    @pytest.mark.parametrize("junk", [b"x", b"PK\x03\x04" + bytes(600), bytes(10_240), b"\xff" * 2048])
    async def test_that_is_no_archive(self, whole: Whole, junk: bytes) -> None:
        await refused(whole, junk)

    async def test_of_a_newer_version(self, whole: Whole, members: Members) -> None:
        newer = honest(changed(members, "backup.json", format=FORMAT + 1, release="99.0"))
        await refused(whole, put_together(newer), "backup_too_new")

    async def test_of_other_tables(self, whole: Whole, members: Members) -> None:
        def other(lines: bytes) -> bytes:
            return lines.replace(b'"revision":"', b'"revision":"9', 1)

        archive = rows_changed(members, "crm", other)
        parts = orjson.loads(archive["manifest.json"])["parts"]
        parts["crm"]["revision"] = f"9{parts['crm']['revision']}"
        await refused(whole, put_together(changed(archive, "manifest.json", parts=parts)), "backup_revision_differs")
