"""The list of decisions: all of them, in their order, by the titles that they have.

Merged work had added its numbers at the end, and one title had a colon that no other has.
"""

import re
from pathlib import Path

DECISIONS = Path(__file__).resolve().parents[2] / "docs/decisions"


def test_the_list_has_each_decision_once_in_order_by_its_title() -> None:
    listed = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| (.+) \|$", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    files = sorted(DECISIONS.glob("[0-9]*.md"))
    titles = [path.read_text().partition("\n")[0] for path in files]
    assert files
    assert [f"# {number} {title}" for number, _, title in listed] == titles
    assert [name for _, name, _ in listed] == [path.name for path in files]
