"""Callers that wait for jobs, and of whom a test knows what they were sent so far, or who go away."""

import asyncio

import httpx
from starlette.types import Message, Receive, Scope, Send

from kit.testing import ServiceClient


def hanging_up(client: ServiceClient) -> tuple[httpx.ASGITransport, asyncio.Event]:
    """A way to the same app for a caller who hangs up when the event is set."""
    hung_up = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        is_read = False

        async def receive_until_hung_up() -> Message:
            nonlocal is_read
            if not is_read:
                is_read = True
                return await receive()
            await hung_up.wait()
            return {"type": "http.disconnect"}

        await client.app(scope, receive_until_hung_up, send)

    return httpx.ASGITransport(app, raise_app_exceptions=False), hung_up


def watching(client: ServiceClient, begun: asyncio.Event) -> httpx.AsyncClient:
    """A client of the same app which tells of the first part of an answer's body: answers come as a whole."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        async def tell(message: Message) -> None:
            if message.get("body"):
                begun.set()
            await send(message)

        await client.app(scope, receive, tell)

    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=client.base_url)
