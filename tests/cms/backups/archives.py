"""Making backups in tests, taking them apart and putting them together again."""

import hashlib
import io
import tarfile
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import orjson
from sqlalchemy import update

from kit.tables import Job
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs, with_worker

Members = dict[str, bytes]


async def backed_up(whole: Whole) -> dict[str, Any]:
    """A new backup, as the job tells it."""
    answer = await with_worker(whole.cms, whole.cms.post("/cms/backups", headers=whole.headers))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def archive_of(whole: Whole) -> bytes:
    """The archive of a new backup."""
    name = (await backed_up(whole))["name"]
    answer = await whole.cms.get(f"/cms/backups/{name}/archive", headers=whole.headers)
    assert answer.status_code == 200, answer.text
    return answer.content


async def put(whole: Whole, archive: bytes, **fields: str) -> httpx.Response:
    """The answer to an import of an archive."""
    call = whole.cms.put(
        "/cms/backups", headers=whole.headers, files={"backup-archive": ("site.tar", archive)}, data=fields
    )
    return await with_worker(whole.cms, call)


async def begin(whole: Whole, archive: bytes) -> None:
    """Begin to import an archive; no worker does it."""
    headers = {**whole.headers, "Prefer": "respond-async"}
    answer = await whole.cms.put("/cms/backups", headers=headers, files={"backup-archive": ("site.tar", archive)})
    assert answer.status_code == 202, answer.text


async def last_attempt(whole: Whole, name: str) -> Job:
    """The only job of this name after an attempt that is not tried again."""
    async with whole.cms.kit.database.transaction() as session:
        await session.execute(update(Job).where(Job.name == name).values(attempts=Job.max_attempts - 1))
    [job] = [each for each in await run_jobs(whole.cms, name) if each.state != "done"]
    return job


async def latest_import(whole: Whole) -> dict[str, Any]:
    """The import that was begun last."""
    answer = await whole.cms.get("/cms/backups/imports/latest", headers=whole.headers)
    told: dict[str, Any] = answer.json()["latest"]
    return told


def code_of(job: Job) -> Any:
    """Why the last attempt failed."""
    return (job.error or {}).get("code")


def taken_apart(archive: bytes) -> Members:
    """The members of an archive, as anybody's tar reads them."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {info.name: tar.extractfile(info).read() for info in tar}  # type: ignore[union-attr]  # plain files


def put_together(members: Mapping[str, bytes], odd: Callable[[tarfile.TarInfo], None] | None = None) -> bytes:
    """An archive of members; ``odd`` changes their headers."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            if odd is not None:
                odd(info)
            tar.addfile(info, io.BytesIO(content))
    return written.getvalue()


def changed(archive: Members, name: str, /, **values: Any) -> Members:
    """The members with other values in one that is JSON."""
    return {**archive, name: orjson.dumps({**orjson.loads(archive[name]), **values})}


def honest(members: Members) -> Members:
    """The members with a manifest that says what is in them."""
    told = {
        name: [len(content), hashlib.sha256(content).hexdigest()]
        for name, content in members.items()
        if name != "manifest.json"
    }
    return changed({**members, "manifest.json": members["manifest.json"]}, "manifest.json", members=told)


async def listed(whole: Whole) -> list[dict[str, Any]]:
    """The backups as an administrator sees them."""
    answer = await whole.cms.get("/cms/backups", headers=whole.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


async def wipe(whole: Whole) -> None:
    """Delete every row of the site's parts, and all files."""
    for service, client in whole.services.items():
        backup = __import__(f"{service}.backup", fromlist=["BACKUP"]).BACKUP
        async with client.kit.database.transaction() as session:
            for part in reversed(backup.parts):
                for table in backup.emptied(part):
                    await session.execute(table.delete())
    await whole.cms.kit.storage.delete([*await whole.objects()])
