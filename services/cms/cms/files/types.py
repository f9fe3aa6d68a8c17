"""The types that people tell files apart by, from what `cms.files.kinds` knows of their contents."""

from collections.abc import Collection
from typing import Literal, get_args

from sqlalchemy import ColumnElement, func, or_

from cms.files.models import Entity

FileType = Literal["image", "video", "audio", "document", "archive", "other"]

_BY_PREFIX: tuple[FileType, ...] = ("image", "video", "audio")
_ARCHIVES = frozenset({"application/zip", "application/gzip"})
_DOCUMENTS = frozenset(
    {
        "application/pdf",
        "application/rtf",
        "application/msword",
        "application/epub+zip",
        "text/plain",
        "text/markdown",
        "text/csv",
        "text/tab-separated-values",
        "text/calendar",
        "text/vcard",
    }
)
_OFFICE = ("application/vnd.openxmlformats-", "application/vnd.oasis.", "application/vnd.ms-")


def type_of(kind: str) -> FileType:
    """The type of a file whose content is of this kind."""
    for prefix in _BY_PREFIX:
        if kind.startswith(f"{prefix}/"):
            return prefix
    if kind in _DOCUMENTS or kind.startswith(_OFFICE):
        return "document"
    return "archive" if kind in _ARCHIVES else "other"


def is_of(types: Collection[FileType]) -> ColumnElement[bool]:
    """The condition on `Entity` for files of one of these types: what `type_of` says, in SQL."""
    kind = func.coalesce(Entity.mime_type, "")
    known: dict[FileType, ColumnElement[bool]] = {prefix: kind.startswith(f"{prefix}/") for prefix in _BY_PREFIX}
    known["document"] = or_(kind.in_(_DOCUMENTS), *(kind.startswith(prefix) for prefix in _OFFICE))
    known["archive"] = kind.in_(_ARCHIVES)
    known["other"] = ~or_(*known.values())
    return or_(*(known[each] for each in get_args(FileType) if each in types))
