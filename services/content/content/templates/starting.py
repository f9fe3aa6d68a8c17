"""The templates that come with Pagewright: a folder each beside this file."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson

_FOLDERS = Path(__file__).parent
DEFAULT = "default"
# The files of a folder, all of them optional; plain CSS is SCSS as well.
_FILES = {
    "shared_scss": ("shared.scss",),
    "inline_scss": ("inline.scss", "inline.css"),
    "external_scss": ("external.scss", "external.css"),
    "js": ("script.js",),
}


@cache
def starting_templates() -> tuple[dict[str, Any], ...]:
    """Every folder with a source in it, the default first, the others by name."""
    folders = sorted((folder for folder in _FOLDERS.iterdir() if folder.is_dir()), key=_order)
    read = [_read(folder) for folder in folders]
    return tuple(template for template in read if any(template[field] for field in _FILES))


def _order(folder: Path) -> tuple[bool, str]:
    return folder.name != DEFAULT, folder.name


def _read(folder: Path) -> dict[str, Any]:
    sources = {field: _first(folder, names) for field, names in _FILES.items()}
    fonts = folder / "fonts.json"
    name = folder.name.replace("_", " ").replace("-", " ").capitalize()
    return {"name": name, **sources, "fonts": orjson.loads(fonts.read_bytes()) if fonts.exists() else []}


def _first(folder: Path, names: tuple[str, ...]) -> str:
    present = (folder / name for name in names)
    return next((path.read_text(encoding="utf-8") for path in present if path.exists()), "")
