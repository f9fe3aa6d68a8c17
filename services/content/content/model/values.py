"""Values that people may put into node fields and actions, each by an allow-list.

Everything here ends in an attribute or a style rule of a public page, so what is not known to be harmless is
refused. web/app/page/field-rules.ts is the editor's twin; tests/vectors/node-fields.json holds the two equal.
All patterns are linear.
"""

import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, LiteralString

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from kit.colours import COLOUR_PATTERN, is_colour
from kit.hrefs import is_plain, is_safe_href, is_safe_media_address

Check = Callable[[str], str]

MAX_NAMES = 32
MAX_SCOPES = 64
MAX_FIELDS_CHARACTERS = 1_000_000
MAX_JSON_DEPTH = 48
MAX_JSON_VALUES = 60_000
MAX_INTEGER = 2**53

TAG_NAMES = frozenset(
    {"div", "section", "article", "header", "footer", "main", "nav", "aside", "figure", "address", "ul", "ol", "li"}
    | {"p", "span", "h1", "h2", "h3", "h4", "h5", "h6"}
)
# Elements of the host's own: an id of the same name would shadow them.
RESERVED_IDS = frozenset({"app", "page"})

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_IDENTIFIER = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]{0,63}")
_SCOPE = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._-]{0,63}")
_LENGTH = r"-?[0-9]{1,4}(?:\.[0-9]{1,3})?(?:px|em|rem)?"
_SHADOW_PATTERN = rf"(?:{COLOUR_PATTERN} )?{_LENGTH} {_LENGTH}(?: {_LENGTH})?(?: {COLOUR_PATTERN})?"
_SHADOW = re.compile(rf"none|{_SHADOW_PATTERN}(?: ?, ?{_SHADOW_PATTERN}){{0,3}}")
_POSITION = re.compile(r"left|center|right|top|bottom|-?[0-9]{1,4}(?:\.[0-9]{1,3})?(?:%|px|em|rem)?")


def _matching(pattern: re.Pattern[str], code: LiteralString, detail: LiteralString, longest: int = 200) -> Check:
    return _passing(lambda value: len(value) <= longest and bool(pattern.fullmatch(value)), code, detail)


def _passing(test: Callable[[str], bool], code: LiteralString, detail: LiteralString) -> Check:
    def check(value: str) -> str:
        if not test(value):
            raise PydanticCustomError(code, detail)
        return value

    return check


def _names(value: object) -> object:
    """Space-separated text becomes a list; repeated names are dropped."""
    if isinstance(value, str):
        value = value.split()
    return list(dict.fromkeys(value)) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


def bounded_json(value: Any) -> Any:
    """The value, when it is finite JSON of bounded depth and size; PydanticCustomError otherwise."""
    # A stack of its own: what is nested too deep must not end in a RecursionError.
    stack: list[tuple[Any, int]] = [(value, 0)]
    values = characters = 0
    while stack:
        item, depth = stack.pop()
        values += 1
        if depth > MAX_JSON_DEPTH:
            raise PydanticCustomError("too_deep", "This is nested too deep.")
        if isinstance(item, dict):
            stack.extend((part, depth + 1) for pair in item.items() for part in pair)
        elif isinstance(item, list):
            stack.extend((part, depth + 1) for part in item)
        else:
            characters += _characters_in(item)
        if values > MAX_JSON_VALUES or characters > MAX_FIELDS_CHARACTERS:
            raise PydanticCustomError("too_large", "This is too large.")
    return value


def _characters_in(item: Any) -> int:
    """The length of a text, 0 for other plain values of JSON; PydanticCustomError for all else."""
    if isinstance(item, str):
        _plain(item)
        return len(item)
    if isinstance(item, (int, float)):
        is_bounded = abs(item) <= MAX_INTEGER if isinstance(item, int) else math.isfinite(item)
        if not is_bounded:
            raise PydanticCustomError("not_finite", "Numbers have to be finite, whole numbers up to 2^53.")
    elif item is not None:
        raise PydanticCustomError("not_json", "This is not a JSON value.")
    return 0


require_id = _matching(_UUID, "id", "Not an id: a UUID in lower case.")
_plain = _passing(is_plain, "not_text", "Text cannot contain NUL characters or lone surrogates.")
_ref = _matching(re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,99}"), "plugin_ref", "Not a plugin's ref, such as cms.text.")
_tag_name = _passing(TAG_NAMES.__contains__, "tag_name", "Not an element that a node may be drawn as.")
_identifier = _matching(_IDENTIFIER, "css_identifier", "Not a CSS identifier: letters, digits, - and _ only.")
_not_reserved = _passing(lambda value: value not in RESERVED_IDS, "reserved_id", "This id is the site's own.")
_href = _passing(is_safe_href, "unsafe_address", "Not an http(s), mailto or tel address, nor a path or an #anchor.")
_scope = _matching(_SCOPE, "scope", "Not the name of a scope.")
_colour = _passing(is_colour, "colour", "Not a CSS colour.")
_shadow = _matching(_SHADOW, "text_shadow", "Not a CSS text shadow.", 300)
_position = _matching(_POSITION, "position", "Not a CSS position.")
_media = _passing(is_safe_media_address, "unsafe_address", "Not an http(s) address or a path on this site.")

Id = Annotated[str, AfterValidator(require_id)]
Line = Annotated[str, AfterValidator(_plain), StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
PluginRef = Annotated[str, AfterValidator(_ref)]
PluginFields = Annotated[dict[str, Any], BeforeValidator(bounded_json)]
TagName = Annotated[str, AfterValidator(_tag_name)]
Identifier = Annotated[str, AfterValidator(_identifier)]
CssId = Annotated[Identifier, AfterValidator(_not_reserved)]
ClassNames = Annotated[list[Identifier], BeforeValidator(_names), Field(max_length=MAX_NAMES)]
CssIds = Annotated[list[CssId], BeforeValidator(_names), Field(max_length=MAX_NAMES)]
Href = Annotated[str, AfterValidator(str.strip), AfterValidator(_href)]
HrefTarget = Literal["_blank", ""]
Scope = Annotated[str, AfterValidator(_scope)]
Scopes = Annotated[list[Scope], Field(max_length=MAX_SCOPES)]
Colour = Annotated[str, AfterValidator(_colour)]
TextShadow = Annotated[str, AfterValidator(_shadow)]
Position = Annotated[str, AfterValidator(_position)]
MediaAddress = Annotated[str, AfterValidator(_media)]
SpaceStep = Literal["none", "small", "medium", "large"]
RowWidth = Literal["text", "wide", "full"]
