"""The process of a service."""

import asyncio
import socket
import sys

import uvicorn
from fastapi import FastAPI

from kit.serve import StoppingServer
from kit.testing import ServiceClient
from tests.kit.worker_process import _environment

# Ends by itself: the port is taken.
_SERVE = """
import gc
from kit.serve import main
try:
    main(["crm"])
finally:
    print(gc.get_freeze_count(), len(gc.get_objects()))
"""


async def test_what_a_service_is_made_of_is_not_looked_through_for_garbage(client: ServiceClient) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        environment = _environment(client, {"PORT": str(taken.getsockname()[1])})
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _SERVE, env=environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        told, _ = await asyncio.wait_for(process.communicate(), 150)
    frozen, others = map(int, told.splitlines()[-1].split())
    assert frozen > 10 * others


async def test_a_request_ends_whose_sender_is_gone_without_a_word() -> None:
    """A restoration locks tables for as long as rows may come."""
    config = uvicorn.Config(FastAPI(), host="127.0.0.1", port=0, lifespan="off", log_level="warning")
    config.load()
    server = StoppingServer(config, FastAPI(), 0)
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    try:
        [listening] = server.servers[0].sockets
        assert listening.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 15
    finally:
        await server.shutdown()
