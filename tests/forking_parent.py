"""``python -m tests.forking_parent <socket>``: forks for `tests.forks`, with the libraries and what they asked for imported."""

import importlib
import json
import socket
import sys
from typing import NoReturn

from deploy.local import forking
from tests.forking import serve


def main() -> None:
    """Fork until nobody is there who asks for it."""
    forking.preload()
    serve(socket.socket(fileno=int(sys.argv[1])), _become, _prepare)


def _prepare(message: bytes) -> None:
    for module in json.loads(message)["imports"]:
        importlib.import_module(module)


def _become(message: bytes) -> NoReturn:
    asked = json.loads(message)
    forking.run_module([sys.executable, "-m", *asked["command"]], asked["environment"])


if __name__ == "__main__":
    main()
