"""A connection to Postgres that is lost behind a commit: nobody hears of it, and the row is there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from cms.files.models import Entity
from kit.testing import ServiceClient
from tests.cms.factory import file
from tests.cms.file_library import Library, editor, keys_stored, library
from tests.kit.working import run_jobs

__all__ = ["editor", "library"]
TUS = {"Tus-Resumable": "1.0.0"}


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have the commits of what was written be followed by a lost connection, within a block."""
    commit = AsyncSession.commit

    def note(session: Session, _context: object) -> None:
        session.info["has written"] = True

    async def commit_and_lose(session: AsyncSession) -> None:
        await commit(session)
        if session.sync_session.info.pop("has written", False):
            raise ConnectionResetError("the connection is lost")

    def begin() -> None:
        event.listen(Session, "after_flush", note)
        monkeypatch.setattr(AsyncSession, "commit", commit_and_lose)

    yield begin
    event.remove(Session, "after_flush", note)


async def test_an_uploaded_file_has_its_content(library: Library, client: ServiceClient, lost: Any) -> None:
    lost()
    headers = {**library.headers, "Idempotency-Key": "one"}
    answer = await client.post("/cms/files", headers=headers, files={"files": ("a.txt", b"content")})
    assert answer.status_code == 500
    assert (await client.get("/files/a.txt")).content == b"content"


FILES = [("files", (name, name.encode())) for name in ("a.txt", "b.txt", "c.txt")]


async def test_files_that_are_there_are_not_told_to_have_failed(
    library: Library, client: ServiceClient, lost: Any
) -> None:
    """Without a key, who sends them again has them twice."""
    lost()
    answer = await client.post("/cms/files", headers=library.headers, files=FILES)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert {name: each["name"] for name, each in told["success"].items()} == {
        name: name for name in ("a.txt", "b.txt", "c.txt")
    }
    assert told["failed"] == {}
    for name, each in told["success"].items():
        assert (await client.get(each["path"]["uri"])).content == name.encode()


@pytest.fixture
def gone(client: ServiceClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a file behind whose commit the database does not answer any more; with the block it is back."""
    commit, engine = AsyncSession.commit, client.kit.database.engine.sync_engine

    def note(session: Session, _context: object) -> None:
        if any(isinstance(each, Entity) and each.name == "b.txt" for each in session.new):
            session.info["is last"] = True

    def refuse(*_: object) -> None:
        raise ConnectionRefusedError("the database is away")

    async def commit_and_go(session: AsyncSession) -> None:
        await commit(session)
        if session.sync_session.info.pop("is last", False):
            event.listen(engine, "before_cursor_execute", refuse)
            raise ConnectionResetError("the connection is lost")

    event.listen(Session, "after_flush", note)
    with monkeypatch.context() as patched:
        patched.setattr(AsyncSession, "commit", commit_and_go)
        yield "b.txt"
    event.remove(Session, "after_flush", note)
    if event.contains(engine, "before_cursor_execute", refuse):
        event.remove(engine, "before_cursor_execute", refuse)


@pytest.mark.parametrize("stored", [["a.txt"], []], ids=["second", "first"])
async def test_of_a_file_that_may_be_there_nobody_is_told_to_send_it_again(
    library: Library, client: ServiceClient, gone: str, stored: list[str]
) -> None:
    given = [each for each in FILES if each[1][0] in (*stored, gone, "c.txt")]
    answer = await client.post("/cms/files", headers=library.headers, files=given)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert [*told["success"]] == stored
    uncertain, untried = told["failed"][gone], told["failed"]["c.txt"]
    assert (uncertain["status"], uncertain["code"]) == (409, "upload_uncertain")
    assert untried["status"] >= 500


async def test_a_content_that_replaces_another_is_there(library: Library, client: ServiceClient, lost: Any) -> None:
    stored = await file(client, "a.txt", b"before")
    lost()
    headers = {**library.headers, "If-Match": '"1"', "Content-Type": "application/octet-stream"}
    answer = await client.put(f"/cms/files/{stored.id}/content", headers=headers, content=b"after")
    assert answer.status_code == 500
    assert (await client.get("/files/a.txt")).content == b"after"


async def test_a_part_of_an_upload_is_there(
    library: Library, client: ServiceClient, lost: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {**library.headers, **TUS, "Upload-Length": "7", "Upload-Metadata": "filename YS50eHQ="}
    begun = await client.post("/cms/uploads", headers=headers)
    assert begun.status_code == 201, begun.text
    lost()
    part = {**library.headers, **TUS, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    answer = await client.patch(begun.headers["location"], headers=part, content=b"content")
    assert answer.status_code == 500
    monkeypatch.undo()
    [job] = await run_jobs(client, "uploads.complete")
    assert job.state == "done", job.error
    assert (await client.get("/files/a.txt")).content == b"content"


async def test_of_what_is_refused_nothing_is_left(library: Library, client: ServiceClient) -> None:
    files = {"files": ("a.txt", b"content")}
    answer = await client.post("/cms/files", headers=library.headers, files=files, data={"bucketName": "none"})
    assert [*answer.json()["failed"]] == ["a.txt"]
    assert await keys_stored(client) == set()
    assert not [path for path in Path(client.kit.settings.data_dir, "files").rglob("*") if path.is_file()]
