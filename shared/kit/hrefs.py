"""Addresses that people may put into links and images, by what they begin with. All patterns are linear."""

import re

MAX_HREF = 2048

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_MEDIA_ADDRESS = re.compile(r"""(?:https?://[^\s"'()<>\\/]|/(?![/\\]))[^\s"'()<>\\\x00-\x1f]*|/""")


def is_plain(text: str) -> bool:
    """False for NUL and lone surrogates, which neither Postgres nor UTF-8 can hold."""
    return not _UNSTORABLE.search(text)


def is_safe_href(href: str) -> bool:
    """http(s), mailto, tel, a path on this site, an anchor, a query or a relative address; nothing that runs."""
    if not href or len(href) > MAX_HREF or href != href.strip() or _CONTROL.search(href) or not is_plain(href):
        return False
    if href[0] == "\\" or (href[0] == "/" and href[1:2] in ("/", "\\")):
        return False
    scheme = _SCHEME.match(href)
    if scheme:
        return scheme[1].lower() in ("http", "https", "mailto", "tel")
    # A colon before the first slash would be read as a scheme by lenient parsers.
    return ":" not in re.split(r"[/?#]", href, maxsplit=1)[0]


def is_safe_media_address(address: str) -> bool:
    """http(s) or a path on this site, without any character that could end url("…") in a style rule."""
    return len(address) <= MAX_HREF and is_plain(address) and bool(_MEDIA_ADDRESS.fullmatch(address))
