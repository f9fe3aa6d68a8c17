"""Files of the library that fields name with the site's own host: as paths, by which alone the library is known. Pure."""

from collections.abc import Callable, Collection, Mapping
from html import escape, unescape
from re import Match
from typing import Any
from urllib.parse import urlsplit

from content.fields.figures import IMAGE, SOURCE
from content.fields.files import file_fields
from kit.field_values.declarations import FieldDefinition
from kit.known_files.uses import PLACE
from kit.origins import host_of

Change = Callable[[str], str]


def with_own_files(ref: str, fields: Mapping[str, Any], hosts: Collection[str]) -> dict[str, Any]:
    """Cleaned fields whose images and files of the site's own library are named by their paths.

    ``hosts`` are the site's own. With its host a file would pass for another site's, which nobody judges by whitelists.
    """
    cleaned: dict[str, Any] = _all(file_fields(ref), fields, lambda address: own_path(address, hosts))
    return cleaned


def own_path(address: str, hosts: Collection[str]) -> str:
    """The path, query and anchor of a file of the library; any other address as it is."""
    if PLACE not in address:
        return address
    try:
        parts = urlsplit(address.strip())
        is_own = parts.scheme in ("http", "https", "") and host_of(parts) in hosts
    except ValueError:
        return address
    if not is_own or not parts.path.startswith(PLACE):
        return address
    return parts._replace(scheme="", netloc="").geturl()


def _all(definitions: Mapping[str, FieldDefinition], values: Any, change: Change) -> Any:
    if not isinstance(values, Mapping):
        return values
    return {
        name: _changed(definitions[name], value, change) if name in definitions else value
        for name, value in values.items()
    }


def _changed(definition: FieldDefinition, value: Any, change: Change) -> Any:
    match definition["type"], value:
        case "image" | "file", Mapping() if isinstance(value.get("address"), str):
            return {**value, "address": change(value["address"])}
        case "richText", str() if PLACE in value:
            return IMAGE.sub(lambda image: SOURCE.sub(lambda source: _source(source, change), image[0]), value)
        case "list", list():
            return [_all(definition["item"], item, change) for item in value]
        case "group", Mapping():
            return _all(definition["fields"], value, change)
    return value


def _source(source: Match[str], change: Change) -> str:
    address = unescape(source[1])
    changed = change(address)
    # An apostrophe stays one, as the cleaner writes it.
    written = escape(changed, quote=False).replace('"', "&quot;")
    return source[0] if changed == address else f' src="{written}"'
