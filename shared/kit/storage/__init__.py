"""Where the bytes of files are kept: a folder of this machine, or S3 where the settings name a bucket.

For example::

    key = new_key("files")
    written = await storage.put(key, pieces)                      # atomically; its size and SHA-256
    async with storage.reading(key, start=100, length=50) as pieces:
        async for piece in pieces: ...

Keys are opaque: names, folders and who may see what are the business of the database. An object is deleted only after
the transaction that dropped its row has been committed, by a job; what slips through, `Storage.list` finds.
"""

from kit.config import ServiceSettings
from kit.storage.base import (
    ObjectMissing,
    Storage,
    StorageFull,
    StorageUnavailable,
    Stored,
    Written,
    kept_unless_refused,
    new_key,
)
from kit.storage.local import LocalStorage

__all__ = [
    "LocalStorage",
    "ObjectMissing",
    "Storage",
    "StorageFull",
    "StorageUnavailable",
    "Stored",
    "Written",
    "kept_unless_refused",
    "new_key",
    "storage_of",
]


def storage_of(settings: ServiceSettings) -> Storage:
    """The storage that the settings name. Connects to nothing yet."""
    if settings.s3_bucket is None:
        return LocalStorage(settings.data_dir / "files")
    # It takes a third of a second and 30 MB to import, which a site without S3 should not pay for.
    from kit.storage.s3 import S3Access, S3Storage  # noqa: PLC0415

    secret = settings.s3_secret_access_key
    return S3Storage(
        S3Access(
            settings.s3_bucket,
            settings.s3_endpoint_url,
            settings.s3_region,
            settings.s3_access_key_id,
            None if secret is None else secret.get_secret_value(),
        )
    )
