"""Lists of files by type and by what they lack, of all folders, and of what was deleted."""

import uuid
from typing import Any

import pytest
from sqlalchemy import update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from cms.app import app
from cms.files.models import Entity
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import file, folder
from tests.cms.file_library import Library, admins_library, editor, library, make_old

__all__ = ["admins_library", "editor", "library"]

MISSING_ALT: Any = {"missing-alt": True}
PNG = b"\x89PNG\r\n\x1a\n"
CONTENTS = {
    "photo.png": PNG,
    "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "film.mp4": b"\0\0\0\x18ftypmp42",
    "song.mp3": b"ID3",
    "paper.pdf": b"%PDF-1.7",
    "letter.docx": b"PK\x03\x04",
    "notes.txt": b"words",
    "all.zip": b"PK\x03\x04",
    "font.woff2": b"wOF2",
    "page.html": b"<!doctype html>",
}


async def set_meta(client: ServiceClient, stored: Entity, **meta: Any) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(update(Entity).where(Entity.id == stored.id).values(meta_data=meta))


class TestFiltersOfFiles:
    @pytest.fixture
    async def stored(self, client: ServiceClient) -> dict[str, Entity]:
        await folder(client, "a/b")
        places = ["", "a", "a/b"]
        return {
            name: await file(client, name, content, bucket_name=places[number % 3])
            for number, (name, content) in enumerate(CONTENTS.items())
        }

    @pytest.mark.usefixtures("stored")
    @pytest.mark.parametrize(
        ("types", "names"),
        [
            (["image"], ["drawing.svg", "photo.png"]),
            (["video", "audio"], ["film.mp4", "song.mp3"]),
            (["document"], ["letter.docx", "notes.txt", "paper.pdf"]),
            (["archive"], ["all.zip"]),
            (["other"], ["font.woff2", "page.html"]),
            (["other", "archive"], ["all.zip", "font.woff2", "page.html"]),
        ],
    )
    async def test_types_are_found_in_all_folders_below(
        self, library: Library, types: list[str], names: list[str]
    ) -> None:
        found = await library.listed(type=types)
        assert [each["name"] for each in found["files"]] == names
        assert {each["type"] for each in found["files"]} == {*types}
        assert (found["folders"], found["total"]) == ([], len(names))

    @pytest.mark.usefixtures("stored")
    async def test_they_narrow_a_search_in_a_folder_and_are_paged(self, library: Library) -> None:
        assert await library.names("/a", type=["image", "document"]) == (
            [],
            ["drawing.svg", "letter.docx", "paper.pdf"],
        )
        assert await library.names("/a", type=["image", "document"], q="r.") == ([], ["letter.docx", "paper.pdf"])
        found = await library.listed("/a", type=["image", "document"], sort="-name", start=1, limit=1)
        assert ([each["name"] for each in found["files"]], found["total"]) == (["letter.docx"], 3)

    async def test_images_without_alt(self, library: Library, client: ServiceClient, stored: dict[str, Entity]) -> None:
        assert (await library.names(**MISSING_ALT))[1] == ["drawing.svg", "photo.png"]
        await set_meta(client, stored["photo.png"], alt="A hill")
        await set_meta(client, stored["drawing.svg"], alt="  ")
        assert (await library.names(**MISSING_ALT))[1] == ["drawing.svg"]
        assert (await library.names(type="video", **MISSING_ALT))[1] == []

    async def test_an_unknown_type_is_refused(self, library: Library) -> None:
        answer = await library.call("GET", "/file-entities?type=film")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "type.0")

    async def test_what_is_protected_is_found_by_administrators_alone(
        self, library: Library, admins_library: Library, client: ServiceClient
    ) -> None:
        await folder(client, "backups")
        await file(client, "secret.zip", CONTENTS["all.zip"], bucket_name="backups")
        assert (await library.names(type="archive"))[1] == []
        assert (await admins_library.names(type="archive"))[1] == ["secret.zip"]


