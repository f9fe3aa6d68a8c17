import re

import asyncpg
import pytest

from kit.errors import DomainError, NotFound
from kit.problems import FAILURES, unexpected
from kit.testing import ServiceClient

THINGS = "/crm/things"
JSON = {"Content-Type": "application/json"}


class TestDomainErrors:
    async def test_become_problems(self, client: ServiceClient) -> None:
        answer = await client.get(f"{THINGS}/taken")
        assert answer.status_code == 409
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["retry-after"] == "3"
        assert answer.json() == {
            "type": "urn:pagewright:problem:thing_taken",
            "title": "Thing taken",
            "status": 409,
            "detail": "Somebody has it.",
            "code": "thing_taken",
            "instance": "/crm/things/taken",
            "requestId": answer.headers["x-request-id"],
            "errors": [{"field": "parts.0.nodeId", "code": "taken", "detail": "Taken."}],
            "changedBy": {"name": "Ada"},
        }

    def test_keep_the_status_of_their_class(self) -> None:
        class PageNotFound(NotFound):
            code = "page_not_found"

        problem = PageNotFound().problem(request_id="r")
        assert (problem["status"], problem["title"], problem["detail"]) == (404, "Page not found", "Page not found.")

    def test_cannot_be_disguised_by_an_extension(self) -> None:
        assert DomainError(code="fine", requestId="x").problem(request_id="r")["requestId"] == "r"


class TestUnforeseenFailures:
    async def test_tell_nothing_but_the_request_id(self, client: ServiceClient) -> None:
        answer = await client.get(f"{THINGS}/broken")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
        assert answer.json()["requestId"] == answer.headers["x-request-id"]
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text

    @pytest.mark.parametrize(
        "error",
        [
            asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
            asyncpg.InterfaceError("connection is closed"),
            asyncpg.InternalClientError("got result for unknown protocol state 3"),
        ],
    )
    def test_of_a_connection_that_broke_are_the_databases(self, error: Exception) -> None:
        assert isinstance(error, FAILURES)
        assert (unexpected(error).status, unexpected(error).code) == (503, "database_unavailable")


class TestAddresses:
    async def test_no_route(self, client: ServiceClient) -> None:
        answer = await client.get("/crm/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "route_not_found")

    async def test_no_such_method(self, client: ServiceClient) -> None:
        answer = await client.delete(f"{THINGS}/whoami")
        assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
        assert answer.headers["allow"] == "GET"

    async def test_a_slash_too_many(self, client: ServiceClient) -> None:
        assert (await client.get(f"{THINGS}/whoami/")).json()["code"] == "route_not_found"

    async def test_nul_in_the_path(self, client: ServiceClient) -> None:
        assert (await client.get("/crm/a%00b")).json()["code"] == "route_not_found"

    async def test_nul_in_the_query(self, client: ServiceClient) -> None:
        answer = await client.get(f"{THINGS}/whoami?a=1&b=%00&c=2")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "b")

    @pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/redoc"])
    async def test_no_documentation_is_served(self, client: ServiceClient, path: str) -> None:
        assert (await client.get(path)).status_code == 404


class TestRequestIds:
    async def test_one_is_made(self, client: ServiceClient) -> None:
        answer = await client.get("/crm/internal/health")
        assert re.fullmatch("[0-9a-f]{32}", answer.headers["x-request-id"])

    async def test_a_well_formed_one_is_kept(self, client: ServiceClient) -> None:
        answer = await client.get("/crm/nothing", headers={"X-Request-Id": "abc-123_DEF"})
        assert answer.headers["x-request-id"] == answer.json()["requestId"] == "abc-123_DEF"

    @pytest.mark.parametrize("given", ["short", "x" * 65, "with space inside", 'quote"quote', "<script>alert"])
    async def test_any_other_is_replaced(self, client: ServiceClient, given: str) -> None:
        answer = await client.get("/crm/internal/health", headers={"X-Request-Id": given})
        assert answer.headers["x-request-id"] != given


class TestCaching:
    @pytest.mark.parametrize(
        "path", ["/crm/internal/health", "/crm/whoami", "/crm/nothing", "/crm/things/broken", "/%00"]
    )
    async def test_no_answer_is_kept_by_anyone(self, client: ServiceClient, path: str) -> None:
        assert (await client.get(path)).headers["Cache-Control"] == "no-store"


