"""Pages that other people wrote, read from a WordPress export (WXR 1.2), and how to compare their text.

The export is not part of the project: it is looked for in $PAGEWRIGHT_SAMPLE_DATA, by default `shared/data`
in the folder above the checkout.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
SAMPLE_DATA = Path(os.environ.get("PAGEWRIGHT_SAMPLE_DATA", ROOT.parent / "shared" / "data"))
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
SILENT = frozenset({"script", "style", "template", "head"})
EXECUTABLE_ELEMENTS = frozenset(
    {"script", "iframe", "object", "embed", "form", "input", "button", "base", "meta", "link", "svg"}
)

BESIDE_SENTENCES = re.compile(r"<(h[1-6]|figcaption)\b[^>]*>.*?</\1>", re.IGNORECASE | re.DOTALL)
"""Headings and what is said of images: descriptions and excerpts leave them out."""


@dataclass(frozen=True)
class SourcePage:
    title: str
    body: str
    kind: str = "page"
    """`page` or `post`."""
    published_at: str = ""
    """With `Z`; only of posts."""
    categories: tuple[str, ...] = ()
    """Their names. Two categories share one, see `category_slugs`."""
    id: str = ""
    parent_id: str = "0"
    status: str = "publish"
    """`publish`, `draft` or `future`."""
    password: str = ""
    is_sticky: bool = False
    excerpt: str = ""
    path: str = ""
    """Its address on the former site, decoded, without a slash at the end."""
    category_slugs: tuple[str, ...] = ()

    @property
    def is_public(self) -> bool:
        """Whether the former site showed it to everybody."""
        return self.status == "publish" and not self.password


@dataclass(frozen=True)
class SourceCategory:
    id: str
    slug: str
    name: str
    parent: str
    """The slug of the category above; empty at the top."""
    description: str


@dataclass(frozen=True)
class SourceFile:
    """An attachment: the file, and the page that the former site showed it on."""

    address: str
    path: str


@dataclass(frozen=True)
class SourceLink:
    """An entry of a menu: to a page (`page`), a category (`category`), or to `url`."""

    menu: str
    label: str
    object: str
    object_id: str
    url: str


@cache
def export() -> ET.Element:
    """The export's channel."""
    tree = ET.parse(SAMPLE_DATA / "theme-unit-test.wxr.xml")  # noqa: S314 - a file of ours, not of somebody who asks
    channel = tree.getroot().find("channel")
    assert channel is not None
    return channel


def local_fields(element: ET.Element) -> dict[str, str]:
    """The texts of an element's children. The namespace of wp: differs between exports, so fields go by local name."""
    return {child.tag.rsplit("}", 1)[-1]: child.text or "" for child in element}


def former_origin() -> str:
    """Where the former site was."""
    return local_fields(export())["link"]


def _of_type(*types: str) -> Iterator[tuple[ET.Element, dict[str, str]]]:
    for item in export().iter("item"):
        fields = local_fields(item)
        if fields.get("post_type") in types:
            yield item, fields


@cache
def items() -> tuple[SourcePage, ...]:
    """Every post and page, hidden ones too, in the export's order."""
    return tuple(_page_of(item, fields) for item, fields in _of_type("post", "page"))


def _page_of(item: ET.Element, fields: dict[str, str]) -> SourcePage:
    categories = [each for each in item.findall("category") if each.get("domain") == "category"]
    return SourcePage(
        title=item.findtext("title") or "",
        body=item.findtext(CONTENT) or "",
        kind=fields["post_type"],
        published_at=fields["post_date_gmt"].replace(" ", "T") + "Z",
        categories=tuple(each.text or "" for each in categories),
        id=fields["post_id"],
        parent_id=fields["post_parent"],
        status=fields["status"],
        password=fields["post_password"],
        is_sticky=fields["is_sticky"] == "1",
        excerpt=next((each.text or "" for each in item if each.tag.endswith("/excerpt/}encoded")), "").strip(),
        path=former_path(fields["link"]),
        category_slugs=tuple(each.get("nicename", "") for each in categories),
    )


def former_path(address: str) -> str:
    """The path of an address of the former site: decoded, in the composed form, without doubled slashes."""
    parts = urlsplit(address)
    path = re.sub("/+", "/", unicodedata.normalize("NFC", unquote(parts.path))).rstrip("/") or "/"
    return f"{path}?{parts.query}" if parts.query else path


def published_items() -> tuple[SourcePage, ...]:
    """Every published post and page with a body, in the export's order."""
    return tuple(item for item in items() if item.status == "publish" and item.body.strip())


@cache
def categories() -> tuple[SourceCategory, ...]:
    """Every category of posts, those above first."""
    found = {}
    for element in export():
        if element.tag.endswith("}category"):
            fields = local_fields(element)
            slug = fields["category_nicename"]
            found[slug] = SourceCategory(
                id=fields["term_id"],
                slug=slug,
                name=fields["cat_name"],
                parent=fields.get("category_parent", ""),
                description=fields.get("category_description", ""),
            )
    return tuple(sorted(found.values(), key=lambda each: len(_line_of(each, found))))


def _line_of(category: SourceCategory, found: dict[str, SourceCategory]) -> tuple[str, ...]:
    above = _line_of(found[category.parent], found) if category.parent else ()
    return (*above, category.slug)


def category_line(slug: str) -> tuple[str, ...]:
    """The slugs from the top of the tree down to a category's own."""
    found = {each.slug: each for each in categories()}
    return _line_of(found[slug], found)


@cache
def files() -> tuple[SourceFile, ...]:
    return tuple(
        SourceFile(fields["attachment_url"], former_path(fields["link"])) for _, fields in _of_type("attachment")
    )


@cache
def menu_links() -> tuple[SourceLink, ...]:
    """The entries of all menus, in the export's order."""
    found = []
    for item, fields in _of_type("nav_menu_item"):
        details = {
            meta["meta_key"].removeprefix("_menu_item_"): meta["meta_value"]
            for each in item
            if each.tag.endswith("}postmeta") and (meta := local_fields(each))
        }
        menu = next((each.text or "" for each in item.findall("category") if each.get("domain") == "nav_menu"), "")
        found.append(SourceLink(menu, fields["title"], details["object"], details["object_id"], details["url"]))
    return tuple(found)


def item_titled(start: str) -> SourcePage:
    """The first published item whose title begins with `start`; StopIteration when there is none."""
    return next(item for item in published_items() if item.title.startswith(start))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.faults: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent += 1
        if tag in EXECUTABLE_ELEMENTS:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            address = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if name.startswith("on") or name in {"style", "srcdoc", "formaction"}:
                self.faults.append(f"<{tag} {name}>")
            elif address.startswith(("javascript:", "vbscript:", "data:")):
                self.faults.append(f"<{tag} {name}={address[:40]}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT and self._silent:
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def visible_text(html: str) -> str:
    """The text that a reader sees, without any white space, so that only what was written is compared."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return re.sub(r"[\s\u00a0\u200b\ufeff]+", "", "".join(reader.parts))


def executable_parts(html: str) -> list[str]:
    """What in `html` could run or restyle the page: elements, handlers and addresses."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.faults