class TestFolders:
    async def test_all_are_listed_with_how_many_files_are_right_in_them(
        self, library: Library, client: ServiceClient
    ) -> None:
        for name in ("pictures/2026", "texts", "backups"):
            await folder(client, name)
        for name in ("a.png", "b.png"):
            await file(client, name, PNG, bucket_name="pictures/2026")
        gone = await file(client, "c.png", PNG, bucket_name="pictures/2026")
        await library.call("DELETE", f"/file-entities/{gone.id}")
        await library.call("POST", "/entities", {"bucketName": "texts", "name": "record"})
        listed = (await library.call("GET", "/buckets")).json()
        assert [(each["name"], each["files"]) for each in listed["results"]] == [
            ("pictures", 0),
            ("pictures/2026", 2),
            ("texts", 0),
        ]
        assert (listed["total"], listed["results"][1]["label"]) == (3, "2026")

    async def test_they_are_searched_sorted_and_paged(self, library: Library, client: ServiceClient) -> None:
        for name in ("a/x", "b/x", "c"):
            await folder(client, name)
        listed = (await library.call("GET", "/buckets?q=X&sort=-name&limit=1")).json()
        assert ([each["name"] for each in listed["results"]], listed["total"]) == (["b/x"], 2)


class TestRemovals:
    async def removals(self, library: Library, **query: Any) -> Any:
        answer = await library.client.get("/cms/file-removals", headers=library.headers, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def test_each_deletion_is_told_once_and_can_be_restored(
        self, library: Library, client: ServiceClient
    ) -> None:
        root = await folder(client, "a")
        await folder(client, "a/b")
        before = await file(client, "before.txt", bucket_name="a")
        for name in ("x.txt", "y.txt"):
            await file(client, name, bucket_name="a/b")
        alone = await file(client, "photo.png", PNG)
        for path in (f"/file-entities/{before.id}", f"/file-entities/{alone.id}", f"/file-buckets/{root.id}"):
            assert (await library.call("DELETE", path)).status_code == 204
        listed = await self.removals(library)
        shown = [(each["kind"], each["path"], each["files"], each["folders"]) for each in listed["results"]]
        assert shown == [("folder", "a", 2, 2), ("file", "photo.png", 1, 0), ("file", "a/before.txt", 1, 0)]
        assert [each["canRestore"] for each in listed["results"]] == [True, True, False]
        assert (listed["total"], listed["results"][1]["type"], listed["results"][1]["size"]) == (3, "image", len(PNG))
        assert listed["results"][2]["label"] == "before.txt"
        paged = await self.removals(library, start=1, limit=1)
        assert ([each["id"] for each in paged["results"]], paged["total"]) == ([str(alone.id)], 3)

        for kind, id in (("folders", root.id), ("files", before.id), ("files", alone.id)):
            answer = await library.call("POST", "/file-restorations", {kind: [str(id)]})
            assert answer.json()["failed"] == {}
        assert (await self.removals(library))["total"] == 0

    async def test_it_says_who_deleted_as_far_as_auth_knows(self, start: Start, tokens: Tokens) -> None:
        async def names(request: Request) -> JSONResponse:
            return JSONResponse(dict.fromkeys(request.query_params.getlist("ids")[:1], "Ada Lovelace"))

        routes = [Route("/private/people/names", names), *tokens.app.routes]
        client = await start(app, mounts={"http://auth.test": Starlette(routes=routes)})
        users = sorted([str(uuid.uuid4()), str(uuid.uuid4())])
        for user in users:
            stored = await file(client, f"{user}.txt")
            await Library(client, tokens.bearer("editor", user=user)).call("DELETE", f"/file-entities/{stored.id}")
        listed = await self.removals(Library(client, tokens.bearer("editor")))
        told = [each["deletedBy"] for each in listed["results"]]
        assert told == [{"userId": users[1], "name": None}, {"userId": users[0], "name": "Ada Lovelace"}]

    async def test_what_is_older_than_30_days_or_protected_is_not_told(
        self, library: Library, admins_library: Library, client: ServiceClient
    ) -> None:
        old = await file(client, "old.txt")
        await library.call("DELETE", f"/file-entities/{old.id}")
        await make_old(client, Entity)
        secret = await folder(client, "backups/x")
        await admins_library.call("DELETE", f"/file-buckets/{secret.id}")
        assert (await self.removals(library))["results"] == []
        assert [each["path"] for each in (await self.removals(admins_library))["results"]] == ["backups/x"]
