"""Write each service's OpenAPI document to a folder: ``python web/scripts/openapi.py FOLDER``.

Run by openapi.ts. Importing a service's app needs no database and no settings.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

SERVICES = ("auth", "cms", "content", "crm", "ecom")


def public_part(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what services say to each other: the browser has no way there."""
    paths = {path: item for path, item in document["paths"].items() if not path.startswith("/private/")}
    return {**document, "paths": paths}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for service in SERVICES:
        document = public_part(importlib.import_module(f"{service}.app").app.openapi())
        text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)
        (folder / f"{service}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
