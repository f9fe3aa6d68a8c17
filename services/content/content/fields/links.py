"""Links in the values of fields: finding them, and putting other addresses in their place. Pure."""

import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from typing import Any, Literal, NamedTuple

from content.fields.catalogue import manifest_of
from kit.field_values.declarations import FieldDefinition

Kind = Literal["link", "image"]

# The cleaner writes tags like this and no other way: a value in double quotes holds none.
_TAG = re.compile(r"""<(/?)(a|img)((?: [a-z]+="[^"]*")*)>""")
_ATTRIBUTE = re.compile(r' (href|src)="([^"]*)"')
_ADDRESS_OF = {"a": "href", "img": "src"}
_MARKUP = re.compile(r"<[^>]*>")
_MAX_TEXT = 200
_IS_IMAGE = "This is an image: choose another one, or remove it on the page."


class Found(NamedTuple):
    """A link in a plugin's fields."""

    field: str
    """`items.0.answer`: names and numbers on the way to it."""
    written: str
    kind: Kind
    text: str
    """What it says, where that is known."""


class CannotUnlink(Exception):
    """What holds the address would be nothing without one."""


def links_in(ref: str, fields: Mapping[str, Any]) -> Iterator[Found]:
    """The links in a plugin's fields, as its manifest declares them; of an unknown plugin nothing is shown."""
    manifest = manifest_of(ref)
    if manifest is not None:
        yield from _in_fields("", manifest["fields"], fields)


def _in_fields(path: str, definitions: Mapping[str, FieldDefinition], values: Any) -> Iterator[Found]:
    if not isinstance(values, Mapping):
        return
    for name, definition in definitions.items():
        here, value = f"{path}{name}", values.get(name)
        match definition["type"], value:
            case "address", str() if value:
                yield Found(here, value, "link", definition.get("label", ""))
            case "image", {"address": str(address)} if address:
                yield Found(f"{here}.address", address, "image", definition.get("label", ""))
            case "richText", str():
                yield from _in_html(here, value)
            case "list", list():
                for index, item in enumerate(value):
                    yield from _in_fields(f"{here}.{index}.", definition["item"], item)
            case "group", _:
                yield from _in_fields(f"{here}.", definition["fields"], value)


def _in_html(path: str, html: str) -> Iterator[Found]:
    for tag in _TAG.finditer(html):
        address = _address_in(tag)
        if address:
            is_image = tag[2] == "img"
            yield Found(
                path, address, "image" if is_image else "link", "" if is_image else _text_after(html, tag.end())
            )


def _address_in(tag: re.Match[str]) -> str | None:
    """The address of an opening tag."""
    if tag[1]:
        return None
    wanted = _ADDRESS_OF[tag[2]]
    return next((unescape(value) for name, value in _ATTRIBUTE.findall(tag[3]) if name == wanted), None)


def _text_after(html: str, begin: int) -> str:
    end = html.find("</a>", begin)
    inner = html[begin : end if end >= 0 else begin + _MAX_TEXT]
    return " ".join(unescape(_MARKUP.sub(" ", inner[:2_000])).split())[:_MAX_TEXT]


def rewritten(ref: str, fields: Mapping[str, Any], path: str, before: str, after: str | None) -> dict[str, Any]:
    """The top-level fields of a plugin that differ when an address is another one; None unlinks.

    Empty where the address is not there (any more). Raises CannotUnlink.
    """
    manifest = manifest_of(ref)
    name, _, rest = path.partition(".")
    if manifest is None or name not in manifest["fields"] or name not in fields:
        return {}
    value = _changed(manifest["fields"][name], fields[name], rest, before, after)
    return {} if value == fields[name] else {name: value}


def _changed(definition: FieldDefinition, value: Any, rest: str, before: str, after: str | None) -> Any:
    step, _, further = rest.partition(".")
    match definition["type"], value:
        case "address", str() if value == before:
            if after is None and definition.get("required"):
                raise CannotUnlink("This field needs an address.")
            return after
        case "image", {"address": str(address)} if address == before and rest == "address":
            if after is None:
                raise CannotUnlink(_IS_IMAGE)
            return {**value, "address": after}
        case "richText", str():
            return _in_rich_text(value, before, after)
        case "list", list() if step.isdigit() and int(step) < len(value):
            index = int(step)
            return [
                *value[:index],
                _member(definition["item"], value[index], further, before, after),
                *value[index + 1 :],
            ]
        case "group", Mapping():
            return _member(definition["fields"], value, rest, before, after)
    return value


def _member(definitions: Mapping[str, FieldDefinition], values: Any, rest: str, before: str, after: str | None) -> Any:
    name, _, further = rest.partition(".")
    if not isinstance(values, Mapping) or name not in definitions or name not in values:
        return values
    changed = _changed(definitions[name], values[name], further, before, after)
    return {key: value for key, value in {**values, name: changed}.items() if value is not None}


def _in_rich_text(html: str, before: str, after: str | None) -> str:
    open_links: list[bool] = []

    def change(tag: re.Match[str]) -> str:
        if tag[1]:
            return "" if tag[2] == "a" and open_links and open_links.pop() else tag[0]
        is_wanted = _address_in(tag) == before
        goes = is_wanted and after is None
        if tag[2] == "a":
            open_links.append(goes)
        elif goes:
            raise CannotUnlink(_IS_IMAGE)
        if goes:
            return ""
        return _with_address(tag, after) if is_wanted and after is not None else tag[0]

    return _TAG.sub(change, html)


def _with_address(tag: re.Match[str], address: str) -> str:
    name = _ADDRESS_OF[tag[2]]
    attributes = re.sub(rf' {name}="[^"]*"', lambda _: f' {name}="{escape(address)}"', tag[3], count=1)
    return f"<{tag[2]}{attributes}>"
