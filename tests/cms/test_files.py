"""Files and records in folders: changed, moved, and several at once."""

import uuid
from typing import Any

import pytest
from sqlalchemy import select

from cms.files.schemas import MOST_AT_ONCE
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.cms.factory import file, folder
from tests.cms.file_library import Library, admins_library, editor, library, tags_told

__all__ = ["admins_library", "editor", "library"]


class TestUpdateFile:
    async def test_renames_and_moves(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "images")
        stored = await file(client, "a.png")
        place = {"bucketName": "images", "name": "b.png"}
        answer = await library.call("PUT", f"/file-entities/{stored.id}", place, **{"If-Match": '"1"'})
        assert (answer.status_code, answer.json()["path"]["uri"]) == (200, "/files/images/b.png")
        assert answer.headers["etag"] == '"2"'
        assert (await tags_told(client))[-1] == f"file:{stored.id}"
        back = await library.call("PUT", f"/file-entities/{stored.id}", {"bucketName": "", "version": 2})
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
        "data", [{"name": "b.png"}, {"bucketName": "images"}, {"isPublic": False}, {"metaData": {}}, {"payload": 1}, {}]
    )
    async def test_takes_nothing_of_who_has_not_read_it_as_it_is(
        self, library: Library, client: ServiceClient, data: dict[str, Any]
    ) -> None:
        await folder(client, "images")
        stored = await file(client, "a.png")
        path = f"/file-entities/{stored.id}"
        changed = await library.call("PUT", path, {"metaData": {"alt": "A brick"}}, **{"If-Match": '"1"'})
        for body, headers, refused in (
            (data, {}, (428, "precondition_required")),
            (data, {"If-Match": '"1"'}, (412, "precondition_failed")),
            ({**data, "version": 1}, {}, (412, "precondition_failed")),
        ):
            answer = await library.call("PUT", path, body, **headers)
            assert (answer.status_code, answer.json()["code"]) == refused
        assert (await library.call("GET", f"/files/{stored.id}")).json() == changed.json()
        assert (await library.call("PUT", path, data, **{"If-Match": "*"})).status_code == 200

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
        answer = await library.call("PUT", f"/file-entities/{stored.id}", {"name": "a.png"}, **{"If-Match": "*"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

    async def test_puts_nothing_where_only_administrators_may(self, library: Library, client: ServiceClient) -> None:
        await folder(client, "backups")
        stored, hidden = await file(client, "a.png"), await file(client, "b.zip", bucket_name="backups")
        answer = await library.call(
            "PUT", f"/file-entities/{stored.id}", {"bucketName": "backups"}, **{"If-Match": "*"}
        )
        assert answer.json()["code"] == "folder_protected"
        for method, path in (("GET", "files"), ("PUT", "file-entities"), ("DELETE", "file-entities")):
            body = {"name": "x"} if method == "PUT" else None
            assert (await library.call(method, f"/{path}/{hidden.id}", body)).json()["code"] == "file_not_found"


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
        "data", [{"files": "x"}, {"files": {}}, {"folders": [1]}, {"files": [str(uuid.uuid4())] * (MOST_AT_ONCE + 1)}]
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
        await library.call("PUT", f"/file-entities/{stored.id}", {"name": "b.txt"}, **{"If-Match": '"1"'})
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
