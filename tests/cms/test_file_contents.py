"""Other contents for files that are there, and the way back."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from cms.app import app
from cms.files import tasks
from cms.files.models import Entity, FormerContent
from kit.audit import AuditEntry
from kit.jobs import enqueue
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.asgi import cut_off
from tests.cms.factory import file, folder
from tests.cms.file_content_calls import former, replace, restore
from tests.cms.file_library import Library, admins_library, editor, keys_stored, library, make_old, purge, tags_told
from tests.cms.pictures import MODEL, encoded, photograph, with_tags
from tests.kit.working import run_jobs

__all__ = ["admins_library", "editor", "library"]


class TestReplace:
    async def test_visitors_get_the_new_content_at_the_same_address(
        self, library: Library, client: ServiceClient
    ) -> None:
        await folder(client, "papers")
        stored = await file(client, "a b.pdf", b"%PDF-1 before", bucket_name="papers")
        before = await client.get("/files/papers/a%20b.pdf")
        meta = {"metaData": {"alt": "A paper"}}
        await library.call("PUT", f"/file-entities/{stored.id}", meta, **{"If-Match": '"1"'})
        told = await tags_told(client)
        answer = await replace(library, stored.id, b"%PDF-2 after", '"2"')
        assert (answer.status_code, answer.headers["etag"]) == (200, '"3"')
        body = answer.json()
        assert (body["name"], body["metaData"]["alt"], body["size"]) == ("a b.pdf", "A paper", 12)
        assert (await tags_told(client))[len(told) :] == [f"file:{stored.id}"]
        after = await client.get(
            "/files/papers/a%20b.pdf",
            headers={"If-None-Match": before.headers["etag"], "If-Modified-Since": before.headers["last-modified"]},
        )
        assert (after.status_code, after.content) == (200, b"%PDF-2 after")
        async with client.kit.database.transaction() as session:
            actions = await session.scalars(select(AuditEntry.action).where(AuditEntry.subject_id == stored.id))
            assert "file.content_replaced" in [*actions]

    async def test_images_stand_for_one_another_and_their_sizes_are_known(
        self, library: Library, client: ServiceClient
    ) -> None:
        uploaded = await client.post(
            "/cms/files", files={"f": ("a.png", encoded(photograph(60, 40), "png"))}, headers=library.headers
        )
        stored = uploaded.json()["success"]["a.png"]
        answer = await replace(library, stored["id"], encoded(photograph(30, 90)))
        found = answer.json()
        assert (found["mimeType"], found["width"], found["height"]) == ("image/jpeg", 30, 90)
        assert found["path"]["uri"] == stored["path"]["uri"]
        assert found["path"]["versioned"] != stored["path"]["versioned"]
        shown = await client.get(found["path"]["uri"])
        assert shown.headers["content-type"] == "image/jpeg"
        back = (await restore(library, stored["id"])).json()
        assert (back["mimeType"], back["width"], back["path"]) == ("image/png", 60, stored["path"])

    @pytest.mark.parametrize(
        ("name", "before", "after", "code"),
        [
            ("a.pdf", b"%PDF-1", b"<!doctype html>", "content_of_another_kind"),
            ("a.png", b"\x89PNG\r\n\x1a\n", b"<svg xmlns='x'/>", "content_of_another_kind"),
            ("a.zip", b"PK\x03\x04", b"%PDF-1", "content_of_another_kind"),
            ("a.png", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", "image_refused"),
        ],
    )
    async def test_what_does_not_fit_changes_nothing(
        self, library: Library, client: ServiceClient, name: str, before: bytes, after: bytes, code: str
    ) -> None:
        stored = await file(client, name, before)
        answer = await replace(library, stored.id, after)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert await keys_stored(client) == {stored.storage_key}
        assert await former(library, stored.id) == []

    async def test_it_needs_the_version_that_was_read(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt")
        assert (await replace(library, stored.id, b"x", None)).status_code == 428
        assert (await replace(library, stored.id, b"x", '"7"')).status_code == 412
        assert (await replace(library, uuid.uuid4(), b"x")).json()["code"] == "file_not_found"
        assert await keys_stored(client) == {stored.storage_key}

    async def test_what_somebody_else_replaced_meanwhile_stays(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"first")

        async def slowly() -> Any:
            yield b"mine"
            assert (await replace(library, stored.id, b"theirs")).status_code == 200

        headers = {**library.headers, "If-Match": '"1"'}
        answer = await client.put(f"/cms/files/{stored.id}/content", content=slowly(), headers=headers)
        assert (answer.status_code, answer.json()["version"]) == (412, 2)
        assert (await client.get("/files/a.txt")).content == b"theirs"
        assert len(await keys_stored(client)) == 2

    async def test_one_that_breaks_off_changes_nothing(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"before")
        headers = {**library.headers, "If-Match": "*", "Content-Length": "1000", "Host": "cms.test"}
        await cut_off(client, "PUT", f"/cms/files/{stored.id}/content", headers, [b"half"])
        assert (await client.get("/files/a.txt")).content == b"before"
        assert await keys_stored(client) == {stored.storage_key}

    async def test_one_that_comes_again_with_its_key_changes_nothing(
        self, library: Library, client: ServiceClient
    ) -> None:
        stored = await file(client, "a.txt", b"before")
        headers = {**library.headers, "If-Match": '"1"', "Idempotency-Key": "k1"}
        address = f"/cms/files/{stored.id}/content"
        first = await client.put(address, content=b"mine", headers=headers)
        assert (first.status_code, first.json()["version"]) == (200, 2)
        await replace(library, stored.id, b"theirs")
        again = await client.put(address, content=b"mine", headers=headers)
        assert (again.status_code, again.json()["id"], again.headers["etag"]) == (200, str(stored.id), '"3"')
        assert (await client.get("/files/a.txt")).content == b"theirs"
        assert len(await former(library, stored.id)) == 2
        other = await client.put(address, content=b"other", headers={**headers, "Idempotency-Key": "k2"})
        assert other.status_code == 412
        assert len(await keys_stored(client)) == 3

    async def test_of_two_with_one_key_at_once_one_counts(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"before")
        headers = {**library.headers, "If-Match": '"1"', "Idempotency-Key": "k1"}
        address = f"/cms/files/{stored.id}/content"

        async def slowly() -> Any:
            yield b"mi"
            assert (await client.put(address, content=b"mine", headers=headers)).status_code == 200
            yield b"ne"

        answer = await client.put(address, content=slowly(), headers=headers)
        assert (answer.status_code, answer.json()["version"]) == (200, 2)
        assert len(await former(library, stored.id)) == 1
        assert len(await keys_stored(client)) == 2

    async def test_it_is_bounded(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, max_file_bytes=10)
        stored = await file(client, "a.txt", b"before")
        answer = await replace(Library(client, tokens.bearer("editor")), stored.id, b"x" * 11)
        assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
        assert await keys_stored(client) == {stored.storage_key}

    async def test_what_is_protected_is_not_there_for_editors(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "backups")
        stored = await file(client, "a.txt", bucket_name="backups")
        assert (await replace(library, stored.id, b"x")).status_code == 404
        assert (await library.call("GET", f"/files/{stored.id}/contents")).status_code == 404
        assert (await restore(library, stored.id)).status_code == 404


class TestRestore:
    async def test_goes_back_and_forth(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"1")
        for content in (b"2", b"3"):
            await replace(library, stored.id, content)
        kept = await former(library, stored.id)
        assert [each["size"] for each in kept] == [1, 1]
        assert kept[0]["replacedBy"]["userId"]
        assert (await restore(library, stored.id)).json()["version"] == 4
        assert (await client.get("/files/a.txt")).content == b"2"
        assert (await restore(library, stored.id)).status_code == 200
        assert (await client.get("/files/a.txt")).content == b"3"
        assert (await restore(library, stored.id, kept[1]["id"])).status_code == 200
        assert (await client.get("/files/a.txt")).content == b"1"
        assert len(await former(library, stored.id)) == 2

    async def test_it_needs_the_version_that_was_read_and_a_content_of_this_file(
        self, library: Library, client: ServiceClient
    ) -> None:
        stored, other = await file(client, "a.txt", b"1"), await file(client, "b.txt", b"1")
        await replace(library, other.id, b"2")
        assert (await restore(library, other.id, if_match='"1"')).status_code == 412
        answer = await library.call("POST", f"/files/{other.id}/content-restorations", {})
        assert answer.status_code == 428
        content = (await former(library, other.id))[0]["id"]
        for id in (None, content):
            assert (await restore(library, stored.id, id)).json()["code"] == "former_content_not_found"

    async def test_after_some_weeks_contents_and_their_objects_are_removed(
        self, library: Library, client: ServiceClient
    ) -> None:
        stored = await file(client, "a.txt", b"1")
        await replace(library, stored.id, b"2")
        assert (await purge(client))["contents"] == 0
        assert len(await keys_stored(client)) == 2
        long_ago = datetime.now(UTC) - tasks.RESTORABLE - timedelta(hours=1)
        async with client.kit.database.transaction() as session:
            await session.execute(update(FormerContent).values(replaced_at=long_ago))
        assert await former(library, stored.id) == []
        assert (await restore(library, stored.id)).json()["code"] == "former_content_not_found"
        assert (await purge(client))["contents"] == 1
        assert len(await keys_stored(client)) == 1
        assert (await client.get("/files/a.txt")).content == b"2"

    async def test_they_go_with_their_file(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt", b"1")
        await replace(library, stored.id, b"2")
        await library.call("DELETE", f"/file-entities/{stored.id}")
        await make_old(client, Entity)
        assert (await purge(client))["entities"] == 1
        assert await keys_stored(client) == set()

    async def test_they_stay_where_a_backup_has_brought_them_back_before_they_were_deleted(
        self, library: Library, client: ServiceClient
    ) -> None:
        stored = await file(client, "a.txt", b"1")
        await replace(library, stored.id, b"2")
        async with client.kit.database.transaction() as session:
            await tasks.delete_objects_later(session, [stored.storage_key or ""])
        await run_jobs(client)
        assert stored.storage_key in await keys_stored(client)

    async def test_the_sweeper_leaves_them_and_their_variants(
        self, library: Library, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stored = await file(client, "a.txt", b"1")

        async def pieces() -> Any:
            yield b"smaller"

        variant = f"variants/{(stored.storage_key or '').removeprefix('files/')}/md-webp-80"
        await client.kit.storage.put(variant, pieces())
        await replace(library, stored.id, b"2")
        monkeypatch.setattr(tasks, "_YOUNG", timedelta(seconds=-5))
        async with client.kit.database.transaction() as session:
            await enqueue(session, "files.sweep", {})
        await run_jobs(client)
        assert {stored.storage_key, variant} < await keys_stored(client)


class TestOriginal:
    async def test_an_image_is_saved_as_it_was_uploaded(
        self, library: Library, client: ServiceClient, tokens: Tokens
    ) -> None:
        content = with_tags(photograph(900, 600), {MODEL: "Nikon"}, orientation=6)
        uploaded = await client.post("/cms/files", files={"f": ("a b.jpg", content)}, headers=library.headers)
        address = f"/cms/files/{uploaded.json()['success']['a b.jpg']['id']}/content"
        answer = await client.get(address, headers={**library.headers, "Accept": "image/webp"})
        assert (answer.status_code, answer.content) == (200, content)
        told = {
            "content-type": "image/jpeg",
            "content-disposition": 'attachment; filename="a b.jpg"',
            "cache-control": "private, no-store",
            "x-content-type-options": "nosniff",
        }
        assert {name: answer.headers[name] for name in told} == told
        part = await client.get(address, headers={**library.headers, "Range": "bytes=2-9"})
        assert (part.status_code, part.content) == (206, content[2:10])
        assert (await client.get(address)).status_code == 401
        assert (await client.get(address, headers=tokens.bearer("members"))).status_code == 403

    async def test_it_is_one_of_what_its_reader_manages(
        self, library: Library, admins_library: Library, client: ServiceClient
    ) -> None:
        await folder(client, "backups")
        hidden = await file(client, "a.html", b"<p>", bucket_name="backups")
        answer = await library.call("GET", f"/files/{hidden.id}/content")
        assert answer.json()["code"] == "file_not_found"
        assert (await admins_library.call("GET", f"/files/{hidden.id}/content")).content == b"<p>"


class TestFormerContent:
    async def test_is_delivered_to_editors_and_kept_by_nobody(
        self, library: Library, client: ServiceClient, tokens: Tokens
    ) -> None:
        stored = await file(client, "a b.txt", b"before")
        await replace(library, stored.id, b"after")
        address = (await former(library, stored.id))[0]["uri"]
        answer = await client.get(address, headers=library.headers)
        assert (answer.status_code, answer.content) == (200, b"before")
        assert answer.headers["cache-control"] == "private, no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "a b.txt" in answer.headers["content-disposition"]
        assert (await client.get(address)).status_code == 401
        assert (await client.get(address, headers=tokens.bearer("members"))).status_code == 403

    async def test_of_an_image_comes_in_the_size_that_is_asked_for(
        self, library: Library, client: ServiceClient
    ) -> None:
        uploaded = await client.post(
            "/cms/files", files={"f": ("a.png", encoded(photograph(900, 600), "png"))}, headers=library.headers
        )
        id = uploaded.json()["success"]["a.png"]["id"]
        await replace(library, id, encoded(photograph(30, 90)))
        address = (await former(library, id))[0]["uri"]
        answer = await client.get(f"{address}?size=xs", headers={**library.headers, "Accept": "image/webp"})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/webp")
        assert answer.headers["cache-control"] == "private, no-store"

    async def test_is_one_of_its_own_file_and_of_what_its_reader_manages(
        self, library: Library, admins_library: Library, client: ServiceClient
    ) -> None:
        await folder(client, "backups")
        hidden = await file(client, "a.txt", b"1", bucket_name="backups")
        other = await file(client, "b.txt", b"1")
        await replace(admins_library, hidden.id, b"2")
        content = (await former(admins_library, hidden.id))[0]
        assert (await client.get(content["uri"], headers=library.headers)).json()["code"] == "file_not_found"
        assert (await client.get(content["uri"], headers=admins_library.headers)).content == b"1"
        address = f"/cms/files/{other.id}/contents/{content['id']}"
        answer = await client.get(address, headers=admins_library.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "former_content_not_found")
