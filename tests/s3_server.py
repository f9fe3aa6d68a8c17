"""An S3 server for tests: moto's, in a process of its own."""

import json
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3  # type: ignore[import-untyped]  # it has no types
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
            _wait_for(port, process)
            yield address
        finally:
            process.terminate()


@contextmanager
def read_only_bucket() -> Iterator[dict[str, str]]:
    """A bucket on a server of its own that asks for rights, and the settings of somebody who may only read there."""
    with restricted_bucket("read-only", "GetObject", "ListBucket") as settings:
        yield settings


@contextmanager
def restricted_bucket(bucket: str, *actions: str) -> Iterator[dict[str, str]]:
    """The same with the settings of somebody who may do these things there and no others."""
    with s3_server() as server:
        place = {"LocationConstraint": ACCESS["region"]}
        boto_client(server, "s3").create_bucket(Bucket=bucket, CreateBucketConfiguration=place)
        iam = boto_client(server, "iam")
        iam.create_user(UserName="somebody")
        allowed = {"Effect": "Allow", "Action": [f"s3:{action}" for action in actions], "Resource": "*"}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [allowed]})
        iam.put_user_policy(UserName="somebody", PolicyName="allowed", PolicyDocument=policy)
        key = iam.create_access_key(UserName="somebody")["AccessKey"]
        # From here on it looks at who asks.
        httpx.post(f"{server}/moto-api/reset-auth", content=b"0", timeout=30).raise_for_status()
        yield {
            "S3_BUCKET": bucket,
            "S3_ENDPOINT_URL": server,
            "S3_REGION": ACCESS["region"],
            "S3_ACCESS_KEY_ID": key["AccessKeyId"],
            "S3_SECRET_ACCESS_KEY": key["SecretAccessKey"],
        }


def boto_client(server: str, service: str) -> Any:
    """A client of one service of a server, for somebody who may do everything."""
    return boto3.client(
        service,
        endpoint_url=server,
        region_name=ACCESS["region"],
        aws_access_key_id=ACCESS["access_key_id"],
        aws_secret_access_key=ACCESS["secret_access_key"],
    )


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(600):
        assert process.poll() is None, "the server ended by itself"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(port)
