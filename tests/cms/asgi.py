"""A request whose sender goes away before all of it is sent, as the server tells a service."""

from collections.abc import Mapping, Sequence
from typing import Any

from kit.testing import ServiceClient


async def cut_off(
    client: ServiceClient, method: str, path: str, headers: Mapping[str, str], chunks: Sequence[bytes]
) -> int | None:
    """The status of the answer that nobody waits for any more; None without one."""
    waiting: list[dict[str, Any]] = [
        *({"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks),
        {"type": "http.disconnect"},
    ]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("cms.test", 80),
    }
    await client.app(scope, receive, send)
    return next((message["status"] for message in sent if message["type"] == "http.response.start"), None)
