"""Files that a text or a document names, in whichever way people, programs and formats write their addresses."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kit.origins import host_of

FILES = "/files/"
"""What addresses of files begin with."""

SPELT_ODDLY = "%(2[fF]|3[0-9]|4[1-9a-fA-F]|5[0-9aA]|6[1-9a-fA-F]|7[0-9aA])"
"""A regular expression of Postgres: what has letters, digits or slashes percent-encoded, which nobody needs to, may name
files without any text that one could look for."""

_PREFIX = re.compile("/(?:f|%66)(?:i|%69)(?:l|%6[cC])(?:e|%65)(?:s|%73)(?:/|%2[fF])")
# As jsonb is written: one space behind the colon.
_ID = re.compile(r'"file": "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')
_LONGEST = 4_000
"""Characters of an address that are looked at: more than the longest has, percent-encoded."""
_LONGEST_HOST = 300
_BEFORE = re.compile(r"""((?:https?:)?//[^/\s"'()<>\\?#]+)?(/api)?$""", re.IGNORECASE)
# What a path or a host would go on with to the left: `/files/` in the middle of another address is none of ours.
_WITHIN = re.compile(r"[\w.~%/:@\]-]")
_CLOSING = {'"': '"', "'": "'", "(": ")", "`": "`"}
_WHOLE = re.compile(rf"[^?#\\<>\r\n]{{0,{_LONGEST}}}")
_STRICT = re.compile(rf"""[^\s"'()<>\\?#,;`{{}}|]{{0,{_LONGEST}}}""")
_UP_TO_SPACE = re.compile(rf"""[^\s"<>`?#\\]{{0,{_LONGEST}}}""")


class Mention(NamedTuple):
    """That a file is named: by one of these paths behind `FILES`, or by its id in a field that holds a file."""

    paths: frozenset[str]
    id: str | None = None


def mentions_in(document: str, hosts: Collection[str]) -> Iterator[Mention]:
    """What a text names, or a document of JSON as Postgres writes it; ``hosts`` are the site's own."""
    for paths in paths_in(document, hosts):
        yield Mention(paths)
    for found in _ID.finditer(document):
        yield Mention(frozenset(), found[1])


def paths_in(text: str, hosts: Collection[str]) -> Iterator[frozenset[str]]:
    """For each address in a text whose path begins with `FILES`, what may be behind that: decoded, composed.

    Several readings, as nothing says where an address ends that has spaces or brackets in it. With a host, which has to be
    one of ``hosts``, or without; as `/api/…` too. Of each no more is read than the longest address has.
    """
    text = unescape(text) if "&" in text else text
    for found in _PREFIX.finditer(text):
        opened = _opened_by(text, found.start(), hosts)
        if opened is not None:
            yield frozenset(filter(None, map(_decoded, _readings(text, found.end(), opened))))


def _opened_by(text: str, place: int, hosts: Collection[str]) -> str | None:
    """The character before the address whose path begins here; None where that is another site's, or no address."""
    left = text[max(0, place - 1) : place]
    if not _WITHIN.match(left):
        return left
    before = text[max(0, place - _LONGEST_HOST) : place]
    found = _BEFORE.search(before)
    assert found is not None, "matches nothing at least"
    left = before[: found.start()][-1:]
    if found[1] is not None:
        return left if _host(found[1]) in hosts else None
    return None if _WITHIN.match(left) else left


def _host(address: str) -> str | None:
    try:
        return host_of(urlsplit(address if ":" in address.partition("//")[0] else f"https:{address}"))
    except ValueError:
        return None


def _readings(text: str, begin: int, opened: str) -> Iterator[str]:
    # No name of a file ends with a dot.
    yield _match(_STRICT, text, begin).rstrip(".")
    yield _match(_UP_TO_SPACE, text, begin).rstrip(",;)'")
    closing = _CLOSING.get(opened)
    if closing is not None:
        yield _match(_WHOLE, text, begin).partition(closing)[0].rstrip()
    elif not opened:
        yield _match(_WHOLE, text, begin).rstrip()


def _match(pattern: re.Pattern[str], text: str, begin: int) -> str:
    found = pattern.match(text, begin)
    assert found is not None, "matches nothing at least"
    return found[0]


def _decoded(path: str) -> str:
    return unicodedata.normalize("NFC", unquote(path))
