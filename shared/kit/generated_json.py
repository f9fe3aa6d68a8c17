"""JSON that `npm run declarations` writes beside a module, of what the web declares and services judge by."""

import json
from pathlib import Path
from typing import Any


def read_generated(module_file: str, name: str) -> Any:
    """Returns what is in the file ``name`` beside a module, which gives its ``__file__``."""
    return json.loads(Path(module_file).with_name(name).read_text(encoding="utf-8"))
