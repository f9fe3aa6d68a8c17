"""Bytes that a visitor of the home page in each template and an editor's first edit are sent, gzipped as on the wire."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Generator, Iterable, Iterator
from typing import Any
from urllib.parse import urljoin

import httpx

from deploy.local.settings import ROOT
from tests.bench.pages import clear_cache
from tests.bench.report import Measure
from tests.bench.site import TEMPLATES, Site

KILOBYTE = 1024
_LOADER = "app/visitor/islands.tsx"
CLIENT = ROOT / "web" / "dist" / "client"
LATER = ("imports", "dynamicImports")
"""What is loaded at once, and what is once somebody does something."""


def measure(site: Site) -> Iterator[Measure]:
    scripts = 0.0
    for name in TEMPLATES:
        site.use_template(name)
        clear_cache(site)
        scripts = yield from _home(site, name)
    site.use_template(TEMPLATES[0])
    plugin, awake = _heaviest_island("imports")
    _, later = _heaviest_island(*LATER)
    note = f"{plugin}; in German {_words(plugin):.1f} KB more; at most {scripts + later:.0f} KB with what members load later"
    yield Measure("visitor: JavaScript with an interactive plugin", scripts + awake, "KB", 85, note=note)


def _home(site: Site, template: str) -> Generator[Measure, None, float]:
    """What the home page weighs in a template; returns the kilobytes of its scripts."""
    # Past the gateway: it is the one that asks for gzip alone there, on behalf of clients that ask for nothing.
    with httpx.Client(base_url=site.stack.urls["web"], timeout=30) as visitor:
        html = visitor.get("/").text
        styles = "".join(re.findall(r"<style[^>]*>(.*?)</style>", html, re.DOTALL))
        sheets = _linked(visitor, re.findall(r'<link[^>]+rel="stylesheet"[^>]*href="([^"]+)"', html))
        scripts = _linked(visitor, re.findall(r'<script[^>]+src="([^"]+)"', html))
        images = _linked(visitor, re.findall(r'<img[^>]+src="([^"]+)"', html))
        fonts = _linked(visitor, _fonts_used(html))
    whole = _zipped(html.encode()) + sheets + images + fonts
    yield Measure(f"visitor: HTML, {template}", _zipped(html.encode()), "KB", note="styles included")
    yield Measure(f"visitor: CSS, {template}", _zipped(styles.encode()) + sheets, "KB", 12)
    yield Measure(f"visitor: JavaScript, {template}", scripts, "KB", 8)
    yield Measure(f"visitor: whole page before scripts, {template}", whole, "KB", 60)
    return scripts


def scripts_of(visitor: httpx.Client, path: str) -> float:
    """Kilobytes of the scripts that a page loads by itself, before any of its parts wakes."""
    return _linked(visitor, re.findall(r'<script[^>]+src="([^"]+)"', visitor.get(path).text))


def islands_of(refs: Iterable[str], ways: Iterable[str] = ("imports",)) -> float:
    """Kilobytes that a page loads once these plugins are awake, what they share counted once."""
    chunks = json.loads((CLIENT / "manifest.json").read_text())
    reached = _reached(chunks, _LOADER, "imports")
    for ref in refs:
        # A plugin with a script of its own is no island: visitors never load its view.
        files = [f"app/plugins/{ref}/{file}" for file in ("script.ts", "render.tsx")]
        first = next(file for file in files if file in chunks)
        reached |= _reached(chunks, first, *ways, known=reached)
    return sum(_sent(chunks[name]) for name in reached)


def _fonts_used(html: str) -> list[str]:
    """The fonts that a browser asks for: those with letters of the page, italic ones where it has italics."""
    letters = {ord(letter) for letter in re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", "", html, flags=re.DOTALL)}
    has_italics = re.search(r"<(?:em|i|dfn|var|address)\b", html) is not None
    used = []
    for face in re.findall(r"@font-face\s*{([^}]*)}", html):
        ranges = re.search(r"unicode-range:([^;]+)", face)
        is_italic = re.search(r"font-style:\s*italic", face) is not None
        if (has_italics or not is_italic) and (not ranges or _has_any(letters, ranges[1])):
            used += re.findall(r"""["'(]([^"'()]+\.woff2)""", face)
    return used


def _has_any(letters: set[int], ranges: str) -> bool:
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges, re.IGNORECASE):
        if any(int(first, 16) <= letter <= int(last or first, 16) for letter in letters):
            return True
    return False


def _heaviest_island(*ways: str) -> tuple[str, float]:
    """The plugin whose island loads most, by the given kinds of import, and how many kilobytes that is."""
    chunks = json.loads((CLIENT / "manifest.json").read_text())
    at_once = _reached(chunks, _LOADER, "imports")
    weights = {
        view.split("/")[2]: sum(_sent(chunks[name]) for name in at_once | _reached(chunks, view, *ways, known=at_once))
        for view in chunks
        if view.endswith("/render.tsx")
    }
    return max(weights.items(), key=lambda each: each[1])


def _words(ref: str) -> float:
    """Kilobytes of the catalogues that an island loads besides on a site in German; in English there are none."""
    chunks = json.loads((CLIENT / "manifest.json").read_text())
    paths = {"app/words/visitors/de.po", f"app/plugins/{ref}/words/de.po"} & chunks.keys()
    return sum(_sent(chunks[path]) for path in paths)


def _reached(
    chunks: dict[str, dict[str, Any]], start: str, *ways: str, known: frozenset[str] | set[str] = frozenset()
) -> set[str]:
    """All chunks that one loads, itself among them; those that are `known` are not followed."""
    reached, open_ends = set(), {start}
    while open_ends:
        name = open_ends.pop()
        reached.add(name)
        open_ends |= {held for way in ways for held in chunks[name].get(way, [])} - reached - known
    return reached


def _sent(chunk: dict[str, Any]) -> float:
    """Kilobytes of a file as the host sends it to who takes no brotli: zipped by the build."""
    return (CLIENT / f"{chunk['file']}.gz").stat().st_size / KILOBYTE


def _zipped(body: bytes) -> float:
    return len(gzip.compress(body, 6)) / KILOBYTE


def _linked(client: httpx.Client, addresses: list[str]) -> float:
    """Kilobytes on the wire of what this site itself serves; third parties would be a fault of their own."""
    total = 0.0
    for address in addresses:
        if address.startswith(("http:", "https:", "//", "data:")) and not address.startswith(str(client.base_url)):
            raise RuntimeError(f"the default page loads {address} from somebody else")
        with client.stream("GET", urljoin("/", address), headers={"Accept-Encoding": "gzip"}) as answer:
            answer.raise_for_status()
            total += sum(len(part) for part in answer.iter_raw()) / KILOBYTE
    return total
