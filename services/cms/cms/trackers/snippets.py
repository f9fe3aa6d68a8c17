"""Takes a provider's snippet apart, so that it runs without the page's policy having to allow inline scripts.

What a script element says between its tags becomes a file of the site's own; the hosts that elements load from become
part of the policy. All other elements stay as they are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from justhtml import Element, JustHTML, Text

# What makes a script element a script; all else is data that another script reads.
_SCRIPT_TYPES = frozenset({"", "text/javascript", "application/javascript", "module"})
_ALLOWED = frozenset({"script", "link", "style", "img", "iframe", "div", "span", "meta"})
_LOADING = {"script": "src", "img": "src", "iframe": "src", "link": "href"}
_MOST_ELEMENTS = 50
# As a page's policy can name it in a header: other letters are written as `xn--…` there.
_HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")


class SnippetInvalid(ValueError):
    """The snippet is none, or could not work on a page; the text says why."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A snippet in parts.

    An element is ``{"tag", "attributes"}`` with ``text``, or with ``script``, an index of ``scripts``. ``hosts`` are those
    that scripts and styles are loaded from.
    """

    elements: Sequence[dict[str, Any]]
    scripts: Sequence[str]
    hosts: Sequence[str]


@lru_cache(maxsize=200)
def take_apart(html: str) -> Snippet:
    """The parts of a snippet. Raises `SnippetInvalid`."""
    elements: list[dict[str, Any]] = []
    scripts: list[str] = []
    hosts: set[str] = set()
    for element in _elements(html):
        attributes = {name: value or "" for name, value in element.attrs.items()}
        _check_attributes(element.name, attributes)
        part: dict[str, Any] = {"tag": element.name, "attributes": attributes}
        if (address := _policed(element.name, attributes)) is not None:
            hosts.add(urlsplit(address.strip()).netloc)
        if _is_inline_script(element.name, attributes):
            part["script"] = len(scripts)
            scripts.append(_text(element))
        elif "src" not in attributes:
            part["text"] = _text(element)
        elements.append(part)
    if not elements or len(elements) > _MOST_ELEMENTS:
        raise SnippetInvalid(
            f"Paste the provider's snippet: 1 to {_MOST_ELEMENTS} elements, such as <script src=…></script>."
        )
    return Snippet(elements, scripts, sorted(hosts))


def _elements(html: str) -> Iterator[Element]:
    """The elements that do something. Without scripts nobody can be asked, so what is for that case is left out."""
    for node in JustHTML(html, fragment=True, sanitize=False).root.children or []:
        if isinstance(node, Text):
            if (node.data or "").strip():
                raise SnippetInvalid(f"There is text outside any element: “{(node.data or '').strip()[:60]}”.")
        elif isinstance(node, Element) and node.name != "noscript":
            if node.name not in _ALLOWED:
                raise SnippetInvalid(f"A tracker cannot have a <{node.name}>. Add that to the page itself.")
            yield node


def _text(element: Element) -> str:
    if any(not isinstance(child, Text) for child in element.children or []):
        raise SnippetInvalid(
            f"The <{element.name}> of a tracker cannot have elements in it. Add them to the page itself."
        )
    return "".join(child.data or "" for child in element.children or [])


def _check_attributes(tag: str, attributes: Mapping[str, str]) -> None:
    for name in attributes:
        if name.startswith("on"):
            raise SnippetInvalid(f"The attribute {name} does not run on pages. Use a <script> instead.")
    address = attributes.get(_LOADING.get(tag, ""), None)
    if address is not None and not _is_loadable(address):
        raise SnippetInvalid(f"{address[:100]} is not an https address.")


def _is_inline_script(tag: str, attributes: Mapping[str, str]) -> bool:
    return tag == "script" and "src" not in attributes and attributes.get("type", "").strip().lower() in _SCRIPT_TYPES


def _policed(tag: str, attributes: Mapping[str, str]) -> str | None:
    """The address that an element loads from, where the page's policy has to name its host: scripts and styles."""
    if tag == "script":
        return attributes.get("src")
    is_style = tag == "link" and "stylesheet" in attributes.get("rel", "").lower().split()
    return attributes.get("href") if is_style else None


def _is_loadable(address: str) -> bool:
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return parts.scheme == "https" and _HOST.fullmatch(parts.netloc) is not None
