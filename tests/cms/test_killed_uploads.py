"""Uploads whose service or worker is killed (-9) on the way: what was answered with success is there, and there once."""

import hashlib
import signal
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from cms.files.models import Entity
from cms.uploads.models import UploadPart
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from tests.cms.file_library import Library, editor, library
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, module_process, on_ports, service_process
from tests.kit.working import run_jobs

__all__ = ["editor", "library"]
SOME = bytes(range(256)) * 4000
TUS = {"Tus-Resumable": "1.0.0"}
PART = {**TUS, "Content-Type": "application/offset+octet-stream"}


@pytest.fixture
async def addresses(tokens: Tokens) -> AsyncIterator[Mapping[str, str]]:
    async with on_ports({"auth": tokens.app}) as addresses:
        yield addresses


async def unfinished(client: ServiceClient) -> int:
    """How many files are being written, or were when somebody was killed."""
    folder = client.kit.settings.data_dir / "files" / ".unfinished"
    return len([*folder.iterdir()]) if folder.exists() else 0


async def sent_and_killed(client: ServiceClient, process: Any, call: Any) -> None:
    """Send the beginning of a body, and kill who takes it."""
    before = await unfinished(client)

    async def body() -> AsyncIterator[bytes]:
        yield SOME
        await eventually(arrived)
        process.kill()
        await process.wait()
        yield SOME

    async def arrived() -> bool:
        return await unfinished(client) > before

    with pytest.raises(httpx.TransportError):
        await call(body())


async def test_of_one_request_nothing_is_left(
    library: Library, client: ServiceClient, addresses: Mapping[str, str]
) -> None:
    port = free_port()
    process = await service_process(client, "cms.app:app", port, **addresses)
    head = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'

    async def call(body: AsyncIterator[bytes]) -> httpx.Response:
        async def form() -> AsyncIterator[bytes]:
            yield head
            async for piece in body:
                yield piece

        headers = {**library.headers, "Content-Type": "multipart/form-data; boundary=x"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers) as web:
            return await web.post("/cms/files", content=form())

    try:
        await sent_and_killed(client, process, call)
    finally:
        await end(process)
    assert await library.names() == ([], [])
    assert [each async for each in client.kit.storage.list()] == []
    assert await client.kit.storage.clean(datetime.now(UTC) + timedelta(minutes=1)) == 1


async def test_one_that_can_go_on_has_all_that_was_answered(
    library: Library, client: ServiceClient, addresses: Mapping[str, str]
) -> None:
    port = free_port()
    process = await service_process(client, "cms.app:app", port, **addresses)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=library.headers) as web:
            length = {**TUS, "Upload-Length": str(3 * len(SOME)), "Upload-Metadata": "filename YS5iaW4="}
            begun = await web.post("/cms/uploads", headers=length)
            place = begun.headers["location"]
            first = await web.patch(place, headers={**PART, "Upload-Offset": "0"}, content=SOME)
            assert first.status_code == 204, first.text

            async def call(body: AsyncIterator[bytes]) -> httpx.Response:
                return await web.patch(place, headers={**PART, "Upload-Offset": str(len(SOME))}, content=body)

            await sent_and_killed(client, process, call)
    finally:
        await end(process)
    there = await client.head(place, headers={**library.headers, **TUS})
    assert there.headers["upload-offset"] == str(len(SOME))
    rest = {**library.headers, **PART, "Upload-Offset": str(len(SOME))}
    assert (await client.patch(place, headers=rest, content=SOME + SOME)).status_code == 204
    await run_jobs(client, "uploads.complete")
    assert (await client.get("/files/a.bin")).content == 3 * SOME


async def test_one_whose_worker_is_killed_becomes_one_file(
    library: Library, client: ServiceClient, addresses: Mapping[str, str]
) -> None:
    length = {**library.headers, **TUS, "Upload-Length": str(2 * len(SOME)), "Upload-Metadata": "filename YS5iaW4="}
    place = (await client.post("/cms/uploads", headers=length)).headers["location"]
    for offset in (0, len(SOME)):
        part = {**library.headers, **PART, "Upload-Offset": str(offset)}
        assert (await client.patch(place, headers=part, content=SOME)).status_code == 204
    async with client.kit.database.transaction() as session:
        job = str((await session.scalars(select(Job.id).where(Job.name == "uploads.complete"))).one())
    process = await module_process(client, "tests.cms.dying_worker", job, "", "2", **addresses)
    try:
        await process.wait()
    finally:
        await end(process)
    assert process.returncode == -signal.SIGKILL
    async with client.kit.database.transaction() as session:
        await session.execute(update(Job).values(state="queued"))
    await run_jobs(client, "uploads.complete")
    await run_jobs(client)
    async with client.kit.database.transaction() as session:
        [file] = await session.scalars(select(Entity))
        assert [*await session.scalars(select(UploadPart))] == []
    assert file.sha256 == hashlib.sha256(SOME + SOME).hexdigest()
    assert [each.key async for each in client.kit.storage.list()] == [file.storage_key]
