"""Page addresses: the one form in which they are stored, and how a request's address becomes it.

Stored is the path alone, percent-decoded, in Unicode's composed form, without a trailing slash, its case kept.
"""

import re
import unicodedata
from typing import Annotated
from urllib.parse import unquote

from pydantic import StringConstraints

HOME = "/"
ERROR_PREFIX = "/error/"
_PROTECTED = frozenset({HOME, f"{ERROR_PREFIX}404", f"{ERROR_PREFIX}500"})
MAX_CHARACTERS = 1000
# A btree entry of Postgres holds at most 2,704 bytes; an address in four-byte characters would exceed it.
MAX_BYTES = 2000

# Longer than any address may be, so that the address's own check can say what is wrong.
UrlText = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]

STARTING_FILES = "/assets/starting/"
"""Where the web host has the pictures of a new site."""

FEED_FILES = ("/feed.xml", "/atom.xml")
"""What the address of a feed has behind that of its list page."""

CATEGORY_FEEDS = "/categories/"
"""Before a category's id: where its feeds are, whether a page lists it or not."""

# First segments that the gateway or the web host answers itself; a page there could never be seen.
RESERVED = frozenset(
    {
        "api",
        "assets",
        "auth",
        "client",
        "cms",
        "cms-admin",
        "cms-ecom",
        "cms-login",
        "cms-setup",
        "crm",
        "ecom",
        "favicon.ico",
        "files",
        "healthz",
        "oauth2",
        "private",
        "readyz",
        "robots.txt",
        "sitemap.xml",
        "site.webmanifest",
    }
)

_WHITESPACE = re.compile(r"\s+")
# Control characters, what would end a path (query, hash), what browsers turn into a slash, what a link would have to
# escape again (an address is decoded once, and `%61` must not become another one), lone surrogates, and the
# bidirectional controls, which make an address look like another one. Zero-width joiners stay: Persian needs them.
_REFUSED = re.compile("[\x00-\x1f\x7f-\x9f?#%\\\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class AddressFault(ValueError):
    """An address no page can have. `code` is stable, the message is for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _decoded(text: str) -> str | None:
    """Percent-decoded once, composed; None when the bytes are not UTF-8."""
    if "%" in text:
        try:
            text = unquote(text, errors="strict")
        except UnicodeDecodeError:
            return None
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _fault_of(path: str) -> str | None:
    refused = _REFUSED.search(path)
    if refused:
        return f"An address cannot contain the character {refused.group()!a}."
    if "//" in path:
        return "An address cannot contain two slashes in a row."
    if any(segment in (".", "..") for segment in path.split("/")):
        return "An address cannot contain the segments '.' and '..'."
    return None


def clean_address(text: str) -> str:
    """The address to store for what an editor typed: whitespace runs become hyphens, a leading slash is added.

    Raises AddressFault `url_invalid` or `url_reserved`.
    """
    return _stored(_WHITESPACE.sub("-", _typed(text)))


def former_address(text: str) -> str:
    """The stored form of an address that some site had, its spaces kept, as `requested_address` gives it.

    Raises AddressFault `url_invalid` or `url_reserved`.
    """
    return _stored(_typed(text))


def _typed(text: str) -> str:
    decoded = _decoded(text.strip())
    if decoded is None:
        raise AddressFault("url_invalid", "The address is not valid UTF-8.")
    return decoded


def _stored(path: str) -> str:
    if not path.startswith("/"):
        path = "/" + path
    if len(path) > MAX_CHARACTERS or len(path.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise AddressFault("url_invalid", f"An address has at most {MAX_CHARACTERS} characters.")
    fault = _fault_of(path)
    if fault:
        raise AddressFault("url_invalid", fault)
    if len(path) > 1 and path.endswith("/"):
        path = path[:-1]
    if path[1:].split("/", 1)[0].lower() in RESERVED:
        raise AddressFault("url_reserved", "This address is reserved by the system. Choose another one.")
    return path


def requested_address(url: str) -> str | None:
    """The stored form of the address that a visitor asked for, or None when no page can match it.

    Query and hash are left off. Nothing is mended here: a request with `..` or `//` matches no page, so that a page
    has one address only (a trailing slash apart).
    """
    path = url.partition("#")[0].partition("?")[0]
    if not path.startswith("/") or len(path) > MAX_BYTES * 3:
        return None
    decoded = _decoded(path)
    if decoded is None or len(decoded) > MAX_CHARACTERS or _fault_of(decoded):
        return None
    return decoded[:-1] if len(decoded) > 1 and decoded.endswith("/") else decoded


def addresses_above(url: str) -> list[str]:
    """The addresses that a page at this one lies below, the home page first."""
    if url == HOME:
        return []
    segments = url.split("/")[1:-1]
    return [HOME, *("/" + "/".join(segments[: depth + 1]) for depth in range(len(segments)))]


def tag_of(url: str) -> str:
    """The tag of what is shown of the page at an address, if there is one, on other pages."""
    return f"address:{url}"


def is_protected(url: str) -> bool:
    """True for the pages that a site cannot do without; editors may remove the pages that they made for other errors."""
    return url in _PROTECTED
