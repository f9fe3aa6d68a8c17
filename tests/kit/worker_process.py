"""Worker processes, as `python -m kit.worker` runs them."""

import asyncio
import os
import sys
from pathlib import Path

from kit.testing import ServiceClient

_ROOT = Path(__file__).parents[2]


async def worker_process(client: ServiceClient, package: str) -> asyncio.subprocess.Process:
    """A worker of ``package`` against the engines and with the settings of a client, ready."""
    values = {
        name: getattr(value, "get_secret_value", lambda value=value: value)() for name, value in client.kit.settings
    }
    environment = {name.upper(): str(value) for name, value in values.items() if value is not None}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kit.worker", package,
        cwd=_ROOT, env={**environment, "PATH": os.defpath}, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    line = b""
    while b"worker ready" not in line:
        line = await asyncio.wait_for(process.stdout.readline(), 60)
        assert line, "the worker ended before it was ready"
    return process


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill it if it still runs."""
    if process.returncode is None:
        process.kill()
    await process.communicate()
