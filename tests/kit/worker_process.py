"""Processes of services and of their workers, as they run elsewhere."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvicorn
from starlette.types import ASGIApp

from kit.testing import ServiceClient
from tests.forks import Fork, fork_module
from tests.kit.waiting import eventually

_ROOT = Path(__file__).parents[2]


async def worker_process(client: ServiceClient, package: str, **changed: str) -> Fork:
    """A worker of ``package`` against the engines and with the settings of a client, ready; keywords change these."""
    process = await module_process(client, "kit.worker", package, **changed)
    line = b""
    while b"worker ready" not in line:
        line = await asyncio.wait_for(process.stdout.readline(), 120)
        assert line, "the worker ended before it was ready"
    return process


async def service_process(client: ServiceClient, app: str, port: int, **changed: str) -> Fork:
    """A web process of ``app`` with the settings of a client, answering on a port; keywords change these."""
    command = ["uvicorn", app, "--port", str(port), "--no-access-log", "--log-level", "warning"]
    process = await fork_module(command, _environment(client, changed), [app.partition(":")[0]])
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:

        async def answers() -> bool:
            try:
                return (await web.get(f"{client.kit.settings.prefix}/internal/health")).is_success
            except httpx.HTTPError:
                return False

        await eventually(answers, 120)
    return process


async def module_process(client: ServiceClient, *arguments: str, **changed: str) -> Fork:
    """``python -m`` with these arguments and the settings of a client; keywords change these. See `tests.forks`."""
    service = client.kit.settings.service
    match arguments:
        case "kit.serve", package:
            imports = [f"{package}.app"]
        case "kit.worker", package:
            imports = [f"{package}.worker"]
        case _:
            imports = [f"{service}.app", f"{service}.worker"]
    return await fork_module(arguments, _environment(client, changed), imports)


async def new_process(client: ServiceClient, *arguments: str, **changed: str) -> asyncio.subprocess.Process:
    """The same, of code that may be another than is imported here: it is no fork."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=_ROOT, env=_environment(client, changed), stdout=asyncio.subprocess.PIPE
    )


@asynccontextmanager
async def on_ports(apps: Mapping[str, ASGIApp]) -> AsyncIterator[dict[str, str]]:
    """Apps of this process on ports of their own, for other processes: the settings that name them."""
    # Whoever comes before they have begun waits.
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in apps]
    ports = {name: each.getsockname()[1] for name, each in zip(apps, listening, strict=True)}
    # An app of a test has been started already, and pytest listens for signals itself.
    servers = [uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None)) for app in apps.values()]
    serving = [asyncio.create_task(server._serve([each])) for server, each in zip(servers, listening, strict=True)]
    try:
        yield {f"{name}_url": f"http://127.0.0.1:{port}" for name, port in ports.items()}
    finally:
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*serving)


def _environment(client: ServiceClient, changed: Mapping[str, str]) -> dict[str, str]:
    values = {
        name: getattr(value, "get_secret_value", lambda value=value: value)() for name, value in client.kit.settings
    }
    environment = {
        name.upper(): ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in {**values, **changed}.items()
        if value is not None
    }
    return {**environment, "PATH": os.defpath}


async def end(process: asyncio.subprocess.Process | Fork) -> None:
    """Kill it if it still runs."""
    if process.returncode is None:
        process.kill()
    await process.communicate()
