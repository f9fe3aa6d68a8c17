"""Values that people may put into node fields and actions, each by an allow-list.

Everything here ends in an attribute or a style rule of a public page, so what is not known to be harmless is
refused. web/app/page/field-rules.ts is the editor's twin; tests/vectors/node-fields.json holds the two equal.
All patterns are linear.
"""

import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

MAX_HREF = 2048
MAX_NAMES = 32
MAX_SCOPES = 64
MAX_FIELDS_CHARACTERS = 1_000_000
MAX_JSON_DEPTH = 48
MAX_JSON_VALUES = 60_000

TAG_NAMES = frozenset(
    ("div", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "address", "ul", "ol", "li")
    + ("p", "span", "h1", "h2", "h3", "h4", "h5", "h6")
)
# Elements of the host's own: an id of the same name would shadow them.
RESERVED_IDS = frozenset({"app", "page"})

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_IDENTIFIER = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]{0,63}")
_SCOPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,63}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_NUMBER = r"[+-]?(?:[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_CHANNEL = rf"(?:none|{_NUMBER}(?:%|deg|rad|grad|turn)?)"
_COLOUR_PATTERN = (
    r"(?:#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})|[a-zA-Z]{3,24}"
    rf"|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\( ?{_CHANNEL}(?: ?[ ,/] ?{_CHANNEL}){{2,3}} ?\))"
)
_LENGTH = r"-?[0-9]{1,4}(?:\.[0-9]{1,3})?(?:px|em|rem)?"
_SHADOW_PATTERN = rf"(?:{_COLOUR_PATTERN} )?{_LENGTH} {_LENGTH}(?: {_LENGTH})?(?: {_COLOUR_PATTERN})?"
_COLOUR = re.compile(_COLOUR_PATTERN)
_SHADOW = re.compile(rf"none|{_SHADOW_PATTERN}(?: ?, ?{_SHADOW_PATTERN}){{0,3}}")
_POSITION = re.compile(r"left|center|right|top|bottom|-?[0-9]{1,4}(?:\.[0-9]{1,3})?(?:%|px|em|rem)?")
_MEDIA_ADDRESS = re.compile(r"""(?:https?://[^\s"'()<>\\/]|/(?![/\\]))[^\s"'()<>\\\x00-\x1f]*|/""")


def is_plain(text: str) -> bool:
    """False for NUL and lone surrogates, which neither Postgres nor UTF-8 can hold."""
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def is_safe_href(href: str) -> bool:
    """http(s), mailto, tel, a path on this site, an anchor, a query or a relative address; nothing that runs."""
    if not href or len(href) > MAX_HREF or href != href.strip() or _CONTROL.search(href) or not is_plain(href):
        return False
    if href[0] in "/\\" and href[1:2] in ("/", "\\") or href[0] == "\\":
        return False
    scheme = _SCHEME.match(href)
    if scheme:
        return scheme[1].lower() in ("http", "https", "mailto", "tel")
    # A colon before the first slash would be read as a scheme by lenient parsers.
    return ":" not in re.split(r"[/?#]", href, maxsplit=1)[0]


def is_safe_media_address(address: str) -> bool:
    """http(s) or a path on this site, without any character that could end url("…") in a style rule."""
    return len(address) <= MAX_HREF and is_plain(address) and bool(_MEDIA_ADDRESS.fullmatch(address))


def _matching(pattern: re.Pattern[str], what: str, longest: int = 200) -> Callable[[str], str]:
    def check(value: str) -> str:
        if len(value) > longest or not pattern.fullmatch(value):
            raise ValueError(f"not {what}")
        return value

    return check


def _passing(test: Callable[[str], bool], what: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not test(value):
            raise ValueError(f"not {what}")
        return value

    return check


def _names(value: object) -> object:
    """Space-separated text becomes a list; repeated names are dropped."""
    if isinstance(value, str):
        value = value.split()
    return list(dict.fromkeys(value)) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


def _css_id(value: str) -> str:
    if value in RESERVED_IDS:
        raise ValueError("reserved for the site itself")
    return value


def bounded_json(value: Any) -> Any:
    """The value, when it is finite JSON of bounded depth and size; ValueError otherwise. Not recursive."""
    stack: list[tuple[Any, int]] = [(value, 0)]
    values = characters = 0
    while stack:
        item, depth = stack.pop()
        values += 1
        if isinstance(item, str):
            if not is_plain(item):
                raise ValueError("text with a NUL or a lone surrogate")
            characters += len(item)
        elif isinstance(item, float):
            if not math.isfinite(item):
                raise ValueError("a number that is not finite")
        elif isinstance(item, dict):
            stack.extend((part, depth + 1) for pair in item.items() for part in pair)
        elif isinstance(item, list):
            stack.extend((part, depth + 1) for part in item)
        elif item is not None and not isinstance(item, (bool, int)):
            raise ValueError("not JSON")
        elif isinstance(item, int) and abs(item) > 2**53:
            raise ValueError("a number beyond 2^53")
        if depth > MAX_JSON_DEPTH:
            raise ValueError("nested too deep")
        if values > MAX_JSON_VALUES or characters > MAX_FIELDS_CHARACTERS:
            raise ValueError("too large")
    return value


_identifier = AfterValidator(_matching(_IDENTIFIER, "a CSS identifier"))

require_id = _matching(_UUID, "a UUID in lower case")

Id = Annotated[str, AfterValidator(require_id)]
Plain = Annotated[str, AfterValidator(_passing(is_plain, "text without NUL and lone surrogates"))]
Line = Annotated[Plain, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
PluginRef = Annotated[str, AfterValidator(_matching(re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,99}"), "a plugin ref"))]
TagName = Annotated[str, AfterValidator(_passing(TAG_NAMES.__contains__, "an allowed tag name"))]
Identifier = Annotated[str, _identifier]
CssId = Annotated[Identifier, AfterValidator(_css_id)]
ClassNames = Annotated[list[Identifier], BeforeValidator(_names), Field(max_length=MAX_NAMES)]
CssIds = Annotated[list[CssId], BeforeValidator(_names), Field(max_length=MAX_NAMES)]
Href = Annotated[str, AfterValidator(str.strip), AfterValidator(_passing(is_safe_href, "an allowed address"))]
Scope = Annotated[str, AfterValidator(_matching(_SCOPE, "a scope"))]
Scopes = Annotated[list[Scope], Field(max_length=MAX_SCOPES)]
Colour = Annotated[str, AfterValidator(_matching(_COLOUR, "a CSS colour", 64))]
TextShadow = Annotated[str, AfterValidator(_matching(_SHADOW, "a CSS text shadow", 300))]
Position = Annotated[str, AfterValidator(_matching(_POSITION, "a CSS position"))]
MediaAddress = Annotated[str, AfterValidator(_passing(is_safe_media_address, "an address of a picture or video"))]
HrefTarget = Literal["_blank", ""]
PluginFields = Annotated[dict[str, Any], BeforeValidator(bounded_json)]
