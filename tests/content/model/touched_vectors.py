"""What each action of the shared cases needs: `python -m tests.content.model.touched_vectors` writes it for the editor."""

import json
import re

from content.model.actions import actions_adapter
from content.model.workspace import Workspace
from tests.content.model.factory import VECTORS, case, uid

FILE = VECTORS.parent / "touched.json"


def computed() -> dict[str, list[list[str]]]:
    """For each case the resources that its actions need, each on the page as it was before all of them."""
    return {path.stem: _needs(path.stem) for path in sorted(VECTORS.glob("*.json"))}


def _needs(name: str) -> list[list[str]]:
    given = case(name)
    text = (VECTORS / f"{name}.json").read_text(encoding="utf-8")
    names = {uid(short): f"#{short}" for short in re.findall(r'"#([a-z0-9-]+)"', text)}
    pattern = re.compile("|".join(map(re.escape, names)))
    actions = actions_adapter.validate_python(given["actions"])
    touched = [action.touch(Workspace(given["state"])).needs for action in actions]
    return [sorted(pattern.sub(lambda match: names[match[0]], resource) for resource in needs) for needs in touched]


if __name__ == "__main__":
    FILE.write_text(json.dumps(computed(), indent=2) + "\n", encoding="utf-8")
