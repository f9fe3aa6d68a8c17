"""Folders, files and records in them."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.files import tasks
from cms.files.models import Bucket, Entity
from kit.audit import AuditEntry
from kit.jobs import enqueue
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Tokens
from tests.cms.factory import file, folder
from tests.kit.working import run_jobs


@pytest.fixture
def editor(tokens: Tokens) -> Any:
    return tokens.bearer("editor")


class Library:
    """Calls of an editor."""

    def __init__(self, client: ServiceClient, headers: Any) -> None:
        self.client = client
        self.headers = headers

    async def call(self, method: str, path: str, json: Any = None, **headers: str) -> httpx.Response:
        return await self.client.request(method, f"/cms{path}", json=json, headers={**self.headers, **headers})

    async def listed(self, path: str = "", **query: Any) -> dict[str, Any]:
        answer = await self.client.get(f"/cms/file-entities{path}", headers=self.headers, params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def names(self, path: str = "", **query: Any) -> tuple[list[str], list[str]]:
        found = await self.listed(path, **query)
        return [each["name"] for each in found["folders"]], [each["name"] for each in found["files"]]


@pytest.fixture
def library(client: ServiceClient, editor: Any) -> Library:
    return Library(client, editor)


@pytest.fixture
def admins_library(client: ServiceClient, tokens: Tokens) -> Library:
    return Library(client, tokens.bearer("admin"))


async def tags_told(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [tag for row in rows if row.name == "cms.files_changed" for tag in row.payload["tags"]]


async def keys_stored(client: ServiceClient) -> set[str]:
    return {each.key async for each in client.kit.storage.list()}


async def make_old(client: ServiceClient, model: Any) -> None:
    long_ago = datetime.now(UTC) - tasks.RESTORABLE - timedelta(hours=1)
    async with client.kit.database.transaction() as session:
        await session.execute(update(model).where(model.deleted_at.is_not(None)).values(deleted_at=long_ago))


async def purge(client: ServiceClient) -> Any:
    async with client.kit.database.transaction() as session:
        job = await enqueue(session, "files.purge", {})
    jobs = {each.id: each for each in await run_jobs(client)}
    await run_jobs(client)
    return jobs[job.id].result


class TestCreateFolder:
    async def test_trims_and_collapses_its_name_and_makes_those_above(self, library: Library) -> None:
        answer = await library.call("POST", "/buckets", {"name": " / images //  2026 "})
        made = answer.json()
        assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
        assert (made["name"], made["label"], made["path"]) == ("images/2026", "2026", "/files/images/2026")
        assert made["metaData"] == {"scopeWhitelist": []}
        assert await library.names() == (["images"], [])
        assert await library.names("/images") == (["images/2026"], [])

    @pytest.mark.parametrize("name", ["", "   ", " / / ", "a/../b", "..", "a/con", "x" * 300])
    async def test_refuses_what_is_no_name(self, library: Library, name: str) -> None:
        answer = await library.call("POST", "/buckets", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (422, "name_invalid")
        assert answer.json()["errors"][0]["field"] == "name"

    async def test_refuses_one_that_is_there(self, library: Library) -> None:
        await library.call("POST", "/buckets", {"name": "images"})
        answer = await library.call("POST", "/buckets", {"name": "/images/"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

    async def test_backups_are_the_administrators(self, library: Library, admins_library: Library) -> None:
        assert (await library.call("POST", "/buckets", {"name": "backups/x"})).json()["code"] == "folder_protected"
        made = (await admins_library.call("POST", "/buckets", {"name": "backups/x"})).json()
        assert await library.names() == ([], [])
        assert (await library.call("GET", f"/buckets/{made['id']}")).status_code == 404
        assert (await library.call("GET", "/file-entities/backups/x")).json()["code"] == "folder_not_found"
        assert (await library.call("DELETE", f"/file-buckets/{made['id']}")).status_code == 404
        assert await admins_library.names("/backups") == (["backups/x"], [])


class TestUpdateFolder:
    async def test_renames_all_below_it(self, library: Library, client: ServiceClient) -> None:
        deep = await folder(client, "images/2026/may")
        await folder(client, "images-of-old")
        stored = await file(client, "a.png", bucket_name="images/2026/may")
        images = (await library.listed())["folders"][0]
        answer = await library.call("PUT", f"/buckets/{images['id']}", {**images, "name": "pictures"})
        assert answer.json()["name"] == "pictures"
        assert await library.names() == (["images-of-old", "pictures"], [])
        listed = await library.listed("/pictures/2026/may")
        assert listed["folder"]["id"] == str(deep.id)
        assert listed["files"][0]["path"]["raw"] == "/files/pictures/2026/may/a.png"
        assert listed["files"][0]["id"] == str(stored.id)
        assert f"folder:{deep.id}" in await tags_told(client)

    async def test_needs_the_version_that_was_read(self, library: Library, client: ServiceClient) -> None:
        made = await folder(client, "images")
        path = f"/buckets/{made.id}"
        assert (await library.call("PUT", path, {"name": "x"})).status_code == 428
        assert (await library.call("PUT", path, {"name": "x"}, **{"If-Match": '"7"'})).status_code == 412
        assert (await library.call("PUT", path, {"name": "x"}, **{"If-Match": '"1"'})).status_code == 200

    @pytest.mark.parametrize(
        ("name", "code"),
        [("other", "name_taken"), ("images/below", "folder_in_itself"), ("backups", "folder_protected")],
    )
    async def test_refuses_places_where_it_cannot_be(
        self, library: Library, client: ServiceClient, name: str, code: str
    ) -> None:
        made = await folder(client, "images")
        await folder(client, "other")
        answer = await library.call("PUT", f"/buckets/{made.id}", {"name": name}, **{"If-Match": "*"})
        assert answer.json()["code"] == code
        assert (await library.names())[0] == ["images", "other"]

    async def test_a_name_that_makes_those_below_too_long_changes_nothing(
        self, library: Library, client: ServiceClient
    ) -> None:
        made = await folder(client, "a")
        await folder(client, "a/" + "/".join(["x" * 199] * 4))
        name = "y" * 250
        answer = await library.call("PUT", f"/buckets/{made.id}", {"name": name}, **{"If-Match": "*"})
        assert answer.json()["code"] == "name_invalid"
        assert (await library.names())[0] == ["a"]

    async def test_sets_who_sees_it(self, library: Library, client: ServiceClient) -> None:
        made = await folder(client, "images")
        data = {"name": "images", "metaData": {"scopeWhitelist": ["members"]}}
        answer = await library.call("PUT", f"/buckets/{made.id}", data, **{"If-Match": "*"})
        assert answer.json()["metaData"] == {"scopeWhitelist": ["members"]}
        assert answer.headers["etag"] == '"2"'


class TestList:
    async def test_pages_through_the_files(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "images")
        for number in range(5):
            await file(client, f"{number}.txt", b"x" * (5 - number), bucket_name="images")
        listed = await library.listed("/images", start=2, limit=2)
        assert [each["name"] for each in listed["files"]] == ["2.txt", "3.txt"]
        assert (listed["total"], listed["start"], listed["limit"]) == (5, 2, 2)
        assert (await library.names("/images", sort="size", limit=1))[1] == ["4.txt"]
        assert (await library.names("/images", sort="-name", limit=1))[1] == ["4.txt"]
        assert (await library.call("GET", "/file-entities/images?limit=1000000000")).status_code == 422

    @pytest.mark.parametrize("path", ["/a%2Fb%20c", "/a/b%20c", "/a/b%20c/", "//a//b c"])
    async def test_takes_encoded_and_plain_slashes(self, library: Library, client: ServiceClient, path: str) -> None:
        await folder(client, "a/b c")
        await file(client, "x.txt", bucket_name="a/b c")
        assert await library.names(path) == ([], ["x.txt"])

    async def test_finds_words_below(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "a/b")
        await folder(client, "c")
        for place in ("", "a", "a/b", "c"):
            await file(client, f"red brick {len(place)}.png", bucket_name=place)
        assert (await library.names(q="BRICK red"))[1] == [f"red brick {number}.png" for number in (0, 1, 1, 3)]
        assert (await library.names("/a", q="brick"))[1] == ["red brick 1.png", "red brick 3.png"]
        assert (await library.names("/a", q="blue")) == ([], [])

    async def test_says_what_a_file_is(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "my images")
        stored = await file(client, "ä b.txt", b"words", bucket_name="my images", is_public=False)
        found = (await library.listed("/my images"))["files"][0]
        assert found == (await library.call("GET", f"/files/{stored.id}")).json()
        version = stored.sha256 and stored.sha256[:16]
        uri = "/files/my%20images/%C3%A4%20b.txt"
        site = client.kit.settings.public_url
        assert found == found | {
            "name": "ä b.txt",
            "bucketName": "my images",
            "isPublic": False,
            "ext": "txt",
            "mimeType": "text/plain",
            "size": 5,
            "width": None,
            "alt": "",
            "scopeWhitelist": [],
            "path": {
                "raw": "/files/my images/ä b.txt",
                "uri": uri,
                "versioned": f"{uri}?v={version}",
                "absolute": {"raw": f"{site}/files/my images/ä b.txt", "uri": f"{site}{uri}"},
            },
        }
        assert "storageKey" not in found

    async def test_a_folder_that_is_not_there(self, library: Library) -> None:
        assert (await library.call("GET", "/file-entities/none")).json()["code"] == "folder_not_found"


class TestUpdateFile:
    async def test_renames_and_moves(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "images")
        stored = await file(client, "a.png")
        answer = await library.call("PUT", f"/file-entities/{stored.id}", {"bucketName": "images", "name": "b.png"})
        assert (answer.status_code, answer.json()["path"]["uri"]) == (200, "/files/images/b.png")
        assert answer.headers["etag"] == '"2"'
        assert (await tags_told(client))[-1] == f"file:{stored.id}"
        back = await library.call("PUT", f"/file-entities/{stored.id}", {"bucketName": ""})
        assert back.json()["path"]["uri"] == "/files/b.png"

    async def test_says_more_of_the_version_that_was_read(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.png")
        path = f"/file-entities/{stored.id}"
        meta = {
            "alt": "A brick",
            "title": "Brick",
            "jpegQuality": 80,
            "focalPoint": {"x": 0.5, "y": 0.25},
            "scopeWhitelist": ["members"],
        }
        assert (await library.call("PUT", path, {"metaData": meta})).status_code == 428
        told = (await library.call("PUT", path, {"metaData": meta}, **{"If-Match": '"1"'})).json()
        assert told["metaData"] == {**meta, "exif": None, "folder": "", "name": "a.png"}
        assert (told["alt"], told["title"], told["scopeWhitelist"]) == ("A brick", "Brick", ["members"])
        # As it was read, it may be sent back.
        again = await library.call("PUT", path, {"metaData": told["metaData"]}, **{"If-Match": '"2"'})
        assert (again.status_code, again.headers["etag"]) == (200, '"2"')

    @pytest.mark.parametrize(
        "data",
        [
            {"size": 1},
            {"metaData": {"secret": 1}},
            {"metaData": {"jpegQuality": 101}},
            {"metaData": {"focalPoint": {"x": 1.5, "y": 0}}},
            {"metaData": {"scopeWhitelist": [""]}},
            {"name": "../x"},
            {"bucketName": "a/../b"},
        ],
    )
    async def test_refuses_what_makes_no_sense(self, library: Library, client: ServiceClient, data: Any) -> None:
        stored = await file(client, "a.png")
        answer = await library.call("PUT", f"/file-entities/{stored.id}", data, **{"If-Match": "*"})
        assert answer.status_code == 422
        assert (await library.names())[1] == ["a.png"]

    async def test_refuses_a_name_that_is_taken(self, library: Library, client: ServiceClient) -> None:
        await file(client, "a.png")
        stored = await file(client, "b.png")
        answer = await library.call("PUT", f"/file-entities/{stored.id}", {"name": "a.png"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

    async def test_puts_nothing_where_only_administrators_may(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "backups")
        stored, hidden = await file(client, "a.png"), await file(client, "b.zip", bucket_name="backups")
        answer = await library.call("PUT", f"/file-entities/{stored.id}", {"bucketName": "backups"})
        assert answer.json()["code"] == "folder_protected"
        for method, path in (("GET", "files"), ("PUT", "file-entities"), ("DELETE", "file-entities")):
            body = {"name": "x"} if method == "PUT" else None
            assert (await library.call(method, f"/{path}/{hidden.id}", body)).json()["code"] == "file_not_found"


class TestDelete:
    async def test_a_file_is_gone_and_can_be_restored(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.png")
        assert (await library.call("DELETE", f"/file-entities/{stored.id}")).status_code == 204
        assert await library.names() == ([], [])
        assert (await library.call("DELETE", f"/file-entities/{stored.id}")).status_code == 404
        await file(client, "a.png")
        answer = await library.call("POST", "/file-restorations", {"files": [str(stored.id)]})
        assert [each["name"] for each in answer.json()["files"]] == ["a (2).png"]
        assert (await library.names())[1] == ["a (2).png", "a.png"]

    async def test_a_folder_takes_all_that_is_in_it_and_brings_it_back(
        self, library: Library, client: ServiceClient
    ) -> None:
        root, below = await folder(client, "a"), await folder(client, "a/b")
        before = await file(client, "before.txt", bucket_name="a")
        stored = await file(client, "x.txt", bucket_name="a/b")
        await library.call("DELETE", f"/file-entities/{before.id}")
        assert (await library.call("DELETE", f"/file-buckets/{root.id}")).status_code == 204
        assert await library.names() == ([], [])
        assert (await library.call("GET", f"/files/{stored.id}")).status_code == 404
        assert {f"folder:{root.id}", f"folder:{below.id}"} <= {*await tags_told(client)}
        refused = await library.call("POST", "/file-restorations", {"files": [str(before.id)]})
        assert refused.json()["failed"][str(before.id)]["code"] == "not_restorable"

        await folder(client, "a")
        restored = (await library.call("POST", "/file-restorations", {"folders": [str(root.id)]})).json()
        assert [each["name"] for each in restored["folders"]] == ["a (2)"]
        # What had been deleted before stays deleted.
        assert await library.names("/a (2)") == (["a (2)/b"], [])
        assert await library.names("/a (2)/b") == ([], ["x.txt"])

    async def test_a_part_of_what_was_deleted_comes_back_alone(self, library: Library, client: ServiceClient) -> None:
        root, below = await folder(client, "a"), await folder(client, "a/b")
        await file(client, "x.txt", bucket_name="a/b")
        await library.call("DELETE", f"/file-buckets/{root.id}")
        await library.call("POST", "/file-restorations", {"folders": [str(below.id)]})
        assert await library.names("/a") == (["a/b"], [])
        assert await library.names("/a/b") == ([], ["x.txt"])

    async def test_after_some_weeks_objects_and_rows_are_removed(self, library: Library, client: ServiceClient) -> None:
        root = await folder(client, "a/b")
        kept = await file(client, "kept.txt")
        in_folder = await file(client, "x.txt", bucket_name="a/b")
        alone = await file(client, "y.txt")
        await library.call("DELETE", f"/file-buckets/{root.id}")
        await library.call("DELETE", f"/file-entities/{alone.id}")
        assert await purge(client) == {"entities": 0, "folders": 0}
        assert len(await keys_stored(client)) == 3
        await make_old(client, Entity)
        await make_old(client, Bucket)
        assert await purge(client) == {"entities": 2, "folders": 1}
        assert await keys_stored(client) == {kept.storage_key}
        answer = await library.call("POST", "/file-restorations", {"files": [str(in_folder.id)]})
        assert answer.json()["failed"][str(in_folder.id)]["code"] == "not_restorable"


class TestSweep:
    async def test_objects_that_no_row_names_go_when_they_are_old(
        self, client: ServiceClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = await file(client, "kept.txt")

        async def pieces() -> Any:
            yield b"lost"

        await client.kit.storage.put("files/00/lost", pieces())
        for young, swept in ((timedelta(days=1), 0), (timedelta(seconds=-5), 1)):
            monkeypatch.setattr(tasks, "_YOUNG", young)
            async with client.kit.database.transaction() as session:
                job = await enqueue(session, "files.sweep", {})
            done = {each.id: each for each in await run_jobs(client)}[job.id]
            assert done.result == {"objects": swept, "unfinished": 0}
        assert await keys_stored(client) == {kept.storage_key}


class TestSeveral:
    async def test_what_cannot_be_moved_is_said_of_that_one(self, library: Library, client: ServiceClient) -> None:
        target, moved = await folder(client, "target"), await folder(client, "moved")
        await file(client, "taken.txt", bucket_name="target")
        good, taken = await file(client, "good.txt"), await file(client, "taken.txt")
        missing = str(uuid.uuid4())
        answer = await library.call(
            "POST",
            "/file-moves",
            {
                "files": [str(good.id), str(taken.id), missing],
                "folders": [str(moved.id), str(target.id)],
                "bucketName": "target",
            },
        )
        told = answer.json()
        assert [each["name"] for each in told["files"]] == ["good.txt"]
        assert [each["name"] for each in told["folders"]] == ["target/moved"]
        assert {id: each["code"] for id, each in told["failed"].items()} == {
            str(taken.id): "name_taken",
            missing: "file_not_found",
            str(target.id): "folder_in_itself",
        }
        assert await library.names("/target") == (["target/moved"], ["good.txt", "taken.txt"])

    async def test_a_folder_that_is_not_there_is_said_at_once(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt")
        answer = await library.call("POST", "/file-moves", {"files": [str(stored.id)], "bucketName": "none"})
        assert (answer.status_code, answer.json()["code"]) == (422, "folder_unknown")

    async def test_removal_says_what_was_deleted(self, library: Library, client: ServiceClient) -> None:
        stored, gone = await file(client, "a.txt"), str(uuid.uuid4())
        made = await folder(client, "a")
        data = {"files": [str(stored.id), gone], "folders": [str(made.id)]}
        told = (await library.call("POST", "/file-removals", data)).json()
        assert told["success"] == [str(stored.id), str(made.id)]
        assert {id: each["status"] for id, each in told["failed"].items()} == {gone: 404}
        assert await library.names() == ([], [])

    @pytest.mark.parametrize(
        "data", [{"files": "x"}, {"files": {}}, {"folders": [1]}, {"files": [str(uuid.uuid4())] * 501}]
    )
    async def test_takes_lists_of_ids_alone(self, library: Library, data: Any) -> None:
        assert (await library.call("POST", "/file-removals", data)).status_code == 422


class TestEntities:
    async def test_are_added_read_replaced_and_deleted(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "data/sets")
        await file(client, "no record.txt", bucket_name="data/sets")
        data = {
            "bucketName": "data/sets",
            "name": "one",
            "payload": {"a": [1, None]},
            "isPublic": False,
            "metaData": {},
        }
        answer = await library.call("POST", "/entities", data)
        made = answer.json()
        assert (answer.status_code, made["payload"], made["isPublic"]) == (201, {"a": [1, None]}, False)
        for path in ("/entities/data/sets", "/entities/data%2Fsets"):
            assert (await library.call("GET", path)).json()["results"] == [made]
        path = f"/entities/{made['id']}"
        assert (await library.call("PUT", path, {**data, "payload": 1})).status_code == 428
        replaced = await library.call("PUT", path, {**data, "payload": 1}, **{"If-Match": '"1"'})
        assert (replaced.json()["payload"], replaced.json()["version"]) == (1, 2)
        assert (await library.call("DELETE", path)).status_code == 204
        assert (await library.call("GET", "/entities/data/sets")).json()["total"] == 0

    async def test_are_no_files_and_files_no_entities(self, library: Library, client: ServiceClient) -> None:
        stored = await file(client, "a.txt")
        assert (await library.call("DELETE", f"/entities/{stored.id}")).json()["code"] == "entity_not_found"
        data = {"bucketName": "", "name": "one", "payload": {}}
        made = (await library.call("POST", "/entities", data)).json()
        assert (await library.call("DELETE", f"/file-entities/{made['id']}")).json()["code"] == "file_not_found"
        assert (await library.call("POST", "/entities", {**data, "name": "a.txt"})).json()["code"] == "name_taken"

    async def test_hold_no_more_than_they_can(self, library: Library) -> None:
        deep: Any = 1
        for _ in range(30):
            deep = [deep]
        for payload in (deep, [0] * 20_000, {"__proto__": 1}):
            answer = await library.call("POST", "/entities", {"bucketName": "", "name": "x", "payload": payload})
            assert answer.status_code == 422


class TestAudit:
    async def test_says_who_changed_what(self, library: Library, client: ServiceClient) -> None:
        made = (await library.call("POST", "/buckets", {"name": "images"})).json()
        stored = await file(client, "a.txt", bucket_name="images")
        await library.call("PUT", f"/file-entities/{stored.id}", {"name": "b.txt"})
        await library.call("DELETE", f"/file-entities/{stored.id}")
        await library.call("POST", "/file-restorations", {"files": [str(stored.id)]})
        await library.call("DELETE", f"/file-buckets/{made['id']}")
        async with client.kit.database.transaction() as session:
            entries = (await session.scalars(select(AuditEntry).order_by(AuditEntry.at))).all()
        assert [(entry.action, entry.subject_name) for entry in entries] == [
            ("folder.created", "images"),
            ("file.created", "images/a.txt"),
            ("file.updated", "images/b.txt"),
            ("file.deleted", "images/b.txt"),
            ("file.restored", "images/b.txt"),
            ("folder.deleted", "images"),
        ]
