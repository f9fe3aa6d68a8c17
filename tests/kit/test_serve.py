"""The process of a service."""

import asyncio
import socket
import sys

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
