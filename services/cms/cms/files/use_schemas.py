"""Uses of files on the wire."""

import uuid
from typing import Literal

from kit import file_uses
from kit.schemas import Out

Kind = Literal[file_uses.Kind, "emailTemplate", "tracker", "config", "record"]
"""What other services use files in, and what cms does."""


class FileUse(Out):
    """A place that uses a file, and how often. ``address`` is a page's."""

    file_id: uuid.UUID
    kind: Kind
    id: uuid.UUID
    title: str
    address: str | None
    count: int


class FileUses(Out):
    """The first places that use a file; ``total`` counts all of them.

    ``hidden`` counts those among them that the caller may not see.
    """

    uses: list[FileUse]
    total: int
    hidden: int


class UsedFile(Out):
    """A file that is used in so many places."""

    id: uuid.UUID
    path: str
    places: int


class SelectionUses(FileUses):
    """Uses of the files of a selection: of the first 100 that are used.

    ``usedFiles`` counts all of the selection's files that are used, ``files`` are the first of them.
    """

    files: list[UsedFile]
    used_files: int
