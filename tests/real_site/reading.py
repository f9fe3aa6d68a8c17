"""What visitors of a real site get, read by strict parsers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
from justhtml import JustHTML

SEEN_WITHIN = 60.0
"""Seconds."""


class Document:
    """A page as HTML. Raises StrictModeError where it is not valid."""

    def __init__(self, html: str, root: JustHTML | None = None) -> None:
        self.html = html
        self.root = root or JustHTML(html, strict=True, sanitize=False)

    @classmethod
    def of_fragment(cls, html: str) -> Document:
        """A piece of a page, read as browsers do it, valid or not."""
        return cls(html, JustHTML(html, fragment=True, sanitize=False))

    def texts(self, selector: str) -> list[str]:
        """The texts of elements, white space as browsers show it."""
        return [" ".join(node.to_text(separator="", strip=False).split()) for node in self.root.query(selector)]

    def values(self, selector: str, name: str) -> list[str]:
        """An attribute of elements; empty where it has no value."""
        return [(node.attrs or {}).get(name) or "" for node in self.root.query(selector)]

    def elements(self, around: str | None = None) -> Counter[str]:
        """How many of each element there are, or are inside others."""
        outer = [self.root] if around is None else self.root.query(around)
        return Counter(node.name for each in outer for node in each.query("*"))

    def repeated_ids(self) -> list[str]:
        return [name for name, count in Counter(self.values("[id]", "id")).items() if count > 1]


def page(client: httpx.Client, url: str) -> Document:
    """A page that is there."""
    answer = client.get(url)
    assert answer.status_code == 200, f"{url}: {answer.status_code}"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return Document(answer.text)


def all_results(client: httpx.Client, address: str, **params: Any) -> list[dict[str, Any]]:
    """A list of the API, whole."""
    found: list[dict[str, Any]] = []
    while True:
        answer = client.get(address, params={"limit": 100, "start": len(found), **params}).raise_for_status().json()
        found += answer["results"]
        if len(found) >= answer["total"]:
            return found


def eventually(ask: Callable[[], object], wanted: object) -> None:
    """Wait until an answer is as it should be: what changes is announced, and takes its time."""
    end = time.monotonic() + SEEN_WITHIN
    while (found := ask()) != wanted:
        assert time.monotonic() < end, f"{found!r} is not {wanted!r}"
        time.sleep(0.02)
