"""How texts are broken into lines."""

from __future__ import annotations

from playwright.sync_api import Locator


def lines(text: Locator) -> int:
    """On how many lines a text stands."""
    found: int = text.evaluate("""(element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
    }""")
    return found
