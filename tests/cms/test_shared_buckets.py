"""A bucket that another program has its own uploads in."""

from typing import Any

from cms.app import app
from kit.jobs import enqueue
from kit.testing import Start
from tests.kit.working import run_jobs
from tests.s3_server import ACCESS, s3_server, s3_storage

OURS = ("files/00/left", "uploads/00/left", "variants/00/left", "backups/left", "contact/00/left", "imports/00/left")


class TestSweep:
    async def test_aborts_unfinished_uploads_of_the_site_and_no_others(self, start: Start) -> None:
        with s3_server() as address:
            storage = await s3_storage(address)
            bucket = storage._access.bucket
            settings: dict[str, Any] = {f"s3_{name}": value for name, value in ACCESS.items()}
            client = await start(app, s3_bucket=bucket, s3_endpoint_url=address, **settings)
            try:
                async with storage._connected() as s3:
                    # To moto, all of them were begun in 2010.
                    for key in (*OURS, "films/00/left"):
                        await s3.create_multipart_upload(Bucket=bucket, Key=key)
                async with client.kit.database.transaction() as session:
                    job = await enqueue(session, "files.sweep", {})
                done = {each.id: each for each in await run_jobs(client)}[job.id]
                assert done.result == {"objects": 0, "unfinished": len(OURS)}
                async with storage._connected() as s3:
                    left = (await s3.list_multipart_uploads(Bucket=bucket))["Uploads"]
                assert [each["Key"] for each in left] == ["films/00/left"]
            finally:
                await storage.close()
