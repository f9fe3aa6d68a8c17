"""``python -m kit.alive``: whether the web process in this container answers, for its health check.

``PART`` names the service, ``HOST`` and ``PORT`` where it listens. Ends with 0 when it answers within four seconds, else with 1.
"""

import http.client
import importlib
import os
import sys

_SECONDS = 4


def main() -> int:
    """0 when the service answers, 1 when it does not."""
    prefix = importlib.import_module(f"{os.environ['PART']}.config").Settings.prefix
    connection = http.client.HTTPConnection(
        os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or "8000"), timeout=_SECONDS
    )
    try:
        connection.request("GET", f"{prefix}/internal/health")
        return int(connection.getresponse().status != http.client.OK)
    except (OSError, http.client.HTTPException):
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
