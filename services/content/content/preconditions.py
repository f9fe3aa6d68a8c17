"""Versions on the wire: `ETag: "41"` on the way out, `If-Match: "41"` on the way in."""

import re
from typing import Annotated

from fastapi import Header, Response
from kit.errors import PreconditionFailed, PreconditionRequired

IfMatch = Annotated[str | None, Header(alias="If-Match", description="The version that was read, as its ETag has it.")]

_VERSION = re.compile(r'(?:W/)?"?([0-9]{1,16})"?')


def check(if_match: str | None, version: int) -> None:
    """Let a write go on that was made on sight of the present version.

    Raises PreconditionRequired without the header, PreconditionFailed (with the present `version`) when it is stale.
    """
    if if_match is None:
        raise PreconditionRequired("Send the version that was read as If-Match.")
    if if_match.strip() == "*":
        return
    match = _VERSION.fullmatch(if_match.strip())
    if not match or int(match[1]) != version:
        raise PreconditionFailed("It has been changed since it was read.", version=version)


def tag(response: Response, version: int) -> None:
    """Send the version along as the ETag."""
    response.headers["ETag"] = f'"{version}"'
