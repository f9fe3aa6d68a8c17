"""Versions on the wire, ``ETag: "41"`` on the way out, ``If-Match: "41"`` on the way in, and ``Idempotency-Key``."""

import re
from typing import Annotated

from fastapi import Header, Response

from kit.errors import PreconditionFailed, PreconditionRequired

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


def version_read(if_match: str | None, version: int | None) -> str | None:
    """The version that a caller has read: the one in If-Match, or else the ``version`` of a record that is sent back."""
    return str(version) if if_match is None and version is not None else if_match


def tag_version(response: Response, version: int) -> None:
    """Send the version along as the ETag."""
    response.headers["ETag"] = f'"{version}"'
