"""The storage that settings name, as those ask it who look after a site: soon told where it does not answer."""

from collections.abc import Mapping
from typing import Any

import aioboto3
from botocore.config import Config

DEFAULT_REGION = "us-east-1"
_SECONDS = 5


def s3_client(prefix: str, environ: Mapping[str, str]) -> Any:
    """A client for ``async with``, by the settings ``S3_…`` with this prefix; those of Amazon's own tools where they say nothing."""
    return aioboto3.Session().client(
        "s3",
        endpoint_url=environ.get(f"{prefix}S3_ENDPOINT_URL") or None,
        region_name=environ.get(f"{prefix}S3_REGION") or DEFAULT_REGION,
        aws_access_key_id=environ.get(f"{prefix}S3_ACCESS_KEY_ID") or None,
        aws_secret_access_key=environ.get(f"{prefix}S3_SECRET_ACCESS_KEY") or None,
        config=Config(connect_timeout=_SECONDS, read_timeout=_SECONDS, retries={"max_attempts": 1}),
    )
