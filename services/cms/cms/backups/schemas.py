"""How backups look on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from cms.backups.models import Kind, State
from cms.uploads.schemas import described, valid
from kit.schemas import Out, Schema

Part = Literal["pages", "files", "settings", "emailTemplates", "mail", "subscribers", "users", "crm", "shop"]
BackupName = Annotated[str, StringConstraints(max_length=100, pattern=r"^[a-z0-9][a-z0-9-]*$")]
WhyNot = Literal["unfinished", "other_release", "unknown"]


class BackupPartOut(Out):
    """A part of a backup: how many rows it has."""

    name: Part
    rows: int


class BackupOut(Out):
    """A backup. ``why_not_restorable`` is null where it can be imported here.

    ``faulty_files`` are those whose content was missing or damaged when it was made. ``progress`` goes from 0 to 1.
    """

    name: str
    kind: Kind
    state: State
    problem: str | None
    created_at: datetime
    created_by: uuid.UUID | None
    finished_at: datetime | None
    made_at: datetime | None = Field(
        description="The moment that the backup is of; of an archive that was uploaded, an earlier one."
    )
    size: int | None
    sha256: str | None
    release: str | None
    parts: list[BackupPartOut]
    files: int
    faulty_files: int
    faulty_names: list[str] = Field(description="The paths of these files, of a hundred at most.")
    why_not_restorable: WhyNot | None
    job_id: uuid.UUID | None
    progress: float | None
    message: str | None


class ImportOut(Out):
    """An import: of which backup, how far it is and what came of it.

    ``lost`` says how many of what could not be carried over, by what it is. ``safety_backup`` is what was there before.
    """

    id: uuid.UUID
    backup: str
    parts: list[Part] = Field(description="Empty for all.")
    state: State
    problem: str | None
    lost: dict[str, int]
    mended_files: int = Field(description="How many were missing or damaged on this site, and were brought whole.")
    safety_backup: str | None
    is_decided: bool = Field(description="Whether it can no longer be cancelled.")
    created_at: datetime
    finished_at: datetime | None
    job_id: uuid.UUID | None
    progress: float | None
    message: str | None


class LatestImportOut(Out):
    """The import that is under way, or the last one."""

    latest: ImportOut | None


class ImportIn(Schema):
    """Which parts to import; without any, all that the backup has."""

    parts: Annotated[list[Part], Field(max_length=20)] = []


class TableCountOut(Out):
    """How many rows a table has now, and would have."""

    table: str
    now: int
    backed_up: int


class BackupPreviewPartOut(Out):
    """What the import of a part would change."""

    name: Part
    now: int
    backed_up: int
    tables: list[TableCountOut]


class BackupPreviewOut(Out):
    """What an import would change, by part."""

    name: str
    made_at: datetime
    parts: list[BackupPreviewPartOut]
    why_not_restorable: WhyNot | None


class BackupUploadIn(Schema):
    """An archive that is going to be sent in parts."""

    name: Annotated[str, StringConstraints(max_length=255)] = ""
    size: Annotated[int, Field(ge=1)]


class BackupUploadOut(Out):
    """How far an upload is. ``backup`` is the name of the backup that came of it."""

    id: uuid.UUID
    name: str
    size: int
    received: int
    expires_at: AwareDatetime
    backup: str | None


def upload_in(length: int, metadata: str) -> BackupUploadIn:
    """What the headers of tus say of an archive, whose name is shown and nothing else. Raises ValidationFailed."""
    name = described(metadata).get("filename", "").replace("\0", "")
    return valid(BackupUploadIn, {"name": name[:255], "size": length})
