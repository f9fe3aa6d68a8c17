"""Uploads on the wire."""

import base64
import binascii
import uuid
from typing import Annotated, Self, TypeVar

from pydantic import AwareDatetime, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from cms.files.schemas import FileOut, GivenName, ItemProblem
from kit.errors import FieldError, ValidationFailed
from kit.schemas import Out, Schema
from kit.validation_words import in_words

S = TypeVar("S", bound=Schema)


_Index = Annotated[int, Field(description="Which file of the request it was; the first is 0.")]


class UploadedFile(FileOut):
    """A file that was stored."""

    index: _Index


class UploadProblem(ItemProblem):
    """Why a file was not stored."""

    index: _Index


class UploadedOut(Out):
    """The result for each file, by the name that it was sent with.

    No two are told by one name: of several files that were sent with the same, all but the first have another one here, and
    ``index`` tells which they are.
    """

    success: dict[str, UploadedFile]
    failed: dict[str, UploadProblem]


class UploadIn(Schema):
    """A file that is going to be sent in parts; or with ``replaces``, another content for one."""

    name: GivenName = ""
    bucket_name: GivenName = ""
    is_public: bool = True
    size: Annotated[int, Field(ge=0)]
    replaces: uuid.UUID | None = None

    @model_validator(mode="after")
    def _has_a_name(self) -> Self:
        if self.replaces is None and not self.name:
            raise PydanticCustomError("required", "Enter the file's name.")
        return self


class UploadOut(Out):
    """How far an upload is. ``entityId`` is the file that came of it."""

    id: uuid.UUID
    name: str
    bucket_name: str
    size: int
    received: int
    expires_at: AwareDatetime
    entity_id: uuid.UUID | None
    replaces_id: uuid.UUID | None


def upload_in(length: int, metadata: str) -> UploadIn:
    """What the headers of tus say of a file. Raises ValidationFailed."""
    known = {
        "filename": "name",
        "name": "name",
        "bucketName": "bucketName",
        "isPublic": "isPublic",
        "replaces": "replaces",
    }
    values: dict[str, object] = {known[key]: text for key, text in described(metadata).items() if key in known}
    if (is_public := values.get("isPublic", "true")) not in {"true", "false"}:
        raise _invalid("Set isPublic to true or false.")
    return valid(UploadIn, {**values, "size": length, "isPublic": is_public == "true"})


def described(metadata: str) -> dict[str, str]:
    """The metadata of tus: names and values in Base64, separated by commas. Raises ValidationFailed."""
    values: dict[str, str] = {}
    for pair in filter(None, (each.strip() for each in metadata.split(","))):
        key, _, encoded = pair.partition(" ")
        try:
            values[key] = base64.b64decode(encoded, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise _invalid(f"The value of {key!r} is not Base64 of UTF-8.") from None
    return values


def valid(schema: type[S], values: dict[str, object]) -> S:
    """What the metadata of tus says, checked. Raises ValidationFailed."""
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        fault = error.errors()[0]
        raise _invalid(": ".join([*map(str, fault["loc"][:1]), in_words(fault)])) from None


def _invalid(detail: str) -> ValidationFailed:
    return ValidationFailed(detail, errors=[FieldError("Upload-Metadata", "invalid_metadata", detail)])
