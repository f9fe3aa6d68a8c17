"""A connection to Postgres that is lost behind a commit: nobody hears of it, and the row is there."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

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
    answer = await client.post("/cms/files", headers=library.headers, files={"files": ("a.txt", b"content")})
    assert answer.status_code == 500
    assert (await client.get("/files/a.txt")).content == b"content"


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
