"""Deletions that can be undone, on the wire."""

import uuid
from collections.abc import Mapping
from typing import Literal

from pydantic import AwareDatetime

from cms.files.types import FileType
from kit.schemas import Out


class DoneBy(Out):
    """Who did something. The name is missing where nobody knows it any more."""

    user_id: uuid.UUID
    name: str | None


def done_by(user_id: uuid.UUID | None, names: Mapping[str, str]) -> DoneBy | None:
    """Who did something, with the names of users by their ids; None where that was not noted."""
    return None if user_id is None else DoneBy(user_id=user_id, name=names.get(str(user_id)))


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
    deleted_by: DoneBy | None
    restorable_until: AwareDatetime
    can_restore: bool
    files: int
    folders: int
    type: FileType | None
    size: int | None
