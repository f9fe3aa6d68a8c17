"""The templates of a new site as visitors have them: readable in light and dark, usable by keyboard, and on paper."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.e2e.accessibility import WIDTHS, faults_everywhere
from tests.stack import Stack
from tests.whole.page_calls import create_page, new_id, put_actions, render

LOOKS = ["Default", "Editorial", "Bold"]
TEXT = (
    "<h2>Heading</h2><p>Text with <a href='https://example.org/elsewhere'>a link</a> and <mark>a mark</mark>.</p>"
    "<p><a class='button' href='/'>Start</a> <a class='button button-outline' href='/'>Or else</a></p>"
    "<blockquote><p>A quotation</p></blockquote>"
)
FAQ = {"heading": "Questions", "items": [{"question": "Is it open?", "answer": "<p>On <a href='/'>Sundays</a>.</p>"}]}
FORM = {"fields": [{"kind": "consent", "name": "ok", "label": "Privacy", "statement": "<p>I agree.</p>"}]}
PLUGINS: list[tuple[str, dict[str, Any]]] = [
    ("cms.breadcrumb", {}),
    ("cms.faq", FAQ),
    ("cms.search", {}),
    ("cms.sitemap", {}),
    ("cms.login", {}),
    ("cms.contact", FORM),
]
# What an editor may set on a row: a band of the template, or a background whose text has to be light.
ROWS: list[dict[str, Any]] = [
    *(
        {"name": "NODE_SET_CLASS_NAMES", "level": "page", "classNames": [f"band-{band}"]}
        for band in ("plain", "tint", "dark", "accent")
    ),
    {"name": "NODE_SET_BACKGROUND", "level": "page", "background": {"backgroundColour": "#12453a"}},
]

_CONTRAST = """
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const channels = (colour, below) => {
        canvas.fillStyle = below;
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    };
    const luminance = (rgb) => {
        const [r, g, b] = rgb.map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (colour, ground) => {
        const [low, high] = [channels(colour, ground), channels(ground, ground)].map(luminance).sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const groundOf = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/^rgba\\(.*, 0\\)$|^transparent$/.test(colour)) return colour;
        }
        return '#fff';
    };
"""
# The ring stands off what it is around, so what is behind that has to set it off.
_RINGS = (
    "() => {"
    + _CONTRAST
    + """
    const found = [];
    let looked = 0;
    for (const element of document.querySelectorAll('a[href], button, input, summary')) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        element.focus();
        if (document.activeElement !== element) continue;
        looked += 1;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        const ratio = contrast(outlineColor, groundOf(element.parentElement));
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2 || ratio < 3)
            found.push(`${element.outerHTML.slice(0, 80)}: ${outlineStyle} ${outlineWidth} ${ratio.toFixed(1)}`);
    }
    if (looked < 10) found.push(`only ${looked} had the keyboard`);
    return found;
}"""
)
# Backgrounds are not printed: all words have to be read on white.
_PALE_WORDS = (
    "() => {"
    + _CONTRAST
    + """
    const walk = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
        const ratio = contrast(getComputedStyle(element).color, '#fff');
        if (ratio < 4.5) found.push(`${walk.currentNode.data.slice(0, 40)}: ${ratio.toFixed(1)}`);
    }
    return found;
}"""
)


@pytest.fixture(scope="module")
def pages(stack: Stack, owner_cookies: httpx.Cookies) -> dict[str, str]:
    """The address of a page in each look, with a row of each kind and plugins that can be pressed."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        listed = client.get("/client/templates", params={"limit": 100}).raise_for_status().json()["results"]
        ids = {each["name"]: each["id"] for each in listed}
        urls = {look: create_page(client, f"In {look}", templateId=ids[look])["url"] for look in LOOKS}
        for url in urls.values():
            fill(client, url)
    return urls


def fill(client: httpx.Client, url: str) -> None:
    state = render(client, url)
    column = next(iter(state["page"]["blocks"]))
    actions: list[dict[str, Any]] = []
    for index, row in enumerate([None, *ROWS]):
        node, nodes = new_id(), []
        for ref, fields in [("cms.text", {"content": TEXT}), *([] if row else PLUGINS)]:
            plugin = new_id()
            actions.append({"name": "PLUGIN_CREATE", "pluginId": plugin, "ref": ref, "fields": fields})
            nodes.append({"id": new_id(), "type": "plugin", "pluginId": plugin})
        block = {"nodes": [{"id": new_id(), "type": "col", "block": {"nodes": nodes}}]}
        made = {"id": node, "type": "row", "block": block}
        wrap = {"rowId": new_id(), "colId": new_id()}
        actions.append({"name": "NODE_CREATE", "parentId": column, "index": 100, "node": made})
        if index == 0:
            actions[-1]["wrapBefore"] = wrap
        if row:
            actions.append({**row, "nodeId": node})
    answer = put_actions(client, state, actions)
    assert answer.is_success, answer.text


@pytest.mark.parametrize("look", LOOKS)
class TestLooks:
    def test_break_no_rule_in_light_and_dark(self, visitor_page: Page, pages: dict[str, str], look: str) -> None:
        visitor_page.goto(pages[look])
        assert faults_everywhere(visitor_page) == []

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_show_where_the_keyboard_is(
        self, visitor_page: Page, pages: dict[str, str], look: str, scheme: Any
    ) -> None:
        visitor_page.emulate_media(color_scheme=scheme)
        visitor_page.goto(pages[look])
        visitor_page.keyboard.press("Tab")
        assert visitor_page.evaluate(_RINGS) == []

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_are_black_on_white_on_paper_without_what_is_pressed(
        self, visitor_page: Page, pages: dict[str, str], look: str, scheme: Any
    ) -> None:
        visitor_page.emulate_media(color_scheme=scheme, media="print")
        visitor_page.goto(pages[look])
        assert visitor_page.evaluate(_PALE_WORDS) == []
        for pressed in (".pw-menu nav", ".pw-breadcrumb", ".pw-search form", ".pw-member"):
            assert not visitor_page.locator(pressed).first.is_visible(), pressed
        for kept in (".pw-menu-name", ".pw-sitemap a", ".pw-faq details .pw-prose"):
            assert visitor_page.locator(kept).first.is_visible(), kept
        link = visitor_page.locator("main a[href^=https]").first
        after = link.evaluate("(element) => getComputedStyle(element, '::after').content")
        assert "https://example.org/elsewhere" in after

    @pytest.mark.parametrize("width", WIDTHS)
    def test_from_right_to_left_are_as_wide_as_their_window(
        self, visitor_page: Page, pages: dict[str, str], look: str, width: int
    ) -> None:
        """What is put out of sight on the left can be scrolled to there."""
        visitor_page.set_viewport_size({"width": width, "height": 800})
        visitor_page.goto(pages[look])
        script = "() => { document.documentElement.dir = 'rtl'; return document.documentElement.scrollWidth; }"
        assert visitor_page.evaluate(script) == width
