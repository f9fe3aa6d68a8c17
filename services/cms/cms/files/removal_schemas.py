"""Deletions that can be undone, on the wire."""

import uuid
from typing import Literal

from pydantic import AwareDatetime

from cms.files.types import FileType
from kit.schemas import Out


class DeletedBy(Out):
    """Who deleted something. The name is missing where nobody knows it any more."""

    user_id: uuid.UUID
    name: str | None


class RemovalOut(Out):
    """A file that was deleted, or a folder with what went with it: `folders` counts the folder itself too.

    `POST /cms/file-restorations` with its ``id`` brings it back; where ``canRestore`` is false, its folder has to be
    brought back first.
    """

    id: uuid.UUID
    kind: Literal["file", "folder"]
    path: str
    label: str
    deleted_at: AwareDatetime
    deleted_by: DeletedBy | None
    restorable_until: AwareDatetime
    can_restore: bool
    files: int
    folders: int
    type: FileType | None
    size: int | None
