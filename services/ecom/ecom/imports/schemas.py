"""Imports on the wire."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from pydantic import AwareDatetime, ConfigDict, Field, StrictBool, StringConstraints

from ecom.imports.columns import Format, Kind
from ecom.imports.models import Outcome, State
from ecom.imports.reading import MAX_COLUMNS
from kit.schemas import Out, Schema

_Field = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9]+$", max_length=50)]


class ImportColumnsIn(Schema):
    """What each column of the file is for, in their order; null for what is not imported."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"columns": ["sku", "name", None, "price"]}]})

    columns: Annotated[list[_Field | None], Field(max_length=MAX_COLUMNS)]
    fetches_images: StrictBool = Field(default=False, description="Fetch images into the library, after the import.")


class ImportApplicationIn(Schema):
    """What is to be carried out."""

    preview: Annotated[str, StringConstraints(max_length=100)] = Field(
        description="The import's `preview` as it was looked at: that is carried out, and nothing else."
    )


class ImageFault(Out):
    """An image that could not be fetched, and why."""

    address: str
    detail: str


class MissingImagesOut(Out):
    """What could not be fetched of the images of a product or a variant; it is there without them."""

    id: uuid.UUID
    row: int
    faults: Sequence[ImageFault]


class ImportCounts(Out):
    """How many rows of the file do what."""

    create: int = 0
    change: int = 0
    same: int = 0
    skip: int = 0
    error: int = 0


class ImportListed(Out):
    """An import as lists have it."""

    id: uuid.UUID
    kind: Kind
    state: State
    name: str
    size: int
    format: Format
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    created_by: uuid.UUID
    counts: ImportCounts


class ShopImportOut(ImportListed):
    """An import. ``samples`` are of each column some of what is in it; ``jobId`` is of what it is at."""

    encoding: str
    delimiter: str
    headers: Sequence[str]
    samples: Sequence[Sequence[str]]
    columns: Sequence[str | None] = Field(
        description="What they are for: as it was said, last time for a file with the same headers, or as recognised."
    )
    recognised: Sequence[str | None] = Field(description="What they are for as far as their headers say it themselves.")
    fields: Sequence[str] = Field(description="What columns can be for.")
    fetches_images: bool
    job_id: uuid.UUID | None
    is_under_way: bool = Field(description="A job works at it, or is about to: the state or the images change.")
    preview: str | None = Field(
        description="What the preview says, as a text that differs where it says anything else."
    )
    was_cancelled: bool
    fault: str | None = Field(description="Why it failed, or why its preview has to be checked again.")
    images_left: int = Field(description="Products and variants whose images are still to be fetched.")
    images_missing: int = Field(description="Images that could not be fetched.")


class FieldChange(Out):
    """A field that becomes other, as text that may be cut; null for nothing."""

    field: str
    before: str | None
    after: str | None


class ImportRowOut(Out):
    """What a row of the file would do, or has done once the import is done."""

    number: int
    outcome: Outcome
    title: str
    changes: Sequence[FieldChange]
    notes: Sequence[str]
    faults: Sequence[str]
