"""Rules of languages that no general linter knows. Each says which fault it keeps out."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
SOURCES = sorted(
    path
    for folder in ("app", "server")
    for path in (WEB / folder).rglob("*.ts*")
    if "generated" not in path.parts and ".test." not in path.name
)
STYLES = sorted([*(WEB / "app" / "plugins").rglob("*.css"), *(WEB / "app" / "page-view").rglob("*.css")])
PHYSICAL = re.compile(r"(?<![\w-])(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right|float)\s*:)")


def test_dates_and_numbers_are_written_by_one_module() -> None:
    """A module that calls Intl directly forgets the reader's language or time zone. Messages count in their own language."""
    own = {WEB / "app" / "words" / name for name in ("format.ts", "messages.ts", "say-count.ts")}
    direct = re.compile(r"\bIntl\.(?!\w+Options\b|\w+Unit\b)|\.toLocale(?:Date|Time)?String\(")
    assert [path for path in SOURCES if path not in own and direct.search(path.read_text())] == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(WEB / "app")))
def test_styles_of_pages_work_in_both_directions(path: Path) -> None:
    """A margin on the left is on the wrong side of a page in Arabic; margin-inline-start never is."""
    lines = path.read_text().splitlines()
    assert [line for line in lines if PHYSICAL.search(line)] == []
