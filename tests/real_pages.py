"""Pages that other people wrote, read from a WordPress export (WXR 1.2), and how to compare their text.

The export is not part of the project: it is looked for in $PAGEWRIGHT_SAMPLE_DATA, by default `shared/data`
in the folder above the checkout.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
SAMPLE_DATA = Path(os.environ.get("PAGEWRIGHT_SAMPLE_DATA", ROOT.parent / "shared" / "data"))
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
SILENT = frozenset({"script", "style", "template", "head"})
EXECUTABLE_ELEMENTS = frozenset(
    {"script", "iframe", "object", "embed", "form", "input", "button", "base", "meta", "link", "svg"}
)


@dataclass(frozen=True)
class SourcePage:
    title: str
    body: str
    kind: str = "page"
    """`page` or `post`."""
    published_at: str = ""
    """With `Z`; only of posts."""
    categories: tuple[str, ...] = ()


@cache
def published_items() -> tuple[SourcePage, ...]:
    """Every published post and page with a body, in the export's order."""
    tree = ET.parse(SAMPLE_DATA / "theme-unit-test.wxr.xml")  # noqa: S314 - a file of ours, not of somebody who asks
    items = []
    for item in tree.iter("item"):
        # The namespace of wp: differs between exports (http, https, version), so fields go by local name.
        local = {child.tag.rsplit("}", 1)[-1]: child.text or "" for child in item}
        body = item.findtext(CONTENT) or ""
        if local.get("post_type") in {"post", "page"} and local.get("status") == "publish" and body.strip():
            items.append(
                SourcePage(
                    title=item.findtext("title") or "",
                    body=body,
                    kind=local["post_type"],
                    published_at=local.get("post_date_gmt", "").replace(" ", "T") + "Z",
                    categories=tuple(
                        each.text or "" for each in item.findall("category") if each.get("domain") == "category"
                    ),
                )
            )
    return tuple(items)


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
