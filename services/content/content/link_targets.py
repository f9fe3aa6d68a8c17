"""Where a link leads, as a browser reads it: made absolute with the site's own protocol and host."""

import re
from typing import NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from kit.origins import host_of, site_hosts

MAX_ADDRESS = 2_048
"""Characters; what is longer leads nowhere for most servers."""

_SKIPPED = re.compile(r"(?:mailto|tel):", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_WEB = re.compile(r"https?:", re.IGNORECASE)
_FROM_ROOT = re.compile(r"\s*(?:[/\\]|https?:)", re.IGNORECASE)
# Places that every document has.
_EVERYWHERE = frozenset({"", "top"})


class Target(NamedTuple):
    """What a link asks for: a path of this site with its query and anchor, or an absolute address elsewhere."""

    address: str
    is_internal: bool


def is_absolute(written: str) -> bool:
    """Whether a link leads to the same place from each page."""
    return _FROM_ROOT.match(written) is not None


def target_of(written: str, page_url: str, public_url: str) -> Target | None:
    """Where a link leads that stands on the page at a stored address; None for what is no address of the web.

    Nothing is asked of `mailto:` and `tel:`, nor of an anchor that every page has.
    """
    text = written.strip()
    if not text or _SKIPPED.match(text):
        return None
    if text.startswith("#"):
        return None if text[1:].lower() in _EVERYWHERE else Target(_cut(page_url + text), is_internal=True)
    if _SCHEME.match(text) and not _WEB.match(text):
        return Target(_cut(text), is_internal=False)
    # Browsers read a backslash as a slash: `/\\evil` is another host.
    path, mark, rest = _divided(text)
    base = public_url + quote(page_url, safe="/%")
    try:
        absolute = urljoin(base, path.replace("\\", "/") + mark + rest)
        parts = urlsplit(absolute)
        host = host_of(parts)
    except ValueError:
        return Target(_cut(text), is_internal=False)
    if host in site_hosts(public_url):
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment.lower() not in _EVERYWHERE else ""
        return Target(_cut((parts.path or "/") + query + fragment), is_internal=True)
    # A server is not told of the anchor: one address, whatever part of it a link is to.
    return Target(_cut(absolute.partition("#")[0]), is_internal=False)


def _divided(text: str) -> tuple[str, str, str]:
    """A link's path, and its query or anchor with the mark before it."""
    found = re.search(r"[?#]", text)
    return (text, "", "") if found is None else (text[: found.start()], found.group(), text[found.end() :])


def _cut(address: str) -> str:
    return address[:MAX_ADDRESS]
