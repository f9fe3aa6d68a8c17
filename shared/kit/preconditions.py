"""Versions on the wire, ``ETag: "41"`` on the way out, ``If-Match: "41"`` on the way in, and ``Idempotency-Key``."""

import re
import uuid
from typing import Annotated

from fastapi import Header, Response

from kit.errors import FieldError, PreconditionFailed, PreconditionRequired, ValidationFailed
from kit.schemas import RecordIn

IfMatch = Annotated[str | None, Header(alias="If-Match", description="The version that was read, as its ETag has it.")]

_KEY = Header(
    alias="Idempotency-Key",
    min_length=1,
    max_length=200,
    pattern=r"^[\x21-\x7e]+$",
    description="Idempotency key: a repeated request with the same key has no further effect.",
)
IdempotencyKey = Annotated[str, _KEY]
OptionalIdempotencyKey = Annotated[str | None, _KEY]

_VERSION = re.compile(r'(?:W/)?"?([0-9]{1,16})"?')


def check_version(if_match: str | None, version: int, *, required: bool = False) -> None:
    """Let a write go on that was made on sight of the present version.

    Raises PreconditionFailed (with the present ``version``) for any other, and PreconditionRequired
    when the header is missing and ``required``.
    """
    if if_match is None:
        if required:
            raise PreconditionRequired("Send the version that was read as If-Match, or If-Match: * to overwrite any.")
        return
    if if_match.strip() == "*":
        return
    match = _VERSION.fullmatch(if_match.strip())
    if match is None or int(match[1]) != version:
        raise PreconditionFailed(
            "This record has been changed since you read it. Reload it and try again.", version=version
        )


def check_new(data: RecordIn) -> None:
    """Raises ValidationFailed for a record to be added that brings an id."""
    if data.id is not None:
        raise _foreign_id("The server chooses the id.")


def check_replaced(data: RecordIn, identifier: uuid.UUID, version: int, if_match: str | None) -> None:
    """Let a record be replaced by what was read of it, in its present ``version``.

    Raises ValidationFailed for another record's id, PreconditionFailed, and PreconditionRequired where neither ``if_match``
    nor the payload says which version was read.
    """
    # First: the version that comes with another record is that record's, too.
    if data.id is not None and data.id != identifier:
        raise _foreign_id("This is not the record at this address.")
    check_version(version_read(if_match, data.version), version, required=True)


def _foreign_id(detail: str) -> ValidationFailed:
    return ValidationFailed(detail, errors=[FieldError("id", "read_only", detail)])


def version_read(if_match: str | None, version: int | None) -> str | None:
    """The version that a caller has read: the one in If-Match, or else the ``version`` of a record that is sent back."""
    return str(version) if if_match is None and version is not None else if_match


def tag_version(response: Response, version: int) -> None:
    """Send the version along as the ETag."""
    response.headers["ETag"] = f'"{version}"'
