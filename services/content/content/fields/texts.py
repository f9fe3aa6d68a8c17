"""The text of plugins, as their manifests declare their fields.

Only fields of types that hold words count: no addresses, no ids, no choices. A plugin without a manifest shows visitors
nothing, so nothing of it is found. What is said of images of the library names them: some are for few only.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple

from content.fields.catalogue import manifest_of
from content.fields.figures import TAG, alt_in, is_figure, use_in
from content.fields.files import use_of
from kit.field_values.declarations import FieldDefinition
from kit.known_files.uses import Use

AltOf = Callable[[Use], str]
"""What the library says of a file, for images of which nothing else is said."""
_NONE: frozenset[Use] = frozenset()


class Piece(NamedTuple):
    """A stretch of text: a paragraph, a heading, a label."""

    text: str
    is_heading: bool
    said_of: frozenset[Use] = _NONE
    """The library's images that the text describes: a viewer who may not see one of them does not get the text."""
    is_of_image: bool = False
    """Whether it is shown as part of an image, or in its place."""


def pieces_of(ref: str, fields: Mapping[str, Any], alt_of: AltOf = lambda _: "") -> Iterator[Piece]:
    """The text of a plugin instance, in the order of its manifest."""
    manifest = manifest_of(ref)
    if manifest is not None:
        yield from _of_fields(manifest["fields"], fields, alt_of)


def _of_fields(definitions: Mapping[str, FieldDefinition], values: Any, alt_of: AltOf) -> Iterator[Piece]:
    if not isinstance(values, Mapping):
        return
    for name, definition in definitions.items():
        if name not in values or definition.get("search") == "none":
            continue
        image = definition.get("saidOf")
        if image is None:
            yield from _of_value(definition, values[name], alt_of)
        # Without its image a caption is not shown.
        elif _is_image(values.get(image)):
            yield from _said_of(values[image], _of_value(definition, values[name], alt_of))


def _of_value(definition: FieldDefinition, value: Any, alt_of: AltOf) -> Iterator[Piece]:
    match definition["type"], value:
        case "text", str():
            yield Piece(value.strip(), definition.get("search") == "heading")
        case "richText", str():
            yield from _of_html(value, alt_of)
        case "image", Mapping() if _is_image(value):
            use, alt = use_of(value), value.get("alt")
            yield from _said_of(value, [Piece((alt or (alt_of(use) if use else "")).strip(), False)])
        case "list", list():
            for item in value:
                yield from _of_item(definition, item, alt_of)
        case "group", _:
            yield from _of_fields(definition["fields"], value, alt_of)


def _of_item(definition: FieldDefinition, values: Any, alt_of: AltOf) -> Iterator[Piece]:
    pieces = _of_fields(definition["item"], values, alt_of)
    subject = definition.get("subject")
    if subject is None:
        yield from pieces
    elif isinstance(values, Mapping) and _is_image(values.get(subject)):
        yield from _said_of(values[subject], pieces)


def _is_image(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value.get("file") or value.get("address"))


def _said_of(image: Mapping[str, Any], pieces: Iterable[Piece]) -> Iterator[Piece]:
    use = use_of(image)
    for piece in pieces:
        said_of = piece.said_of if use is None else piece.said_of | {use}
        yield piece._replace(said_of=said_of, is_of_image=True)


def _of_html(html: str, alt_of: AltOf) -> Iterator[Piece]:
    reader, end = _Reader(alt_of), 0
    # By the form that the cleaner writes: a parser of all HTML takes several times as long, and for some of what is no
    # such form the square of it.
    for tag in TAG.finditer(html):
        reader.take_text(html[end : tag.start()])
        end = tag.end()
        closing, name, attributes = tag.groups()
        if closing:
            reader.take_end(name)
        else:
            reader.take_start(name, attributes)
    reader.take_text(html[end:])
    reader.end()
    yield from reader.pieces


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WITHIN_WORDS = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp"}
    | {"small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"}
)
"""Elements that stand within a sentence, or even within a word; all others end what is before them."""


@dataclass(slots=True)
class _Element:
    """An element that is open and may be a figure, with the numbers of the pieces in it."""

    tag: str
    is_figure: bool
    own: list[int] = field(default_factory=list)
    within: list[int] = field(default_factory=list)
    """Of figures in it."""
    own_images: set[Use] = field(default_factory=set)
    images: set[Use] = field(default_factory=set)


class _Reader:
    """Reads rich text, as it is stored, into pieces.

    All that a figure says is said of its images, as `figures.without_hidden` has it; one that has images in figures of
    its own alone says it of all of these.
    """

    def __init__(self, alt_of: AltOf) -> None:
        self.pieces: list[Piece] = []
        self._alt_of = alt_of
        self._text: list[str] = []
        self._heading: str | None = None
        self._is_caption = False
        self._elements = [_Element("", is_figure=False)]

    def take_start(self, tag: str, attributes: str) -> None:
        if tag not in _WITHIN_WORDS:
            self.end_piece()
        if tag in _HEADINGS:
            self._heading = tag
        if tag == "figcaption":
            self._is_caption = True
        if tag in ("figure", "div"):
            self._elements.append(_Element(tag, is_figure(tag, attributes)))
        if tag == "img":
            self._take_image(use_in(attributes), alt_in(attributes))

    def take_end(self, tag: str) -> None:
        if tag not in _WITHIN_WORDS:
            self.end_piece()
        if tag == self._heading:
            self._heading = None
        if tag == "figcaption":
            self._is_caption = False
        if tag == self._elements[-1].tag:
            self._close()

    def take_text(self, html: str) -> None:
        self._text.append(unescape(html))

    def end_piece(self) -> None:
        """Keep what was read since the last piece as one."""
        self._keep()

    def end(self) -> None:
        """Keep what was read last, and close what is open."""
        self.end_piece()
        while len(self._elements) > 1:
            self._close()

    def _take_image(self, use: Use | None, alt: str | None) -> None:
        self._text.append(self._alt_of(use) if use and alt is None else alt or "")
        self._keep(frozenset({use} if use else ()), is_of_image=True)
        if use:
            figure = next((element for element in reversed(self._elements) if element.is_figure), self._elements[-1])
            figure.own_images.add(use)
            self._elements[-1].images.add(use)

    def _keep(self, said_of: frozenset[Use] = _NONE, *, is_of_image: bool = False) -> None:
        text = " ".join("".join(self._text).split())
        if text:
            self._elements[-1].own.append(len(self.pieces))
            self.pieces.append(Piece(text, self._heading is not None, said_of, is_of_image or self._is_caption))
        self._text = []

    def _close(self) -> None:
        closed = self._elements.pop()
        outer = self._elements[-1]
        outer.images |= closed.images
        if not closed.is_figure:
            outer.own += closed.own
            outer.within += closed.within
            return
        self._say_of(closed.own, closed.own_images or closed.images)
        self._say_of(closed.within, closed.own_images)
        outer.within += closed.own + closed.within

    def _say_of(self, numbers: Iterable[int], images: set[Use]) -> None:
        for number in numbers if images else ():
            piece = self.pieces[number]
            self.pieces[number] = piece._replace(said_of=piece.said_of | images)
