from typing import Annotated, Any

import pytest
from fastapi import APIRouter, FastAPI, Response

from kit.app import create_service
from kit.auth import Caller, Internal, LoggedIn, Public
from kit.errors import Conflict
from kit.route import UnguardedRoute
from kit.shortcuts import is_plain
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.service import Settings

PATH = "/crm/hot"
router = APIRouter(prefix=PATH)


@router.get("")
async def hot(caller: Annotated[Caller, Public]) -> str:
    """What every other request gets."""
    return "by the route"


@router.post("")
async def warm(caller: Annotated[Caller, Public]) -> str:
    """No reading."""
    return "by the route"


@router.get("/people")
async def people(caller: Annotated[Caller, LoggedIn]) -> str:
    """Not open to all."""
    return ""


@router.get("/services")
async def services(service: Annotated[str, Internal("auth")]) -> str:
    """Not open at all."""
    return ""


async def shortcut(app: FastAPI, query: bytes) -> Response | None:
    match query:
        case b"taken":
            raise Conflict("Somebody has it.")
        case b"broken":
            raise RuntimeError("secret")
        case b"other":
            return None
    return Response("by the shortcut")


app = create_service(Settings, routers=[router], shortcuts_by_path={PATH: shortcut})


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


class TestAnswers:
    async def test_come_by_the_shortcut_with_what_all_answers_have(self, client: ServiceClient) -> None:
        answer = await client.get(PATH, headers={"X-Request-Id": "asked-for-this"})
        assert answer.text == "by the shortcut"
        assert answer.headers["x-request-id"] == "asked-for-this"
        assert answer.headers["cache-control"] == "no-store"

    async def test_come_by_the_route_where_the_shortcut_has_none(self, client: ServiceClient) -> None:
        assert (await client.get(f"{PATH}?other")).json() == "by the route"

    async def test_come_by_the_route_for_another_method(self, client: ServiceClient) -> None:
        assert (await client.post(PATH)).json() == "by the route"

    async def test_come_by_the_route_for_somebody_who_is_logged_in(self, client: ServiceClient, tokens: Tokens) -> None:
        bearer = tokens.bearer("crm:write")
        session = {"Cookie": f"pagewright_session={bearer['Authorization'][7:]}"}
        assert (await client.get(PATH, headers=bearer)).json() == "by the route"
        assert (await client.get(PATH, headers=session)).json() == "by the route"

    async def test_a_page_of_another_site_is_refused_as_ever(self, client: ServiceClient) -> None:
        answer = await client.get(PATH, headers={"Origin": "https://elsewhere.example", "Cookie": "a=b"})
        assert answer.text != "by the shortcut"

    async def test_failures_become_problems(self, client: ServiceClient) -> None:
        answer = await client.get(f"{PATH}?taken")
        assert (answer.status_code, answer.json()["detail"]) == (409, "Somebody has it.")
        assert (answer.json()["instance"], answer.json()["requestId"]) == (PATH, answer.headers["x-request-id"])

    async def test_unforeseen_failures_tell_nothing(self, client: ServiceClient) -> None:
        answer = await client.get(f"{PATH}?broken")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
        assert "secret" not in answer.text


class TestPlainRequests:
    @pytest.mark.parametrize(
        "name", [b"host", b"x-request-id", b"traceparent", b"tracestate", b"accept", b"connection"]
    )
    def test_say_nothing_of_who_asks(self, name: bytes) -> None:
        assert is_plain(_request(name))

    @pytest.mark.parametrize(
        "name", [b"authorization", b"cookie", b"origin", b"view-as", b"content-length", b"x-forwarded-for", b"x-new"]
    )
    def test_whatever_else_is_said_is_the_routes(self, name: bytes) -> None:
        assert not is_plain(_request(b"host", name))

    def test_only_read(self) -> None:
        assert not is_plain({**_request(b"host"), "method": "HEAD"})


@pytest.mark.parametrize("path", [f"{PATH}/people", f"{PATH}/services", f"{PATH}/nothing"])
def test_a_shortcut_stands_beside_a_route_that_is_open_to_all(path: str) -> None:
    with pytest.raises(UnguardedRoute, match="open to all"):
        create_service(Settings, routers=[router], shortcuts_by_path={path: shortcut})


def _request(*names: bytes) -> dict[str, Any]:
    return {"method": "GET", "headers": [(name, b"x") for name in names]}
