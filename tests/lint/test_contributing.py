"""The paths that CONTRIBUTING.md names.

It told people to put a router into a service's `app.py` when four of five had theirs in `routers.py`, and to write words
into a file that was gone.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from kit.testing.databases import SERVICES

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "CONTRIBUTING.md").read_text().splitlines()
FOLDERS = ("docs", "gateway", "services", "shared", "tests", "web/app", "web/openapi", "web/scripts", "web/server")
PATH = re.compile(r"[\w.…<>*{},-]*/[\w.…<>*{},/-]+")


@cache
def tree() -> str:
    """Each file and folder, on a line of its own."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    return "\n".join(["", *(str(path.relative_to(ROOT)) for path in paths), ""])


def named() -> set[str]:
    """The paths in back-quotes. `…/` is the folder of the row above; what every service has is named once for each."""
    found: set[str] = set()
    folder = ""
    for line in LINES:
        is_row = line.startswith("| `")
        for index, quoted in enumerate(re.findall(r"`([^` ]+)`", line)):
            if not PATH.fullmatch(quoted) or quoted.startswith(("/", "<", "application/")):
                continue
            path = quoted.replace("…", folder) if quoted.startswith("…/") else quoted
            if is_row and index == 0:
                folder = path.rpartition("/")[0]
            path = path.removesuffix("…").rstrip("/")
            is_everywhere = set(re.findall(r"<\w+>", path)) == {"<service>"}
            found.update(path.replace("<service>", name) for name in (SERVICES if is_everywhere else ["<service>"]))
    return found


def pattern_of(path: str) -> re.Pattern[str]:
    """The end of a file's or a folder's path, for a path with `<name>`, `*` and `{a,b}` in it."""
    pattern = re.sub(r"<\w+>|\\\*", r"[^/\n]+", re.escape(path))
    pattern = re.sub(r"\\\{(.+?)\\\}", lambda each: f"(?:{each[1].replace(',', '|')})", pattern)
    return re.compile(rf"[/\n]{pattern}\n")


@pytest.mark.parametrize("path", sorted(named()))
def test_each_path_is_there(path: str) -> None:
    """Somebody new goes by them, and finds out after an hour that there is no such file."""
    assert (ROOT / path).exists() or pattern_of(path).search(tree()), (
        f"CONTRIBUTING.md names {path}, which is not there"
    )


def test_the_paths_of_its_tables_are_among_them() -> None:
    firsts = [line for line in LINES if line.startswith("| `")]
    assert len(named()) > len(firsts) > 60
