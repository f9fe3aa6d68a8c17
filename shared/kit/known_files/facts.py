"""What cms tells of files, as far as others show them. `cms.files.events` says what each member means."""

import uuid
from typing import Literal

from kit.events import Payload
from kit.schemas import Version


class Facts(Payload):
    """What is told of files and of folders."""

    id: uuid.UUID
    version: Version
    name: str
    scope_whitelist: list[str]
    is_deleted: bool


class FileFacts(Facts):
    """A file as it is now."""

    folder_id: uuid.UUID | None
    is_public: bool
    mime_type: str
    size: int
    width: int | None
    height: int | None
    has_sizes: bool
    alt: str
    title: str
    focal_x: float
    focal_y: float
    content_version: str


class FolderFacts(Facts):
    """A folder as it is now."""


class Span(Payload):
    """All ids after one up to another."""

    of: Literal["files", "folders"]
    after: uuid.UUID | None
    until: uuid.UUID | None


class FilesChanged(Payload):
    """Files and folders as they are now. An announcement of an earlier release of cms has tags alone."""

    tags: list[str]
    files: list[FileFacts] = []
    folders: list[FolderFacts] = []
    removed: list[uuid.UUID] = []
    span: Span | None = None
