"""What every answer of a service carries, whatever becomes of its request."""

import re

import pytest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from kit.edge import Edge, timing
from kit.testing import ServiceClient


class TestTiming:
    @pytest.mark.parametrize(
        ("milliseconds", "said"),
        [
            (0, 1),
            (0.2, 1),
            (1, 1),
            (1.01, 2),
            (2, 2),
            (2.5, 4),
            (5, 8),
            (33, 64),
            (64, 64),
            (64.1, 128),
            (10**12, 2**31),
        ],
    )
    def test_it_is_told_in_steps(self, milliseconds: float, said: int) -> None:
        assert timing(milliseconds / 1000) == (b"server-timing", b"total;dur=%d" % said)

    @pytest.mark.parametrize(
        ("path", "status"),
        [("/crm/internal/status", 200), ("/nowhere", 404), ("/crm/%00", 404), ("/crm/internal/status?a=%00", 422)],
    )
    async def test_every_answer_tells_it(self, client: ServiceClient, path: str, status: int) -> None:
        answer = await client.get(path)
        assert answer.status_code == status
        said = re.fullmatch(r"total;dur=([0-9]+)", answer.headers["server-timing"])
        assert said is not None
        assert int(said[1]).bit_count() == 1

    async def test_it_ends_with_the_first_byte(self) -> None:
        """An event stream goes on for hours."""
        sent: list[Message] = []

        async def stream(scope: Scope, receive: Receive, send: Send) -> None:
            await Response("one")(scope, receive, send)

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        scope = {"type": "http", "path": "/", "query_string": b"", "headers": [], "method": "GET"}
        await Edge(stream)(scope, receive, send)
        assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
        assert [name for name, _ in sent[0]["headers"]].count(b"server-timing") == 1
