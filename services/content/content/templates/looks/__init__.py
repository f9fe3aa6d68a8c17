"""The looks that come with Pagewright: sources of templates, compiled ahead because a site is set up before its web host."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Look:
    """A template to begin with. ``inline_css`` is made from the sources by `npm run looks`."""

    name: str
    description: str
    fonts: list[str]
    shared_scss: str
    inline_scss: str
    inline_css: str


@cache
def looks() -> tuple[Look, ...]:
    """All looks in the order in which they are offered; a new site's pages have the first."""
    return tuple(_read(**declared) for declared in json.loads(_text("looks.json")))


def _read(folder: str, name: str, description: str, fonts: list[str]) -> Look:
    return Look(
        name=name,
        description=description,
        fonts=fonts,
        shared_scss=_text(f"{folder}/settings.scss") + _text("common/tools.scss"),
        inline_scss=_text("common/page.scss") + _text(f"{folder}/more.scss"),
        inline_css=_text(f"{folder}/inline.css"),
    )


def _text(path: str) -> str:
    return (_FOLDER / path).read_text(encoding="utf-8")
