"""Images on their way to the browser: the variants that visitors get, and how those go."""

import asyncio
import uuid
from typing import Any

import pytest
from sqlalchemy import delete, update

from cms.files import tasks as files_tasks
from cms.files.models import Entity
from cms.files.tasks import delete_objects_later, sweep
from cms.images import service
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import file
from tests.cms.picture_calls import BROWSER, OLDEST, editor, keys, kind, uploaded
from tests.cms.pictures import MODEL, animation, encoded, opened, photograph, with_tags
from tests.kit.working import run_jobs

__all__ = ["editor"]


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
