"""``GET /metrics`` on a port of its own, which neither the gateway nor visitors reach.

It answers that one address, on connections that it closes; more of HTTP nobody needs who reads metrics. It lives in the
event loop of the service, since what it says is asked of connections that belong to that loop.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from kit.watching.facts import Facts

log = logging.getLogger(__name__)

_REQUEST_SECONDS = 5.0
_LONGEST_HEAD = 16_384


@contextlib.asynccontextmanager
async def serve_metrics(facts: Facts, port: int) -> AsyncIterator[None]:
    """Serve for as long as the block lasts, on ``HOST``. Raises OSError where somebody else has the port."""
    one_at_a_time = asyncio.Lock()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_REQUEST_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
            if head.split(b" ", 2)[:2] != [b"GET", b"/metrics"]:
                writer.write(_answer("404 Not Found", "text/plain; charset=utf-8", b"Metrics are at /metrics.\n"))
            else:
                # Each of them takes the gauges away and sets them anew.
                async with one_at_a_time:
                    await facts.gather()
                    text = generate_latest(facts.metrics.registry)
                writer.write(_answer("200 OK", CONTENT_TYPE_LATEST, text))
            await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            # The client has gone, or sends nothing that could be answered.
            pass
        except Exception:
            log.exception("metrics could not be read")
        finally:
            writer.close()

    host = os.environ.get("HOST") or "127.0.0.1"
    server = await asyncio.start_server(answer, host, port, limit=_LONGEST_HEAD)
    try:
        yield
    finally:
        server.close()
        await server.wait_closed()


def _answer(status: str, kind: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body
