"""Uses of files, as cms asks for them."""

import uuid
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kit.schemas import Out, Schema

MOST_FILES = 100
"""Files that one question is about."""

Kind = Literal["page", "layout", "block", "template", "linkedData", "urlMap"]


class WantedFile(Schema):
    """A file. ``path`` is what its address has behind ``/files/``, as people read it."""

    id: uuid.UUID
    path: Annotated[str, StringConstraints(min_length=1, max_length=1300)]


class Question(Schema):
    """Of which files the uses are asked for."""

    files: Annotated[list[WantedFile], Field(max_length=MOST_FILES)]


class FileUse(Out):
    """A place that uses a file. ``count`` says how often; ``url`` is a page's address."""

    file_id: uuid.UUID
    kind: Kind
    id: uuid.UUID
    title: str
    url: str | None
    count: int


class FileUses(Out):
    """Uses of files: the first of them, and how many there are of each file."""

    uses: list[FileUse]
    totals: dict[uuid.UUID, int]


class UsedFiles(Out):
    """All files that are used somewhere: paths behind ``/files/``, and ids."""

    paths: list[str]
    ids: list[str]
