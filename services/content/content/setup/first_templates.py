"""The templates that a new site begins with: the look of its pages, and two others to choose from."""

import json
from pathlib import Path

from content import templates
from content.templates.models import Template
from kit.db import new_id

_FOLDERS = Path(templates.__file__).parent
_NAMES = ("default", "editorial", "bold")


def first_templates(version: int) -> list[Template]:
    """A template for each folder, that of the first pages first.

    Their CSS was compiled and minified ahead (`npm run looks`): a site may be set up while no web host can do it, and
    its first visitors get what later ones do.
    """
    return [_read(name, version) for name in _NAMES]


def _read(name: str, version: int) -> Template:
    folder = _FOLDERS / name
    return Template(
        id=new_id(),
        name=name.capitalize(),
        fonts=json.loads((folder / "fonts.json").read_bytes()),
        shared_scss=(folder / "shared.scss").read_text(encoding="utf-8"),
        inline_scss=(folder / "inline.scss").read_text(encoding="utf-8"),
        inline_css=(folder / "inline.css").read_text(encoding="utf-8"),
        stored_minified={
            "inlineCSS": (folder / "inline.min.css").read_text(encoding="utf-8"),
            "externalCSS": "",
            "js": "",
        },
        version=version,
        minified_version=version,
    )
