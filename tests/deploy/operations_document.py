"""docs/operations.md, as the tests of what it has operators do read it."""

from deploy.local.settings import ROOT

OPERATIONS = (ROOT / "docs/operations.md").read_text()


def section_of(title: str) -> str:
    """What stands below a heading, up to the next one."""
    found = OPERATIONS.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert found, f"there is no section {title}"
    return found
