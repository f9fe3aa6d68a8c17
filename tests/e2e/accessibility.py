"""What axe finds wrong on a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.waiting import come_to_rest

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
RULES_ABOUT_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
WIDTHS = (1280, 390)
# The page in the editor's frame is left out: that one is the template's.
_RUN = """async ([rules, within]) => {
    const { violations } = await axe.run({ include: [within], exclude: ['iframe'] }, { iframes: false, runOnly: rules });
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...found, `${scrollWidth} wide in a window of ${innerWidth}`] : found;
}"""


def faults(page: Page, rules: dict[str, Any] = RULES, *, within: str = "html") -> list[str]:
    """What breaks the rules, contrast included, on the screen as it is or a part of it; also, that it is wider than its window."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    come_to_rest(page)
    found: list[str] = page.evaluate(_RUN, [rules, within])
    return found


def faults_in_both_schemes(page: Page, *, within: str = "html") -> list[str]:
    """The faults in light colours, and those of the colours in dark ones."""
    page.emulate_media(color_scheme="dark")
    dark = faults(page, RULES_ABOUT_COLOURS, within=within)
    page.emulate_media(color_scheme="light")
    return [f"light: {fault}" for fault in faults(page, within=within)] + [f"dark: {fault}" for fault in dark]


def faults_everywhere(page: Page) -> list[str]:
    """The faults in both schemes, on a wide screen and on a phone's."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} wide, {fault}" for fault in faults_in_both_schemes(page)]
    return found
