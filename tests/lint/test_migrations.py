"""The migrations of a service are one line: two that were written side by side follow each other once both are merged.

Two with the same parent would be two heads, and the site would not start with the message that Alembic has for that.
"""

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERSIONS = sorted((ROOT / "services").glob("*/migrations/versions"))


def _service(folder: Path) -> str:
    return folder.parts[-3]


def _line(folder: Path) -> dict[str, str | None]:
    """The parent of each migration, by its revision."""
    found: dict[str, str | None] = {}
    for path in sorted(folder.glob("*.py")):
        said = {
            target.id: ast.literal_eval(node.value)
            for node in ast.parse(path.read_text()).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and target.id in {"revision", "down_revision"}
        }
        assert path.stem.split("_")[0] == said["revision"], f"{path.name} is not called by its revision"
        assert said["revision"] not in found, f"{path.name}: another migration has this revision"
        found[said["revision"]] = said["down_revision"]
    return found


def test_all_services_have_migrations() -> None:
    assert [_service(folder) for folder in VERSIONS] == ["auth", "cms", "content", "crm", "ecom"]


@pytest.mark.parametrize("folder", VERSIONS, ids=_service)
def test_no_two_share_a_parent(folder: Path) -> None:
    line = _line(folder)
    children = Counter(line.values())
    assert [parent for parent, count in children.items() if count > 1] == []
    assert [parent for parent in children if parent is not None and parent not in line] == []
    # One begins the line, and one ends it.
    assert children[None] == 1
    assert len(line.keys() - children.keys()) == 1
