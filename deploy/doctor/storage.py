"""Where files and backups are kept: whether it is reached, and whether it can be written."""

import os
import uuid
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from deploy.doctor.clock import Reading, now, reading
from deploy.doctor.findings import Finding, fault, ok
from deploy.s3 import s3_client

_RIGHTS = "give the key s3:PutObject, GetObject, DeleteObject on the bucket's objects, and ListBucket on it"
_FOLDER = "doctor"
_FAILURES = (ClientError, BotoCoreError, OSError, TimeoutError, ValueError)


async def check_bucket(part: str, prefix: str, environ: Mapping[str, str]) -> tuple[list[Finding], list[Reading]]:
    """Lines about the bucket that the settings with a prefix name, and the clock of its service."""
    bucket = environ.get(f"{prefix}S3_BUCKET")
    key, step = f"{_FOLDER}/{uuid.uuid4().hex}", "reached"
    clocks: list[Reading] = []
    asked = now()
    try:
        async with AsyncExitStack() as stack:
            client: Any = await stack.enter_async_context(s3_client(prefix, environ))
            asked = now()
            answer = await client.list_objects_v2(Bucket=bucket, Prefix=f"{_FOLDER}/", MaxKeys=1)
            clocks = _clock(answer["ResponseMetadata"]["HTTPHeaders"].get("date"), asked)
            step = "written"
            await client.put_object(Bucket=bucket, Key=key, Body=b"written by make doctor")
            step = "read"
            try:
                await (await client.get_object(Bucket=bucket, Key=key))["Body"].read()
            except _FAILURES:
                # It is not to stay because of that, once for each examination.
                with suppress(*_FAILURES):
                    await client.delete_object(Bucket=bucket, Key=key)
                raise
            step = "cleared"
            await client.delete_object(Bucket=bucket, Key=key)
    except ClientError as error:
        return [_refused(part, bucket, step, error)], clocks or _clock(_date_of(error), asked)
    except _FAILURES as error:
        advice = f"check {prefix}S3_ENDPOINT_URL, {prefix}S3_REGION and the key, and that this machine may reach it"
        return [fault(part, f"{bucket} cannot be {step}: {error}", advice)], clocks
    return [ok(part, f"bucket {bucket} can be read and written")], clocks


def check_folder(part: str, folder: Path, *, is_own: bool = True) -> list[Finding]:
    """A line about a folder of this machine, which is left as it was.

    One that is not ``is_own`` has to be there: where its disk is not mounted, services write nothing beside it.
    """
    try:
        if not is_own and not folder.is_dir():
            return [fault(part, f"there is no folder {folder}", "mount its disk, or make the folder")]
        probe = _existing(folder) / f".doctor-{os.getpid()}"
        try:
            probe.write_bytes(b"x" * 4096)
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        advice = "free some room there, or give the user that runs the site the right to write there"
        return [fault(part, f"{folder} cannot be written: {error.strerror}", advice)]
    return [ok(part, f"{folder} can be written")]


def _existing(folder: Path) -> Path:
    """The folder, or where it will be made."""
    return folder if folder.exists() else _existing(folder.parent)


def _refused(part: str, bucket: str | None, step: str, error: ClientError) -> Finding:
    code, message = (error.response.get("Error", {}).get(name, "?") for name in ("Code", "Message"))
    said = f"{bucket} cannot be {step}: {code}, {message}"
    if code in ("NoSuchBucket", "404"):
        return fault(part, said, "make the bucket, or name another")
    if code in ("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidClientTokenId"):
        return fault(part, said, "correct the key's id and secret")
    if code == "RequestTimeTooSkewed":
        return fault(part, said, "set this machine's clock by NTP")
    return fault(part, said, _RIGHTS)


def _date_of(error: ClientError) -> str | None:
    date: str | None = error.response.get("ResponseMetadata", {}).get("HTTPHeaders", {}).get("date")
    return date


def _clock(date: str | None, asked: float) -> list[Reading]:
    try:
        theirs: datetime | None = parsedate_to_datetime(date) if date else None
    except ValueError:
        theirs = None
    return [reading("S3", theirs, asked, now())] if theirs else []
