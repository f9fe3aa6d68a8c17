"""Lighthouse's four marks, as for a phone, of pages as a new site has them.

Asked for by name, `BENCH_ARGS=lighthouse`: the package is installed beside the results at the first time, and is no part of
the project.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deploy.local.processes import node_folder
from deploy.local.settings import ROOT
from tests import chromium
from tests.bench.pages import clear_cache
from tests.bench.report import Measure
from tests.bench.site import TEMPLATES, Site
from tests.whole.page_calls import add_plugin, own_column

FOLDER = ROOT / "bench-results" / "lighthouse"
_PACKAGE = "lighthouse@13"
_PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
_CHROME_FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"
_MINUTES = 5
_LIST, _POST = "/bench-blog", "/bench-blog/post"


def measure(site: Site) -> Iterator[Measure]:
    browser = chromium.find(chromium.WHOLE_FIRST)
    if fault := _missing(browser):
        print(f"lighthouse is left out: {fault}", file=sys.stderr, flush=True)
        return
    for name in TEMPLATES:
        site.use_template(name)
        clear_cache(site)
        yield from _marks(site, "/", f"home page, {name}", browser)
    site.use_template(TEMPLATES[0])
    _blog(site)
    yield from _marks(site, _LIST, "list of the blog", browser)
    yield from _marks(site, _POST, "post of the blog", browser)


def _missing(browser: str | None) -> str | None:
    """What is not there and could not be had, in a line; None where all is."""
    if browser is None:
        return "no Chromium was found; CHROMIUM names one"
    if _PROGRAM.is_file():
        return None
    FOLDER.mkdir(parents=True, exist_ok=True)
    npm = node_folder().parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command: list[str | Path] = [
        node_folder() / "node", npm, "install", "--prefix", FOLDER, "--no-audit", "--no-fund", _PACKAGE,
    ]  # fmt: skip
    print(f"installing {_PACKAGE} …", file=sys.stderr, flush=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0 and _PROGRAM.is_file():
        return None
    said = (done.stderr.strip() or done.stdout.strip() or "npm said nothing").splitlines()
    return f"{_PACKAGE} could not be installed: {said[0]}"


def _marks(site: Site, path: str, name: str, browser: str | None) -> Iterator[Measure]:
    """The marks of one page, of 100 each; with what it was marked down for."""
    site.client.get(path).raise_for_status()
    report = FOLDER / "report.json"
    command: list[str | Path] = [
        node_folder() / "node", _PROGRAM, f"{site.stack.base_url}{path}", "--quiet", "--output=json",
        f"--output-path={report}", f"--chrome-flags={_CHROME_FLAGS}",
        "--only-categories=performance,accessibility,best-practices,seo",
    ]  # fmt: skip
    environment = {**os.environ, "CHROME_PATH": browser or ""}
    subprocess.run(command, env=environment, check=True, timeout=_MINUTES * 60)
    found: dict[str, Any] = json.loads(report.read_text())
    for category in found["categories"].values():
        mark = None if category["score"] is None else category["score"] * 100
        note = ", ".join(_faults(category, found["audits"]))
        label = f"{name}: {category['title'].lower()}"
        yield Measure(label, mark or 0, "", 100, "more", note if mark is not None else "not marked")


def _faults(category: dict[str, Any], audits: dict[str, Any]) -> Iterator[str]:
    for reference in category["auditRefs"]:
        audit = audits[reference["id"]]
        if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
            yield f"{audit['id']} {audit['score']:.2f}"


def _blog(site: Site) -> None:
    for url, title, ref in ((_LIST, "Journal", "cms.blogList"), (_POST, "A week in the hills", "cms.blogPost")):
        site.create_page(url, title)
        state = site.render(url)
        site.save(state["page"], state["version"], add_plugin(own_column(state), ref, {}, 100))
