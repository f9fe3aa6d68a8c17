"""Images from their upload to the browser: what is found in them, and the variants that visitors get."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, update

from cms.app import app
from cms.files import tasks as files_tasks
from cms.files.models import Entity
from cms.files.tasks import delete_objects_later, sweep
from cms.images import service, stored_variants
from kit import jobs
from kit.storage import StorageUnavailable
from kit.tables import Job
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import file
from tests.cms.pictures import MODEL, animation, encoded, opened, photograph, png_of_size, with_tags
from tests.cms.test_scanning import EICAR, Serve, clamd_answers, once, serve
from tests.cms.test_uploads import upload
from tests.kit.working import run_jobs

__all__ = ["serve"]

BROWSER = {"Accept": "image/avif,image/webp,image/png,image/*;q=0.8,*/*;q=0.5"}
OLDER = {"Accept": "image/webp,*/*"}
OLDEST = {"Accept": "*/*"}


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    return tokens.bearer("editor")


async def uploaded(client: ServiceClient, headers: Any, name: str, content: bytes) -> dict[str, Any]:
    answer = await upload(client, headers, (name, content))
    told: dict[str, Any] = answer.json()["success"][name]
    return told


async def refused(client: ServiceClient, headers: Any, name: str, content: bytes) -> tuple[int, str]:
    answer = await upload(client, headers, (name, content))
    assert answer.json()["success"] == {}
    told = answer.json()["failed"][name]
    return told["status"], told["code"]


async def keys(client: ServiceClient, prefix: str) -> list[str]:
    return sorted([each.key async for each in client.kit.storage.list(prefix)])


def kind(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return answer.headers["content-type"]


class TestUpload:
    async def test_an_image_is_told_with_its_size_and_what_was_written_into_it(
        self, client: ServiceClient, editor: Any
    ) -> None:
        told = await uploaded(client, editor, "a.jpg", with_tags(photograph(64, 48), {MODEL: "Nikon"}, orientation=6))
        assert (told["width"], told["height"]) == (48, 64)
        assert told["metaData"]["exif"]["Model"] == "Nikon"

    async def test_one_that_nobody_could_show_is_refused_and_nothing_is_left(
        self, client: ServiceClient, editor: Any
    ) -> None:
        damaged = encoded(photograph(400, 300))
        assert await refused(client, editor, "a.jpg", damaged[: len(damaged) // 2]) == (422, "image_refused")
        assert await refused(client, editor, "b.png", png_of_size(50_000, 50_000)) == (422, "image_refused")
        assert await keys(client, "files/") == []

    @pytest.mark.parametrize("brand", [b"heic", b"heix", b"hevc", b"mif1", b"msf1"])
    async def test_what_cannot_be_encoded_anew_is_refused_with_what_a_phone_wrote_into_it(
        self, client: ServiceClient, editor: Any, brand: bytes
    ) -> None:
        content = b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic" + b"Exif\0\0GPSLatitude" + bytes(100)
        for name in ("a.heic", "b.jpg", "c"):
            assert await refused(client, editor, name, content) == (422, "image_refused")
        assert await keys(client, "files/") == []

    async def test_an_image_that_says_late_that_it_is_an_avif_is_one(self, client: ServiceClient, editor: Any) -> None:
        content = encoded(photograph(300, 200), "avif")
        assert content[4:12] == b"ftypavif"
        assert b"avif" in content[16 : int.from_bytes(content[:4])]
        told = await uploaded(client, editor, "a.avif", content[:8] + b"mif1" + content[12:])
        assert (told["mimeType"], told["width"]) == ("image/avif", 300)
        assert kind(await client.get("/files/a.avif?size=xs", headers=OLDEST)) == "image/jpeg"

    async def test_what_is_no_image_is_not_looked_into(self, client: ServiceClient, editor: Any) -> None:
        told = await uploaded(client, editor, "a.txt", b"words")
        assert (told["width"], told["metaData"]["exif"]) == (None, None)

    async def test_an_infected_file_is_refused(self, start: Start, tokens: Tokens, serve: Serve) -> None:
        client = await start(app, clamd_address=await serve())
        headers = tokens.bearer("editor")
        assert await refused(client, headers, "a.txt", EICAR) == (422, "file_infected")
        assert await keys(client, "files/") == []
        assert (await uploaded(client, headers, "b.txt", b"words"))["size"] == 5

    async def test_without_the_scanner_none_of_several_files_is_there(
        self, start: Start, tokens: Tokens, serve: Serve
    ) -> None:
        client = await start(app, clamd_address=await serve(once(clamd_answers)))
        answer = await upload(client, tokens.bearer("editor"), ("a.txt", b"1"), ("b.txt", b"2"))
        assert (answer.status_code, answer.json()["code"]) == (503, "scanner_unavailable")
        assert await keys(client, "files/") == []
        listed = await client.get("/cms/file-entities", headers=tokens.bearer("editor"))
        assert listed.json()["total"] == 0


class TestDelivery:
    @pytest.mark.parametrize(("size", "width"), [("xs", 128), ("sm", 256), ("md", 512), ("lg", 600), ("full", 600)])
    async def test_it_comes_in_the_size_that_is_asked_for(
        self, client: ServiceClient, editor: Any, size: str, width: int
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(600, 300)))
        answer = await client.get(f"/files/a.jpg?size={size}", headers=OLDEST)
        assert kind(answer) == "image/jpeg"
        assert (opened(answer.content).width, opened(answer.content).height) == (width, width // 2)

    async def test_within_a_page_it_is_of_middle_size_and_by_itself_whole(
        self, client: ServiceClient, editor: Any
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(600, 300)))
        within = await client.get("/files/a.jpg", headers={**OLDEST, "Sec-Fetch-Dest": "image"})
        alone = await client.get("/files/a.jpg", headers={**OLDEST, "Sec-Fetch-Dest": "document"})
        assert (opened(within.content).width, opened(alone.content).width) == (512, 600)
        assert within.headers["vary"] == alone.headers["vary"] == "Accept, Sec-Fetch-Dest"

    async def test_the_best_format_comes_once_a_worker_has_made_it(self, client: ServiceClient, editor: Any) -> None:
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        address = told["path"]["versioned"] + "&size=xs"
        first = await client.get(address, headers=BROWSER)
        assert (kind(first), first.headers["cache-control"]) == ("image/webp", "public, max-age=60")
        assert first.headers["content-disposition"] == 'inline; filename="a.webp"'
        await client.get(address, headers=BROWSER)
        assert [job.name for job in await run_jobs(client)] == ["images.make_variant"]
        second = await client.get(address, headers=BROWSER)
        assert (kind(second), second.headers["cache-control"]) == ("image/avif", "public, max-age=31536000, immutable")
        assert second.headers["etag"] != first.headers["etag"]
        assert kind(await client.get(address, headers=OLDER)) == "image/webp"

    async def test_a_better_format_is_asked_for_once_however_many_come_by(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = 0

        async def enqueue(*arguments: Any, **options: Any) -> Any:
            nonlocal asked
            asked += 1
            return await jobs.enqueue(*arguments, **options)

        monkeypatch.setattr(stored_variants, "enqueue", enqueue)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await uploaded(client, editor, "b.jpg", encoded(photograph(300, 200)))
        for name in "aabab":
            await client.get(f"/files/{name}.jpg?size=xs", headers=BROWSER)
        assert asked == 2
        # What was asked for and never made, as after a restore, is asked for again.
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        assert asked == 3

    @pytest.mark.parametrize("query", ["", "&crop=0-0-10000-10000-1-1"])
    async def test_a_focal_point_moved_while_the_best_format_is_on_its_way_changes_nothing(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch, query: str
    ) -> None:
        # As another process, which has not asked yet.
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=OLDER)
        assert kind(await client.get(f"/files/a.jpg?size=xs{query}", headers=BROWSER)) == "image/webp"
        body = {"metaData": {"focalPoint": {"x": 1, "y": 0.5}}}
        await client.put(f"/cms/file-entities/{told['id']}", json=body, headers={**editor, "If-Match": '"1"'})
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert len(await run_jobs(client)) == 1
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_job_that_has_the_key_otherwise_takes_no_image_away(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        as_args = stored_variants.Variant.as_args
        with monkeypatch.context() as earlier:
            # As the release before crops asked for it.
            earlier.setattr(
                stored_variants.Variant,
                "as_args",
                lambda variant: {name: value for name, value in as_args(variant).items() if name != "crop"},
            )
            await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
            await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        await run_jobs(client)
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_better_format_that_could_not_be_made_is_made_an_hour_later(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        storage = client.kit.storage
        with monkeypatch.context() as away:

            async def put(*arguments: Any) -> Any:
                raise StorageUnavailable("The storage does not answer.")

            away.setattr(type(storage), "put", put)
            for _ in range(3):
                await run_jobs(client)
        assert [job.state for job in await run_jobs(client)] == ["failed"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert len(await run_jobs(client)) == 1
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(minutes=61)))
        for _ in range(2):
            await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        assert [job.state for job in await run_jobs(client)] == ["failed", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_a_better_format_that_the_image_is_too_much_for_is_left_at_that(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        with monkeypatch.context() as hurried:
            hurried.setattr(service, "_VARIANT_SECONDS", 0)
            await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(minutes=61)))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        # One job, and none that an alert tells of until somebody dismisses it.
        [job] = await run_jobs(client)
        assert (job.state, job.result) == ("done", {"refused": "Processing took too long.", "reason": "too_costly"})

    async def test_until_the_next_day_for_the_machine_may_have_been_short_of_time(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        with monkeypatch.context() as hurried:
            hurried.setattr(service, "_VARIANT_SECONDS", 0)
            await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(hours=25)))
        for _ in range(2):
            assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert [job.state for job in await run_jobs(client)] == ["done", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    async def test_what_is_damaged_is_not_tried_again(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        content = encoded(photograph(300, 200))
        await uploaded(client, editor, "a.jpg", content)
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        [original] = await keys(client, "files/")

        async def cut_off() -> AsyncIterator[bytes]:
            yield content[: len(content) // 2]

        # As a storage gives it whose disk fails.
        await client.kit.storage.put(original, cut_off())
        await run_jobs(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(finished_at=datetime.now(UTC) - timedelta(hours=25)))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        [job] = await run_jobs(client)
        assert (job.state, job.result["reason"]) == ("done", "image_damaged")

    async def test_a_better_format_that_was_lost_is_made_again(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stored_variants, "_ASK_AGAIN_SECONDS", 0)
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=BROWSER)
        await run_jobs(client)
        await client.kit.storage.delete(await keys(client, "variants/"))
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/webp"
        assert [job.state for job in await run_jobs(client)] == ["done", "done"]
        assert kind(await client.get("/files/a.jpg?size=xs", headers=BROWSER)) == "image/avif"

    @pytest.mark.parametrize(
        ("width", "height", "size"), [(100, 20_000, "full"), (520, 16_700, "md"), (20_000, 90, "full")]
    )
    async def test_what_is_too_long_for_the_best_format_comes_in_another(
        self, client: ServiceClient, editor: Any, width: int, height: int, size: str
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(width, height)))
        for headers in (BROWSER, OLDER):
            answer = await client.get(f"/files/a.jpg?size={size}", headers=headers)
            assert kind(answer) == "image/jpeg"
        small = await client.get("/files/a.jpg?size=xs", headers=OLDER)
        assert kind(small) == ("image/webp" if width != 100 else "image/jpeg")

    async def test_what_the_best_format_takes_too_much_for_comes_in_another(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store_variant, tried = service.store_variant, list[str]()

        async def hurried(*arguments: Any, format: Any, **named: Any) -> int:
            tried.append(format)
            with monkeypatch.context() as limits:
                if format == "webp":
                    limits.setattr(service, "_VARIANT_SECONDS", 0)
                return await store_variant(*arguments, format=format, **named)

        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        with monkeypatch.context() as short:
            short.setattr(stored_variants, "store_variant", hurried)
            for _ in range(2):
                assert kind(await client.get("/files/a.jpg?size=full", headers=OLDER)) == "image/jpeg"
        # Each try may take a minute of a core, so visitors do not begin it again one after the other.
        assert tried == ["webp", "jpeg"]
        monkeypatch.setattr(stored_variants, "_TRY_COSTLY_AGAIN", timedelta())
        assert kind(await client.get("/files/a.jpg?size=full", headers=OLDER)) == "image/webp"

    async def test_what_is_too_much_for_every_format_is_refused(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        monkeypatch.setattr(service, "_VARIANT_SECONDS", 0)
        answer = await client.get("/files/a.jpg?size=full", headers=OLDER)
        assert (answer.status_code, answer.json()["reason"]) == (422, "too_costly")

    @pytest.mark.parametrize(
        ("name", "brand", "known_as"),
        [("a.heic", b"heic", "image/heic"), ("a.jpg", b"mif1", "image/heic"), ("a.HEIC", b"msf1", "video/mp4")],
    )
    async def test_one_of_an_earlier_release_that_nothing_encodes_is_the_editors_alone(
        self, client: ServiceClient, editor: Any, name: str, brand: bytes, known_as: str
    ) -> None:
        content = b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic" + b"Exif\0\0GPSLatitude" + bytes(100)
        stored = await file(client, name, content)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Entity).values(mime_type=known_as))
        signed = await client.post(f"/cms/files/{stored.id}/address", json={}, headers=editor)
        for address in (f"/files/{name}", f"/files/{name}?size=md", signed.json()["uri"]):
            answer = await client.get(address, headers=BROWSER)
            assert (answer.status_code, answer.json()["code"]) == (422, "image_refused")
            assert (await client.head(address, headers=BROWSER)).status_code == 422
        kept = await client.get(f"/cms/files/{stored.id}/content", headers=editor)
        assert (kept.content, kept.headers["content-disposition"]) == (content, f'attachment; filename="{name}"')

    async def test_nothing_of_what_was_written_into_it_gets_out(self, client: ServiceClient, editor: Any) -> None:
        hidden = b"<script>alert(1)</script>"
        content = with_tags(photograph(300, 200), {MODEL: "Nikon"}, orientation=6) + hidden
        await uploaded(client, editor, "a.jpg", content)
        for query in ("", "?size=full", "?size=original", "?size=xs", "?aspect=1:1"):
            answer = await client.get(f"/files/a.jpg{query}", headers=OLDEST)
            assert answer.status_code == 200
            assert [part for part in (b"Nikon", hidden) if part in answer.content] == [], query

    async def test_it_is_cut_to_a_shape_around_what_has_to_be_seen(self, client: ServiceClient, editor: Any) -> None:
        told = await uploaded(client, editor, "a.png", encoded(photograph(600, 300), "png"))
        middle = opened((await client.get("/files/a.png?aspect=1:1&size=full", headers=OLDEST)).content)
        assert (middle.width, middle.height) == (300, 300)
        body = {"metaData": {"focalPoint": {"x": 1, "y": 0.5}}}
        headers = {**editor, "If-Match": '"1"'}
        changed = await client.put(f"/cms/file-entities/{told['id']}", json=body, headers=headers)
        assert changed.json()["path"]["versioned"] != told["path"]["versioned"]
        right = opened((await client.get("/files/a.png?aspect=1:1&size=full", headers=OLDEST)).content)
        # Red grows to the right.
        assert right(0, 150)[0] > middle(0, 150)[0] + 40
        assert (await client.get("/files/a.png?aspect=7:1")).status_code == 422

    async def test_another_quality_is_another_image_at_another_address(
        self, client: ServiceClient, editor: Any
    ) -> None:
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        before = await client.get(told["path"]["versioned"], headers=OLDEST)
        body = {"metaData": {"jpegQuality": 20}}
        headers = {**editor, "If-Match": '"1"'}
        changed = (await client.put(f"/cms/file-entities/{told['id']}", json=body, headers=headers)).json()
        assert changed["path"]["versioned"] != told["path"]["versioned"]
        after = await client.get(changed["path"]["versioned"], headers=OLDEST)
        assert len(after.content) < len(before.content)
        assert "immutable" in after.headers["cache-control"]

    async def test_a_part_of_a_variant_is_a_part_of_it(self, client: ServiceClient, editor: Any) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        whole = await client.get("/files/a.jpg?size=xs", headers=OLDEST)
        part = await client.get("/files/a.jpg?size=xs", headers={**OLDEST, "Range": "bytes=10-19"})
        assert (part.status_code, part.content) == (206, whole.content[10:20])
        known = {**OLDEST, "If-None-Match": whole.headers["etag"]}
        assert (await client.get("/files/a.jpg?size=xs", headers=known)).status_code == 304

    async def test_animations_move_in_all_formats(self, client: ServiceClient, editor: Any) -> None:
        await uploaded(client, editor, "a.gif", animation(300, 200, 4))
        for headers, shown in ((BROWSER, "image/webp"), (OLDEST, "image/gif")):
            answer = await client.get("/files/a.gif?size=xs", headers=headers)
            assert (kind(answer), opened(answer.content).get_n_pages()) == (shown, 4)

    async def test_one_that_is_for_some_is_for_nobodys_cache_in_every_size(
        self, client: ServiceClient, editor: Any, tokens: Tokens
    ) -> None:
        told = await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        body = {"metaData": {"scopeWhitelist": ["members"]}}
        headers = {**editor, "If-Match": '"1"'}
        await client.put(f"/cms/file-entities/{told['id']}", json=body, headers=headers)
        assert (await client.get("/files/a.jpg?size=xs")).status_code == 401
        answer = await client.get("/files/a.jpg?size=xs", headers={**tokens.bearer("members"), **OLDEST})
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-store")

    async def test_many_who_want_the_same_wait_for_one(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        made: list[str] = []
        real = service.make_variant

        async def counted(*arguments: Any, **options: Any) -> None:
            made.append(options["format"])
            await real(*arguments, **options)

        monkeypatch.setattr(service, "make_variant", counted)
        answers = await asyncio.gather(*(client.get("/files/a.jpg?size=xs", headers=OLDEST) for _ in range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert made == ["jpeg"]


class TestRemoval:
    async def test_variants_go_with_their_original(self, client: ServiceClient, editor: Any) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await uploaded(client, editor, "b.jpg", encoded(photograph(300, 200)))
        for name in ("a", "b"):
            await client.get(f"/files/{name}.jpg?size=xs", headers=OLDEST)
        (first, _), variants = await keys(client, "files/"), await keys(client, "variants/")
        assert len(variants) == 2
        async with client.kit.database.transaction() as session:
            await session.execute(delete(Entity).where(Entity.storage_key == first))
            await delete_objects_later(session, [first])
        await run_jobs(client)
        assert await keys(client, "variants/") == [key for key in variants if first.rpartition("/")[2] not in key]

    async def test_those_without_an_original_are_swept(
        self, client: ServiceClient, editor: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await uploaded(client, editor, "a.jpg", encoded(photograph(300, 200)))
        await client.get("/files/a.jpg?size=xs", headers=OLDEST)
        (kept,) = await keys(client, "variants/")
        identifier = uuid.uuid4().hex

        async def pieces() -> Any:
            yield b"lost"

        await client.kit.storage.put(f"variants/{identifier[:2]}/{identifier}/xs-webp-80", pieces())
        monkeypatch.setattr(files_tasks, "_YOUNG", -files_tasks._YOUNG)
        run: Any = type("Run", (), {"state": client.kit})
        await sweep(run, {})
        assert await keys(client, "variants/") == [kept]
