"""Where the bytes of files are kept: a folder of this machine, or S3 where the settings name a bucket.

For example::

    key = new_key("files")
    written = await storage.put(key, pieces)                      # atomically; its size and SHA-256
    async with storage.reading(key, start=100, length=50) as pieces:
        async for piece in pieces: ...

Keys are opaque: names, folders and who may see what are the business of the database. An object is deleted only after
the transaction that dropped its row has been committed, by a job; what slips through, `Storage.list` finds.
"""

from typing import Any

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
    pieces_in,
)
from kit.storage.divided import DividedStorage
from kit.storage.local import LocalStorage

__all__ = [
    "SCHEDULED",
    "DividedStorage",
    "LocalStorage",
    "ObjectMissing",
    "Storage",
    "StorageFull",
    "StorageUnavailable",
    "Stored",
    "Written",
    "kept_unless_refused",
    "new_key",
    "pieces_in",
    "storage_of",
]


SCHEDULED = "backups/scheduled/"
"""How the keys of what is kept elsewhere begin, where the settings name another place for scheduled backups."""


def storage_of(settings: ServiceSettings) -> Storage:
    """The storage that the settings name, with the place for scheduled backups in it. Connects to nothing yet."""
    files = _s3("", settings) or LocalStorage(settings.data_dir / "files")
    folder = settings.backups_dir
    elsewhere = _s3("backups_", settings) or (folder and LocalStorage(folder, is_own=False))
    return DividedStorage(files, SCHEDULED, elsewhere) if elsewhere else files


def _s3(prefix: str, settings: ServiceSettings) -> Storage | None:
    """The bucket that the settings with this prefix name."""

    def read(name: str) -> Any:
        return getattr(settings, f"{prefix}s3_{name}")

    if read("bucket") is None:
        return None
    # It takes a third of a second and 30 MB to import, which a site without S3 should not pay for.
    from kit.storage.s3 import S3Access, S3Storage  # noqa: PLC0415

    secret = read("secret_access_key")
    access = S3Access(
        read("bucket"),
        read("endpoint_url"),
        read("region"),
        read("access_key_id"),
        None if secret is None else secret.get_secret_value(),
    )
    return S3Storage(access)
