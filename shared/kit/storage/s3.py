"""S3, or what speaks like it, as a storage."""

import asyncio
import hashlib
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat
from typing import Any, Self

import aioboto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from kit.storage.base import PIECE, ObjectMissing, Storage, StorageFull, StorageUnavailable, Stored, Written, buffered

_PART = 8 * 1024 * 1024
"""Bytes of the first parts; S3 takes none below 5 MB but the last."""
_LONGER_PARTS = ((_PART, 2_000), (8 * _PART, 4_000))
"""Bytes of a part, and of how many. S3 takes 10,000 parts, and what is stored does not say beforehand how long it is: an
object of up to 16 GB goes in small ones, of which each is in memory; one of a terabyte fits, too."""
_LONGEST_PART = 32 * _PART

_DELETED_AT_ONCE = 1000
_MISSING = frozenset({"NoSuchKey", "404", "NotFound"})
_FULL = frozenset({"XMinioStorageFull", "QuotaExceeded", "InsufficientStorage"})


@dataclass(frozen=True, slots=True)
class S3Access:
    """Which bucket, where, and by whose key. Without a key it is looked for as Amazon's own tools do."""

    bucket: str
    endpoint_url: str | None = None
    region: str | None = None
    access_key_id: str | None = None
    secret_access_key: str | None = None


class S3Storage(Storage):
    """Objects in one bucket. Connects when it is first used."""

    def __init__(self, access: S3Access) -> None:
        self._access = access
        self._stack = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._client: Any = None

    async def _put(self, key: str, pieces: AsyncIterable[bytes]) -> Written:
        digest, size = hashlib.sha256(), 0
        parts = buffered(pieces, part_sizes())
        first = await anext(parts, b"")
        await asyncio.to_thread(digest.update, first)
        if len(first) < _PART:
            async with self._connected() as client:
                await client.put_object(Bucket=self._access.bucket, Key=key, Body=first)
            return Written(len(first), digest.hexdigest())
        async with _Multipart(self._connected, self._access.bucket, key) as upload:
            await upload.add(first)
            size = len(first)
            async for part in parts:
                await asyncio.to_thread(digest.update, part)
                await upload.add(part)
                size += len(part)
        return Written(size, digest.hexdigest())

    @asynccontextmanager
    async def _reading(self, key: str, start: int, length: int | None) -> AsyncIterator[AsyncIterator[bytes]]:
        # A range of no bytes is none to S3.
        if length == 0:
            yield _pieces(None)
            return
        wanted = {} if start == 0 and length is None else {"Range": _range(start, length)}
        async with self._connected() as client:
            answer = await client.get_object(Bucket=self._access.bucket, Key=key, **wanted)
        async with answer["Body"]:
            yield _pieces(answer["Body"])

    async def _stat(self, key: str) -> Stored | None:
        try:
            async with self._connected() as client:
                found = await client.head_object(Bucket=self._access.bucket, Key=key)
        except ObjectMissing:
            return None
        return Stored(key, found["ContentLength"], found["LastModified"])

    async def _delete(self, keys: Sequence[str]) -> None:
        for begin in range(0, len(keys), _DELETED_AT_ONCE):
            some = [{"Key": key} for key in keys[begin : begin + _DELETED_AT_ONCE]]
            async with self._connected() as client:
                answer = await client.delete_objects(
                    Bucket=self._access.bucket, Delete={"Objects": some, "Quiet": True}
                )
            if answer.get("Errors"):
                raise StorageUnavailable(f"S3 did not delete {len(answer['Errors'])} objects.")

    async def list(self, prefix: str = "") -> AsyncIterator[Stored]:
        """All objects whose keys begin with ``prefix``."""
        place: dict[str, str] = {}
        while True:
            async with self._connected() as client:
                page = await client.list_objects_v2(Bucket=self._access.bucket, Prefix=prefix, **place)
            for each in page.get("Contents", ()):
                yield Stored(each["Key"], each["Size"], each["LastModified"])
            if not page.get("IsTruncated"):
                return
            place = {"ContinuationToken": page["NextContinuationToken"]}

    async def clean(self, older_than: datetime, prefix: str = "") -> int:
        """Abort uploads of several parts that were begun before then."""
        aborted, place = 0, dict[str, str]()
        while True:
            async with self._connected() as client:
                page = await client.list_multipart_uploads(Bucket=self._access.bucket, Prefix=prefix, **place)
                old = [each for each in page.get("Uploads", ()) if each["Initiated"] < older_than]
                for each in old:
                    await client.abort_multipart_upload(
                        Bucket=self._access.bucket, Key=each["Key"], UploadId=each["UploadId"]
                    )
            aborted += len(old)
            if not page.get("IsTruncated"):
                return aborted
            place = {"KeyMarker": page["NextKeyMarker"]}
            # Some servers that speak S3's protocol give none.
            if marker := page.get("NextUploadIdMarker"):
                place["UploadIdMarker"] = marker

    async def close(self) -> None:
        """Close its connections."""
        await self._stack.aclose()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        """The client; what it and S3 say of faults is named."""
        with _named_faults():
            async with self._opening:
                if self._client is None:
                    self._client = await self._stack.enter_async_context(_client(self._access))
            yield self._client


