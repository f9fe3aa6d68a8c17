"""Files that are deleted, moved and restored by the hundred: in as many statements as a few of them."""

import uuid
from typing import Any

import pytest
from sqlalchemy import func, select, update

from cms.app import app
from cms.files.models import Entity
from kit.audit import AuditEntry
from kit.db import new_id
from kit.testing import ServiceClient, Start
from tests.cms.factory import file, folder
from tests.cms.file_library import Library, editor, library, tags_told
from tests.content.statements import Statements

__all__ = ["editor", "library"]
MANY = 150


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app, read_pool_size=1)


async def many_files(client: ServiceClient, count: int, bucket_id: uuid.UUID | None = None) -> list[str]:
    """The ids of new files, whose objects nobody asks for."""
    ids = [new_id() for _ in range(count)]
    async with client.kit.database.transaction() as session:
        for number, id in enumerate(ids):
            key, name = f"files/00/{id.hex}", f"{id.hex}-{number}.bin"
            session.add(Entity(id=id, name=name, bucket_id=bucket_id, storage_key=key, size=1, sha256="0" * 64))
    return [str(id) for id in ids]


async def statements_of(library: Library, path: str, data: Any) -> int:
    """How many statements a call takes that does all of it."""
    async with Statements(library.client.kit).counted() as seen:
        answer = await library.call("POST", path, data)
    assert (answer.status_code, answer.json()["failed"]) == (200, {}), answer.text
    return len(seen)


@pytest.mark.parametrize("path", ["/file-removals", "/file-moves", "/file-restorations"])
async def test_many_take_no_more_statements_than_few(library: Library, client: ServiceClient, path: str) -> None:
    await folder(client, "into")
    few, many = await many_files(client, 3), await many_files(client, MANY)
    if path == "/file-restorations":
        for ids in (few, many):
            await library.call("POST", "/file-removals", {"files": ids})
    more = {"bucketName": "into"} if path == "/file-moves" else {}
    counted = await statements_of(library, path, {"files": few, **more})
    assert await statements_of(library, path, {"files": many, **more}) == counted


async def test_each_of_them_is_told_and_logged(library: Library, client: ServiceClient) -> None:
    ids = await many_files(client, MANY)
    removed = (await library.call("POST", "/file-removals", {"files": [*ids, str(new_id())]})).json()
    assert {*removed["success"]} == {*ids}
    assert [fault["code"] for fault in removed["failed"].values()] == ["file_not_found"]
    assert {f"file:{id}" for id in ids} <= {*await tags_told(client)}
    async with client.kit.database.transaction() as session:
        logged = select(func.count()).select_from(AuditEntry).where(AuditEntry.action == "file.deleted")
        assert await session.scalar(logged) == MANY
        assert {*await session.scalars(select(Entity.version))} == {2}
    assert await library.names() == ([], [])


async def test_names_that_are_taken_are_given_to_one(library: Library, client: ServiceClient) -> None:
    for name in ("one", "other"):
        await folder(client, name)
    first = await file(client, "a.txt", bucket_name="one")
    second = await file(client, "a.txt", bucket_name="other")
    both = {"files": [str(first.id), str(second.id)]}
    moved = (await library.call("POST", "/file-moves", {**both, "bucketName": ""})).json()
    assert ([each["id"] for each in moved["files"]], [*moved["failed"]]) == ([str(first.id)], [str(second.id)])
    assert moved["failed"][str(second.id)]["code"] == "name_taken"

    await library.call("POST", "/file-removals", both)
    async with client.kit.database.transaction() as session:
        await session.execute(update(Entity).where(Entity.id == second.id).values(bucket_id=None))
    restored = (await library.call("POST", "/file-restorations", both)).json()
    assert [each["name"] for each in restored["files"]] == ["a.txt", "a (2).txt"]
