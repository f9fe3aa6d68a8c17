"""Buckets that another program has its own uploads in."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from cms.app import app
from kit.jobs import enqueue
from kit.storage.s3 import S3Storage
from kit.testing import Start
from tests.kit.working import run_jobs
from tests.s3_server import ACCESS, s3_server, s3_storage

OURS = ("files/00/left", "uploads/00/left", "variants/00/left", "backups/left", "contact/00/left", "imports/00/left")


@pytest.fixture
async def buckets() -> AsyncIterator[tuple[str, S3Storage, S3Storage]]:
    """A server, and two buckets of it: that of the files and that of scheduled backups."""
    with s3_server() as address:
        files, backups = await s3_storage(address), await s3_storage(address)
        yield address, files, backups
        await files.close()
        await backups.close()


async def begin_uploads(storage: S3Storage, *keys: str) -> None:
    """Begin uploads of several parts that nobody ends. To moto, all of them were begun in 2010."""
    async with storage._connected() as s3:
        for key in keys:
            await s3.create_multipart_upload(Bucket=storage._access.bucket, Key=key)


async def unfinished(storage: S3Storage) -> list[str]:
    async with storage._connected() as s3:
        found = await s3.list_multipart_uploads(Bucket=storage._access.bucket)
    return [each["Key"] for each in found.get("Uploads", ())]


class TestSweep:
    async def test_aborts_unfinished_uploads_of_the_site_and_no_others(
        self, start: Start, buckets: tuple[str, S3Storage, S3Storage]
    ) -> None:
        address, files, backups = buckets
        settings: dict[str, Any] = {"s3_bucket": files._access.bucket, "backups_s3_bucket": backups._access.bucket}
        for prefix in ("s3_", "backups_s3_"):
            settings |= {f"{prefix}{name}": value for name, value in {"endpoint_url": address, **ACCESS}.items()}
        client = await start(app, **settings)
        await begin_uploads(files, *OURS, "films/00/left")
        # All that the site has there are scheduled ones.
        await begin_uploads(backups, "backups/of-another", "backups/scheduled/left")
        async with client.kit.database.transaction() as session:
            job = await enqueue(session, "files.sweep", {})
        done = {each.id: each for each in await run_jobs(client)}[job.id]
        assert done.result == {"objects": 0, "unfinished": len(OURS) + 1}
        assert await unfinished(files) == ["films/00/left"]
        assert await unfinished(backups) == ["backups/of-another"]
