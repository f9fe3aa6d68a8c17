"""``/private/file-uses``: what cms asks each service that shows files, and what they answer."""

import uuid
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kit.schemas import Out, Schema

MOST = 100
"""Files that one question is about, and uses that are answered one by one; all are counted."""

Kind = Literal["page", "layout", "block", "template", "linkedData", "urlMap", "product"]


class WantedFile(Schema):
    """A file. ``path`` is what its address has behind ``/files/``, as people read it."""

    id: uuid.UUID
    path: Annotated[str, StringConstraints(min_length=1, max_length=1300)]


class FileUseQuestion(Schema):
    """Of which files the uses are asked for."""

    files: Annotated[list[WantedFile], Field(max_length=MOST)]


class PlaceUse(Out):
    """A place that uses a file. ``count`` says how often; ``url`` is a page's address."""

    file_id: uuid.UUID
    kind: Kind
    id: uuid.UUID
    title: str
    url: str | None = None
    count: int


class FileUseAnswer(Out):
    """Uses of files: the first of them, and how many there are of each file."""

    uses: list[PlaceUse]
    totals: dict[uuid.UUID, int]


class UsedFiles(Out):
    """All files that are used somewhere: paths behind ``/files/``, and ids."""

    paths: list[str]
    ids: list[str]