class TestValidation:
    async def test_takes_no_names_but_those_of_the_wire(self, client: ServiceClient) -> None:
        answer = await client.post(THINGS, json={"display_name": "x"})
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
        assert {error["code"] for error in answer.json()["errors"]} == {"required", "unknown_field"}

    async def test_names_every_field_as_it_was_sent(self, client: ServiceClient) -> None:
        body = {"displayName": "", "parts": [{"nodeId": 1}, {"nodeId": 0}, {}], "super": True}
        answer = await client.post(THINGS, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
        assert {(error["field"], error["code"]) for error in answer.json()["errors"]} == {
            ("displayName", "string_too_short"),
            ("parts.1.nodeId", "greater_than_equal"),
            ("parts.2.nodeId", "required"),
            ("super", "unknown_field"),
        }

    async def test_names_query_parameters(self, client: ServiceClient) -> None:
        answer = await client.get(f"{THINGS}/columns?number=x")
        assert answer.json()["errors"][0]["field"] == "number"

    async def test_tells_at_most_a_hundred_faults(self, client: ServiceClient) -> None:
        answer = await client.post(THINGS, json={"displayName": "x", "parts": [{}] * 2000})
        assert len(answer.json()["errors"]) == 100

    @pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"text"', b"1"])
    async def test_wants_an_object(self, client: ServiceClient, body: bytes) -> None:
        answer = await client.post(THINGS, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")


class TestJson:
    @pytest.mark.parametrize(
        "body",
        [
            b"{",
            b'{"displayName": "x"} garbage',
            b'{"displayName": "x", "weight": NaN}',
            b'{"displayName": "x", "weight": Infinity}',
            b'{"displayName": "x", "weight": -1e400}',
            b'{"displayName": "\\ud800"}',
            b'{"displayName": "\xed\xa0\x80"}',
            b'{"displayName": "\xff"}',
            b'{"displayName": "a\\u0000b"}',
            b'{"a\\u0000b": 1}',
            b'\xef\xbb\xbf{"displayName": "x"}',
            b"[" * 60_000,
            b"[" * 900 + b"]" * 900,
            b'{"a":' * 150 + b"1" + b"}" * 150,
        ],
        ids=lambda body: body[:30].decode("latin-1"),
    )
    async def test_bad_json_is_422(self, client: ServiceClient, body: bytes) -> None:
        answer = await client.post(THINGS, content=body, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_json")

    async def test_text_that_only_looks_like_a_nul_is_let_in(self, client: ServiceClient) -> None:
        answer = await client.post(THINGS, content=b'{"displayName": "\\\\u0000"}', headers=JSON)
        assert answer.json()["displayName"] == "\\u0000"

    async def test_many_brackets_side_by_side_are_let_in(self, client: ServiceClient) -> None:
        answer = await client.post(THINGS, json={"displayName": "x", "parts": [{"nodeId": 1}] * 500})
        assert answer.status_code == 201

    @pytest.mark.parametrize(
        "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
    )
    async def test_other_media_types_are_415(self, client: ServiceClient, media_type: str) -> None:
        headers = {"Content-Type": media_type} if media_type else {}
        answer = await client.post(THINGS, content=b'{"displayName": "x"}', headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")

    async def test_json_by_another_name_is_let_in(self, client: ServiceClient) -> None:
        headers = {"Content-Type": "application/merge-patch+json; charset=utf-8"}
        assert (await client.post(THINGS, content=b'{"displayName": "x"}', headers=headers)).status_code == 201


class TestSizes:
    async def test_a_declared_length_is_refused_unread(self, client: ServiceClient) -> None:
        answer = await client.post(THINGS, content=b"x" * (64 * 1024 + 1), headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")

    async def test_an_undeclared_length_is_counted(self, client: ServiceClient) -> None:
        sent = 0

        async def endless():
            nonlocal sent
            while True:
                sent += 1
                yield b"x" * 8 * 1024

        answer = await client.post(THINGS, content=endless(), headers=JSON)
        assert answer.status_code == 413
        assert sent < 11

    async def test_a_body_of_the_common_size_is_read(self, client: ServiceClient) -> None:
        body = b'{"displayName": "x"' + b" " * (64 * 1024 - 20) + b"}"
        assert (await client.post(THINGS, content=body, headers=JSON)).status_code == 201

    async def test_a_route_may_take_less(self, client: ServiceClient) -> None:
        assert (await client.put(f"{THINGS}/small", content=b"x" * 100)).json() == 100
        assert (await client.put(f"{THINGS}/small", content=b"x" * 101)).status_code == 413

    async def test_a_route_that_streams_is_counted_too(self, client: ServiceClient) -> None:
        async def chunks():
            for _ in range(11):
                yield b"x" * 10

        assert (await client.put(f"{THINGS}/small", content=chunks())).status_code == 413
