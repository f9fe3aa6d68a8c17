"""Which bytes a request asks for, and whether it has them already."""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime

from starlette.datastructures import Headers

from cms.file_delivery.errors import RangeNotSatisfiable

_RANGE = re.compile(r"bytes=\s*(\d{0,18})-(\d{0,18})\s*")


def is_unchanged(headers: Headers, etag: str, changed_at: datetime) -> bool:
    """Whether the caller has this content: 304."""
    if (tags := headers.get("if-none-match")) is not None:
        known = {tag.strip().removeprefix("W/") for tag in tags.split(",")}
        return etag in known or "*" in known
    since = _moment(headers.get("if-modified-since"))
    return since is not None and changed_at.replace(microsecond=0) <= since


def range_of(headers: Headers, size: int, etag: str, changed_at: datetime) -> tuple[int, int] | None:
    """The first byte asked for and the one after the last; None for all of them.

    Several ranges at once, and ranges of a content that it is no more, are answered with all of it.
    Raises `RangeNotSatisfiable`.
    """
    match = _RANGE.fullmatch(headers.get("range", ""))
    if match is None or not any(match.groups()) or not _is_of_this(headers.get("if-range"), etag, changed_at):
        return None
    first, last = match.groups()
    if not first:
        start, stop = max(size - int(last), 0), size
    else:
        start, stop = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < start:
            return None
    if start >= stop:
        raise RangeNotSatisfiable(f"The file has {size} bytes.", headers={"Content-Range": f"bytes */{size}"})
    return start, stop


def _is_of_this(if_range: str | None, etag: str, changed_at: datetime) -> bool:
    if if_range is None or if_range == etag:
        return True
    moment = _moment(if_range)
    return moment is not None and moment == changed_at.replace(microsecond=0)


def _moment(text: str | None) -> datetime | None:
    try:
        found = parsedate_to_datetime(text) if text else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None
