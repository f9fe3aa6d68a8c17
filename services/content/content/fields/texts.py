"""The text of plugins, as their manifests declare their fields.

Only fields of types that hold words count: no addresses, no ids, no choices. A plugin without a manifest shows visitors
nothing, so nothing of it is found.
"""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple

from content.fields.catalogue import manifest_of
from kit.field_values.declarations import FieldDefinition
from kit.rich_text import UNSEEN


class Piece(NamedTuple):
    """A stretch of text: a paragraph, a heading, a label."""

    text: str
    is_heading: bool


def pieces_of(ref: str, fields: Mapping[str, Any]) -> Iterator[Piece]:
    """The text of a plugin instance, in the order of its manifest."""
    manifest = manifest_of(ref)
    if manifest is not None:
        yield from _of_fields(manifest["fields"], fields)


def _of_fields(definitions: Mapping[str, FieldDefinition], values: Any) -> Iterator[Piece]:
    if isinstance(values, Mapping):
        for name, definition in definitions.items():
            if name in values and definition.get("search") != "none":
                yield from _of_value(definition, values[name])


def _of_value(definition: FieldDefinition, value: Any) -> Iterator[Piece]:
    match definition["type"], value:
        case "text", str():
            yield Piece(value.strip(), definition.get("search") == "heading")
        case "richText", str():
            yield from _of_html(value)
        # Of the library's files some are for few only, which the index does not know of them.
        case "image", {"address": str(address), "alt": str(alt)} if not address.startswith("/files/"):
            yield Piece(alt.strip(), False)
        case "list", list():
            for item in value:
                yield from _of_fields(definition["item"], item)
        case "group", _:
            yield from _of_fields(definition["fields"], value)


def _of_html(html: str) -> Iterator[Piece]:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_piece()
    yield from reader.pieces


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WITHIN_WORDS = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp"}
    | {"small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"}
)
"""Elements that stand within a sentence, or even within a word; all others end what is before them."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._text: list[str] = []
        self._heading: str | None = None
        self._unseen: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self._unseen = self._unseen or tag
        if tag not in _WITHIN_WORDS:
            self.end_piece()
        if tag in _HEADINGS:
            self._heading = tag
        if tag == "img":
            self._text.append(dict(attrs).get("alt") or "")
            self.end_piece()

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen = None
        if tag not in _WITHIN_WORDS:
            self.end_piece()
        if tag == self._heading:
            self._heading = None

    def handle_data(self, data: str) -> None:
        if self._unseen is None:
            self._text.append(data)

    def end_piece(self) -> None:
        """Keep what was read since the last piece as one."""
        text = " ".join("".join(self._text).split())
        if text:
            self.pieces.append(Piece(text, self._heading is not None))
        self._text = []
