"""Requests that are under way until a test lets them go on."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from tests.replicas.site import ReplicatedSite
from tests.whole.page_calls import new_id

_WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"


@asynccontextmanager
async def site_locked(site: ReplicatedSite) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """No save goes through while the block runs; gives what returns once one waits."""
    connection = await asyncpg.connect(site.database_url("content"))

    async def waiting() -> None:
        async with asyncio.timeout(60):
            while not await connection.fetchval(_WAITING):
                await asyncio.sleep(0.02)

    try:
        async with connection.transaction():
            await connection.execute("SELECT version FROM site FOR UPDATE")
            yield waiting
    finally:
        await connection.close()


class Upload:
    """A file of eight bytes, the second half of which is sent once ``rest`` is set; ``begun`` is when the first is."""

    def __init__(self, name: str) -> None:
        self.headers = {"Idempotency-Key": new_id()}
        self.begun = asyncio.Event()
        self.rest = asyncio.Event()
        self._name = name

    async def send(self, address: str, headers: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
        """Send it to one process of cms; the status and the JSON of its answer, which may come before the end."""
        host, port = urlsplit(address).netloc.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        disposition = f'Content-Disposition: form-data; name="file"; filename="{self._name}"'
        halves = f"--edge\r\n{disposition}\r\nContent-Type: text/plain\r\n\r\n1234", "5678\r\n--edge--\r\n"
        told = {
            **headers,
            **self.headers,
            "Host": host,
            "Content-Type": "multipart/form-data; boundary=edge",
            "Content-Length": str(len("".join(halves))),
            "Connection": "close",
            "Expect": "100-continue",
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"POST /cms/files HTTP/1.1\r\n{lines}\r\n".encode())
        # Said once the service begins to read.
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(halves[0].encode())
        self.begun.set()
        answering = asyncio.create_task(reader.read())
        going_on = asyncio.create_task(self.rest.wait())
        await asyncio.wait([answering, going_on], return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            writer.write(halves[1].encode())
        going_on.cancel()
        answer = await answering
        writer.close()
        return int(answer.split()[1]), json.loads(answer.partition(b"\r\n\r\n")[2])
