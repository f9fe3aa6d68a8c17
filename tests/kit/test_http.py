import asyncio
import sys
from importlib.abc import MetaPathFinder

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kit.http import CalleeUnavailable, InternalClient
from kit.logs import request_id
from kit.testing import ServiceClient, Start
from tests.kit.service import app
from tests.serving import served


def problem(status: int, code: str) -> JSONResponse:
    body = {
        "code": code,
        "detail": "Theirs.",
        "errors": [{"field": "url", "code": "taken", "detail": "Taken."}],
        "owner": 7,
    }
    return JSONResponse(body, status, {"Retry-After": "7"} if status == 429 else None)


async def callee(request: Request) -> Response:
    match request.path_params["what"]:
        case "echo":
            return JSONResponse({"headers": dict(request.headers), "body": await request.json()})
        case "nothing":
            return Response(status_code=204)
        case "html":
            return Response("<h1>Bad gateway</h1>", 502)
        case "away":
            raise httpx.ConnectError("away")
        case "slow":
            raise httpx.ReadTimeout("slow")
        case status:
            return problem(int(status), "theirs")


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    other = Starlette(routes=[Route("/{what}", callee, methods=["POST", "GET", "PUT", "DELETE"])])
    return await start(app, mounts={"http://content.test": other})


async def call(client: ServiceClient, what: str, **headers: str) -> httpx.Response:
    return await client.post(f"/crm/things/calls/{what}", headers=headers)


class TestCalls:
    async def test_carry_a_token_for_the_callee_and_the_request_id(self, client: ServiceClient) -> None:
        answer = (await call(client, "echo", **{"X-Request-Id": "from-outside"})).json()
        assert answer["body"] == {"n": 1}
        assert answer["headers"]["x-request-id"] == "from-outside"
        assert answer["headers"]["authorization"].startswith("Bearer ey")

    async def test_may_answer_nothing(self, client: ServiceClient) -> None:
        assert (await call(client, "nothing")).json() is None

    @pytest.mark.parametrize("status", [400, 404, 409, 412, 422, 428, 429])
    async def test_pass_on_what_the_caller_did_wrong(self, client: ServiceClient, status: int) -> None:
        answer = await call(client, str(status))
        assert answer.status_code == status
        assert (answer.json()["code"], answer.json()["owner"]) == ("theirs", 7)
        assert answer.json()["errors"][0]["field"] == "url"

    async def test_pass_on_how_long_to_wait(self, client: ServiceClient) -> None:
        assert (await call(client, "429")).headers["retry-after"] == "7"
        assert "retry-after" not in (await call(client, "409")).headers

    @pytest.mark.parametrize("what", ["401", "403", "500", "503", "301", "html", "away", "slow"])
    async def test_keep_everything_else_to_themselves(self, client: ServiceClient, what: str) -> None:
        answer = await call(client, what)
        assert (answer.status_code, answer.json()["code"]) == (503, "service_unavailable")

    async def test_that_only_read_are_sent_anew_when_their_connection_broke(self, start: Start) -> None:
        asked: list[str] = []

        async def breaking(request: Request) -> Response:
            asked.append(request.method)
            if len(asked) == 1:
                raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
            return JSONResponse({"n": len(asked)})

        other = Starlette(routes=[Route("/breaking", breaking, methods=["GET", "POST"])])
        client = await start(app, mounts={"http://content.test": other})
        content = InternalClient(client.kit, "content")
        assert await content.get("/breaking") == {"n": 2}
        asked.clear()
        with pytest.raises(CalleeUnavailable):
            await content.post("/breaking", json={})
        assert asked == ["POST"]

    async def test_without_a_request_carry_no_request_id(self, client: ServiceClient) -> None:
        assert request_id.get() == ""
        answer = await InternalClient(client.kit, "content").put("/echo", json={})
        assert "x-request-id" not in answer["headers"]

    def test_wait_for_ten_seconds_at_most(self, client: ServiceClient) -> None:
        assert client.kit.http.timeout == httpx.Timeout(10)

    async def test_look_for_no_module_that_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each such look goes through every folder of sys.path, since Python remembers none: a third of a call's time."""
        missed: list[str] = []

        class Missing(MetaPathFinder):
            def find_spec(self, name: str, *_: object) -> None:
                missed.append(name)

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for _ in range(2):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")

        async with served(answer) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as caller:
            # The first imports what is loaded late.
            await caller.get("/")
            monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Missing()])
            assert (await caller.get("/")).status_code == 204
        assert missed == []