def part_sizes() -> Iterator[int]:
    """The bytes of each part of an object, without an end."""
    return chain(*(repeat(size, count) for size, count in _LONGER_PARTS), repeat(_LONGEST_PART))


class _Multipart:
    """An upload of several parts, which is there when the block ends, and gone when it fails."""

    def __init__(self, connected: Callable[[], AbstractAsyncContextManager[Any]], bucket: str, key: str) -> None:
        self._connected = connected
        self._place = {"Bucket": bucket, "Key": key}
        self._parts: list[dict[str, Any]] = []

    async def __aenter__(self) -> Self:
        async with self._connected() as client:
            begun = await client.create_multipart_upload(**self._place)
        self._place["UploadId"] = begun["UploadId"]
        return self

    async def add(self, part: bytes) -> None:
        number = len(self._parts) + 1
        async with self._connected() as client:
            answer = await client.upload_part(**self._place, PartNumber=number, Body=part)
        self._parts.append({"PartNumber": number, "ETag": answer["ETag"]})

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                async with self._connected() as client:
                    await client.complete_multipart_upload(**self._place, MultipartUpload={"Parts": self._parts})
                return
        except BaseException:
            await self._abort()
            raise
        await self._abort()

    async def _abort(self) -> None:
        # Where S3 is away, `clean` does it later.
        with suppress(StorageUnavailable, ObjectMissing, StorageFull):
            async with self._connected() as client:
                await client.abort_multipart_upload(**self._place)


def _client(access: S3Access) -> Any:
    return aioboto3.Session().client(
        "s3",
        endpoint_url=access.endpoint_url,
        region_name=access.region or "us-east-1",
        aws_access_key_id=access.access_key_id,
        aws_secret_access_key=access.secret_access_key,
        config=Config(
            connect_timeout=5,
            read_timeout=30,
            retries={"mode": "standard", "max_attempts": 3},
            max_pool_connections=50,
            # Buckets of one's own servers have no name of their own in the DNS.
            s3={"addressing_style": "path" if access.endpoint_url else "auto"},
            # What only some of those who speak like S3 understand.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        ),
    )


@contextmanager
def _named_faults() -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        code = str(error.response.get("Error", {}).get("Code"))
        if code in _MISSING:
            raise ObjectMissing("The file is in the library, but its content is missing.") from error
        if code in _FULL:
            raise StorageFull("The site's storage is full. Free some space and try again.") from error
        raise StorageUnavailable("The site's storage has failed. Try again later.") from error
    except (BotoCoreError, OSError, TimeoutError) as error:
        raise StorageUnavailable("The site's storage cannot be reached. Try again later.") from error


def _range(start: int, length: int | None) -> str:
    return f"bytes={start}-" if length is None else f"bytes={start}-{start + length - 1}"


async def _pieces(body: Any | None) -> AsyncIterator[bytes]:
    while body is not None:
        with _named_faults():
            piece = await body.read(PIECE)
        if not piece:
            return
        yield piece
