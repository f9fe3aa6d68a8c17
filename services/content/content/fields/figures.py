"""Images in rich text, and what is said of them there. Pure.

An image, its caption and all else in the same figure are one thing. Programs of before put a picture and its words into
a box of a class instead.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape

from kit.known_files.uses import PLACE, Use

# As the cleaner writes them: a value in double quotes holds none, and text can hold no "<".
_ATTRIBUTES = r'((?: [a-z]+="[^"]*")*)'
IMAGE = re.compile(rf"<img{_ATTRIBUTES}>")
TAG = re.compile(rf"<(/?)([a-z][a-z0-9]*){_ATTRIBUTES}>")
_TAG_OF_FIGURE = re.compile(rf"<(/?)(figure|div|img){_ATTRIBUTES}>")
SOURCE = re.compile(r' src="([^"]*)"')
_CLASS = re.compile(r' class="([^"]*)"')
_ALT = re.compile(r' alt="([^"]*)"')
_BOX = "wp-caption"


def use_in(attributes: str) -> Use | None:
    """The file that an image's attributes name by its address."""
    found = SOURCE.search(attributes)
    address = unescape(found[1]) if found else ""
    return address if address.startswith(PLACE) else None


def alt_in(attributes: str) -> str | None:
    """What an image's attributes say of it, None where they say nothing: that it needs no words is said by none."""
    found = _ALT.search(attributes)
    return None if found is None else unescape(found[1])


def is_figure(tag: str, attributes: str) -> bool:
    """Whether an element of rich text is an image with what is said of it."""
    classes = _CLASS.search(attributes) if tag == "div" else None
    return tag == "figure" or (classes is not None and _BOX in classes[1].split())


@dataclass(slots=True)
class _Element:
    """An element that is open, with what of it is kept so far."""

    tag: str
    is_figure: bool
    parts: list[str] = field(default_factory=list)
    has_hidden: bool = False
    """Whether an image of its own is not shown: one within a figure is that figure's."""
    had_images: bool = False
    has_images: bool = False

    @property
    def goes(self) -> bool:
        return self.is_figure and (self.has_hidden or (self.had_images and not self.has_images))


def without_hidden(html: str, is_shown: Callable[[Use], bool]) -> str:
    """Rich text without the images that are not shown, each with its figure.

    A figure around others goes when the last image in it does.
    """
    top = _Element("", is_figure=False)
    open_elements, end = [top], 0
    for tag in _TAG_OF_FIGURE.finditer(html):
        inner = open_elements[-1]
        inner.parts.append(html[end : tag.start()])
        end = tag.end()
        closing, name, attributes = tag.groups()
        if name == "img":
            _take_image(open_elements, tag[0], use_in(attributes), is_shown)
        elif not closing:
            open_elements.append(_Element(name, is_figure(name, attributes), [tag[0]]))
        elif inner.tag == name:
            inner.parts.append(tag[0])
            _close(open_elements)
        else:
            inner.parts.append(tag[0])
    open_elements[-1].parts.append(html[end:])
    while len(open_elements) > 1:
        _close(open_elements)
    return "".join(top.parts)


def _take_image(open_elements: list[_Element], image: str, use: Use | None, is_shown: Callable[[Use], bool]) -> None:
    inner = open_elements[-1]
    inner.had_images = True
    if use is None or is_shown(use):
        inner.parts.append(image)
        inner.has_images = True
        return
    figure = next((element for element in reversed(open_elements) if element.is_figure), inner)
    figure.has_hidden = True


def _close(open_elements: list[_Element]) -> None:
    closed = open_elements.pop()
    outer = open_elements[-1]
    outer.had_images |= closed.had_images
    if not closed.goes:
        outer.has_images |= closed.has_images
        outer.parts.extend(closed.parts)
