"""An S3 server for tests: moto's, in a process of its own."""

import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from kit.storage.s3 import S3Access, S3Storage
from kit.testing.engines import free_port

ACCESS = {"access_key_id": "key", "secret_access_key": "secret", "region": "eu-west-1"}


async def s3_storage(address: str) -> S3Storage:
    """A storage in a new bucket of a server."""
    bucket = f"files-{uuid.uuid4().hex}"
    storage = S3Storage(S3Access(bucket, address, **ACCESS))
    async with storage._connected() as client:
        await client.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": ACCESS["region"]})
    return storage


@contextmanager
def s3_server() -> Iterator[str]:
    """The address of a server without any bucket; it ends with the block."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(address, process)
            yield address
        finally:
            process.terminate()


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended by itself"
        try:
            httpx.get(address, timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(address)
