"""Sources and destinations of URL maps: how they are stored, what a source matches, and where a match leads.

A star in a source stands for any characters; a star in a destination for what the source's star of the same place
stood for: `/news/*` to `/blog/*`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from content.address import AddressFault, former_address
from kit.errors import FieldError

STAR = "*"
MAX_STARS = 3
MAX_DESTINATION = 2048

_ABSOLUTE = re.compile(r"https?://", re.IGNORECASE)
_UNSAFE = re.compile("[\x00-\x20\x7f\\\\\ud800-\udfff]")
_SLASHES = re.compile(r"/{2,}")


class DestinationParts(NamedTuple):
    """A destination on this site, taken apart; `query` and `fragment` have their marks."""

    path: str
    query: str
    fragment: str


def clean_source(text: str) -> str:
    """The source to store. Raises AddressFault."""
    source = former_address(text)
    if source.count(STAR) > MAX_STARS:
        raise AddressFault("url_invalid", f"A source has at most {MAX_STARS} stars.")
    if re.search(r"\*\*", source):
        raise AddressFault("url_invalid", "Use one star: it matches any characters.")
    return source


def clean_destination(text: str) -> str:
    """The destination to store: an absolute http(s) address, or a path of this site. Raises AddressFault."""
    destination = text.strip()
    if len(destination) > MAX_DESTINATION:
        raise AddressFault("url_invalid", f"A destination has at most {MAX_DESTINATION} characters.")
    if _UNSAFE.search(destination):
        raise AddressFault("url_invalid", "A destination cannot contain spaces, control characters or backslashes.")
    if _ABSOLUTE.match(destination):
        return _absolute(destination)
    # `//other.example` is an address of another site without saying so.
    if not destination.startswith("/") or destination.startswith("//"):
        raise AddressFault("url_invalid", "Enter a path such as /about, or an address that begins with https://.")
    parts = parts_of(destination)
    return former_address(parts.path) + parts.query + parts.fragment


def _absolute(destination: str) -> str:
    try:
        parts = urlsplit(destination)
        is_address = bool(parts.hostname) and (parts.port or 1) > 0 and not {STAR, "@"} & {*parts.netloc}
    except ValueError:
        is_address = False
    if not is_address:
        raise AddressFault("url_invalid", "This is not a web address.")
    return destination


def is_elsewhere(destination: str) -> bool:
    """Whether a stored destination is an absolute address."""
    return bool(_ABSOLUTE.match(destination))


def parts_of(destination: str) -> DestinationParts:
    """A destination's path, query and fragment."""
    rest, hash_mark, fragment = destination.partition("#")
    path, question_mark, query = rest.partition("?")
    return DestinationParts(path, question_mark + query, hash_mark + fragment)


def pair_fault(source: str, destination: str) -> FieldError | None:
    """What is wrong with a destination for a source."""
    if destination.count(STAR) > source.count(STAR):
        detail = "The destination cannot have more stars than the source."
        return FieldError("destination", "too_many_stars", detail)
    return None


def captured(source: str, path: str) -> list[str] | None:
    """What each star of a source stands for in a path, or None when the source does not match it.

    Each star but the last takes as little as it can. Linear in the path for each star: no backtracking.
    """
    first, *rest = source.split(STAR)
    if not rest:
        return [] if path == first else None
    *middle, last = rest
    end = len(path) - len(last)
    if not path.startswith(first) or not path.endswith(last) or end < len(first):
        return None
    found: list[str] = []
    place = len(first)
    for literal in middle:
        begin = path.find(literal, place, end)
        if begin < 0:
            return None
        found.append(path[place:begin])
        place = begin + len(literal)
    return [*found, path[place:end]]


def filled(destination: str, parts: Sequence[str]) -> str:
    """A destination with what its stars stand for, which is decoded text of a path."""
    leads_elsewhere = is_elsewhere(destination)
    url, *pieces = destination.split(STAR)
    for part, piece in zip(parts, pieces, strict=False):
        is_plain_path = not leads_elsewhere and "?" not in url and "#" not in url
        url += (part if is_plain_path else quote(part)) + piece
    if leads_elsewhere:
        return url
    path, query, fragment = parts_of(url)
    # `/*` with a part that begins with a slash would lead to another site.
    return _SLASHES.sub("/", path) + query + fragment
