"""What is in an archive, and where.

::

    backup.json              format, release, when and of what site: first, so that a newer archive is known at once
    <part>/0001.jsonl.gz …   the rows of a part, see `kit.backups`
    objects/<key>            the content of files
    manifest.json            last: the size and SHA-256 of all others, numbers of rows, and what was missing
"""

import re
import zlib
from collections.abc import AsyncGenerator, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.backups import BackupInvalid
from kit.config import ServiceName, ServiceSettings
from kit.storage import Storage

FORMAT = 2
"""1 has no earlier versions of files. A release that knows 1 alone has to say that it is too old: it would take the
objects of these for unknown ones."""
HEAD, MANIFEST = "backup.json", "manifest.json"
PARTS: Mapping[str, ServiceName] = {
    "pages": "content",
    "files": "cms",
    "settings": "cms",
    "emailTemplates": "cms",
    "mail": "cms",
    "subscribers": "cms",
    "users": "auth",
    "crm": "crm",
    "shop": "ecom",
}
"""The parts of a site, and whose they are. A site has those of the services that it has: `parts_at`."""

LONGEST_HEAD = 64 * 1024
LONGEST_MANIFEST = 512 * 1024 * 1024
LONGEST_ROWS = 512 * 1024 * 1024
"""Bytes of a member of rows: some MB as they are written, and more only for one row that is longer."""
WITH_OBJECTS = frozenset({"entities", "former_contents"})
"""The tables of files whose rows name objects."""
OBJECTS = "objects/"
OBJECT = re.compile(r"objects/(files/[a-z0-9]{2}/[a-z0-9]{32})")
ROWS = re.compile(r"([A-Za-z]+)/(\d{4,9})\.jsonl\.gz")
_INFLATED = 1024 * 1024
_MOST_NAMES = 100


def parts_at(settings: ServiceSettings) -> dict[str, ServiceName]:
    """The parts that this site has, and whose they are."""
    return {part: service for part, service in PARTS.items() if settings.url_of(service) is not None}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a member's bytes are in the archive."""

    start: int
    size: int


@dataclass(slots=True)
class FileNames:
    """The paths of the files whose objects rows name, as the rows go by: folders first, then files, then what they were."""

    _folders: dict[str, str] = field(default_factory=dict)
    _files: dict[str, str] = field(default_factory=dict)
    _of_objects: dict[str, str] = field(default_factory=dict)

    def look(self, table: str, row: Mapping[str, Any]) -> None:
        """Remember what a row says. It may be of any archive, so its values may be of any type."""
        key = row.get("storage_key")
        if table == "buckets":
            self._folders[str(row.get("id"))] = _name_in(row)
        elif table == "entities" and key:
            folder, name = self._folders.get(str(row.get("bucket_id"))), _name_in(row)
            path = name if folder is None else f"{folder}/{name}"
            self._files[str(row.get("id"))] = self._of_objects[str(key)] = path
        elif table == "former_contents" and key:
            self._of_objects[str(key)] = self._files.get(str(row.get("entity_id")), "")

    def of(self, keys: Collection[str]) -> list[str]:
        """The paths of the files that objects are of, each once, and no more than people read."""
        return sorted({self._of_objects.get(key, "") for key in keys} - {""})[:_MOST_NAMES]


def _name_in(row: Mapping[str, Any]) -> str:
    # As long as names can be; the database stores no NUL.
    return str(row.get("name"))[:1000].replace("\0", "")


@dataclass(slots=True)
class Contents:
    """An archive that has been checked. ``rows`` are the members of each part, in their order.

    ``digests`` are those that the rows have of the objects, also of those that had become damaged, or were missing.
    ``faulty_names`` are the paths of the files that these are of.
    """

    head: dict[str, Any]
    manifest: dict[str, Any]
    rows: dict[str, list[Place]] = field(default_factory=dict)
    objects: dict[str, Place] = field(default_factory=dict)
    digests: dict[str, Any] = field(default_factory=dict)
    faulty_names: list[str] = field(default_factory=list)

    @property
    def parts(self) -> dict[str, dict[str, Any]]:
        """What the manifest says of each part."""
        parts: dict[str, dict[str, Any]] = self.manifest["parts"]
        return parts

    def is_whole(self, key: str) -> bool:
        """Whether the archive has of an object what its row says, and no damaged one."""
        return bool(self.manifest["members"][f"{OBJECTS}{key}"][1] == self.digests[key])

    def summary(self) -> dict[str, Any]:
        """What is remembered of it."""
        names = ("parts", "files", "faults", "site")
        named = {name: self.manifest[name] for name in names}
        faults = {"faults": len(named["faults"]), "faultyNames": self.faulty_names}
        return {**named, **faults, "createdAt": self.head["createdAt"]}


async def rows_of(storage: Storage, key: str, contents: Contents, part: str) -> AsyncGenerator[bytes, None]:
    """The lines of a part, in pieces."""
    for place in contents.rows[part]:
        inflating = Inflating()
        async with storage.reading(key, place.start, place.size) as pieces:
            async for piece in pieces:
                for inflated in inflating.add(piece):
                    yield inflated
        inflating.end()


class Inflating:
    """Inflates a member of rows, never more than some of it at a time."""

    def __init__(self) -> None:
        self._inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        self._size = 0

    def add(self, piece: bytes) -> Iterator[bytes]:
        """What comes of a piece. Raises `BackupInvalid` for what is no gzip, or becomes too much."""
        try:
            while piece:
                inflated = self._inflate.decompress(piece, _INFLATED)
                self._size += len(inflated)
                if self._size > LONGEST_ROWS:
                    raise BackupInvalid("The archive has a part that is too long.")
                yield inflated
                piece = self._inflate.unconsumed_tail
        except zlib.error:
            raise BackupInvalid("The archive is damaged.") from None
        if self._inflate.unused_data:
            raise BackupInvalid("The archive is damaged.")

    def end(self) -> None:
        """Raise `BackupInvalid` where it was cut off."""
        if not self._inflate.eof:
            raise BackupInvalid("The archive is damaged.")
