"""The bucket that files are kept in, where the site runs its own storage: in MinIO's there is none at first."""

import asyncio
from collections.abc import Mapping
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from deploy.local.errors import StartError
from deploy.s3 import DEFAULT_REGION, s3_client

_IS_THERE = ("BucketAlreadyOwnedByYou", "OperationAborted")


def make_bucket(environ: Mapping[str, str]) -> None:
    """Make the bucket of ``S3_BUCKET`` unless it is there; `StartError` where none is named, or it cannot be made."""
    bucket = environ.get("S3_BUCKET")
    if not bucket:
        raise StartError("S3_BUCKET must name the bucket to make")
    try:
        asyncio.run(_make(bucket, environ))
    except ClientError as error:
        said = error.response["Error"]
        raise StartError(f"bucket {bucket} cannot be made: {said.get('Code')}, {said.get('Message')}") from error
    except (BotoCoreError, OSError, TimeoutError, ValueError) as error:
        # Some of botocore's messages have several lines.
        raise StartError(f"bucket {bucket} cannot be made: {' '.join(str(error).split())}") from error


async def _make(bucket: str, environ: Mapping[str, str]) -> None:
    region = environ.get("S3_REGION") or DEFAULT_REGION
    # This region is the one that must not be named.
    place = {} if region == DEFAULT_REGION else {"CreateBucketConfiguration": {"LocationConstraint": region}}
    async with s3_client("", environ) as client:
        if await _is_there(client, bucket):
            return
        try:
            await client.create_bucket(Bucket=bucket, **place)
        except ClientError as error:
            # Another one made it meanwhile.
            if error.response["Error"].get("Code") not in _IS_THERE:
                raise


async def _is_there(client: Any, bucket: str) -> bool:
    try:
        await client.list_objects_v2(Bucket=bucket, MaxKeys=1)
    except ClientError as error:
        if error.response["Error"].get("Code") == "NoSuchBucket":
            return False
        raise
    return True
