"""Bodies that break off or are not encoded as their headers say: the sender's fault, and never answered as the site's."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import httpx
import orjson
import pytest

from tests.stack import Stack
from tests.whole.raw_http import RawAnswer, send

BROKEN = {
    "no-length": b"ZZ\r\n",
    "negative-length": b"-1\r\n{}\r\n0\r\n\r\n",
    "longer-than-it-says": b"2\r\n{} and more\r\n0\r\n\r\n",
    "endless-length": b"1" * 20_000,
    "broken-later": b"2\r\n{}\r\n!\r\n",
    "huge-length": b"ffffffffffffffffffff\r\n{}",
}
ADDRESSES = [
    ("POST", "/auth/tokens"),
    ("POST", "/cms/emails"),
    ("POST", "/cms/files"),
    ("PUT", "/cms/files/{id}/content"),
    ("POST", "/cms/buckets"),
    ("POST", "/client/pages"),
    ("PUT", "/cms/layouts/{id}"),
    ("DELETE", "/client/blocks/{id}"),
    ("POST", "/crm/categories"),
    ("POST", "/ecom/orders"),
    ("POST", "/api/ecom/imports/products"),
    ("POST", "/client/api/scss"),
    ("POST", "/"),
]


def headers_of(stack: Stack, cookies: httpx.Cookies) -> dict[str, str]:
    session = next(cookie.value for cookie in cookies.jar if cookie.name == "pagewright_session")
    return {"Origin": stack.base_url, "Cookie": f"pagewright_session={session}", "Content-Type": "application/json"}


def sent(stack: Stack, method: str, path: str, headers: dict[str, str], body: bytes) -> RawAnswer:
    """The answer to a body that is sent as it stands."""
    target = path.format(id=uuid.uuid4())
    parts: Iterator[bytes] = iter([body])
    return send(stack.base_url, target, method=method, headers=headers, body=parts)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_broken_chunks_are_the_senders_fault(
    stack: Stack, owner_cookies: httpx.Cookies, method: str, path: str
) -> None:
    headers = {**headers_of(stack, owner_cookies), "Transfer-Encoding": "chunked"}
    for name, body in BROKEN.items():
        answer = sent(stack, method, path, headers, body)
        # Where the body is not held back until it is whole, a service may have refused what it had seen.
        assert 400 <= answer.status < 500, (name, answer)
        assert answer.code, name


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_nobody_who_is_not_logged_in_brings_about_a_failure(stack: Stack, method: str, path: str) -> None:
    answer = sent(stack, method, path, {"Transfer-Encoding": "chunked"}, b"ZZ\r\n")
    assert 400 <= answer.status < 500, answer
    assert answer.code


def test_it_is_a_problem_like_all_others(stack: Stack) -> None:
    headers = {"Transfer-Encoding": "chunked", "X-Request-Id": "asked-by-a-program"}
    answer = sent(stack, "POST", "/auth/tokens", headers, b"ZZ\r\n")
    assert answer.status == 400
    assert answer.headers["X-Request-Id"] == "asked-by-a-program"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert orjson.loads(answer.body) == {
        "type": "urn:pagewright:problem:body_broken",
        "title": "Body broken",
        "status": 400,
        "detail": "The body of the request ends too early or is not encoded as its headers say. Send it again.",
        "code": "body_broken",
        "requestId": "asked-by-a-program",
        "errors": [],
        "instance": "/auth/tokens",
    }


def test_an_id_that_is_none_is_replaced(stack: Stack) -> None:
    ids = set()
    for given in ("short", "x" * 65, "with space inside", "<script>alert"):
        answer = sent(stack, "POST", "/auth/tokens", {"Transfer-Encoding": "chunked", "X-Request-Id": given}, b"ZZ\r\n")
        ids.add(orjson.loads(answer.body)["requestId"])
        assert given not in ids
    assert len(ids) == 4


def test_whole_chunks_arrive(stack: Stack) -> None:
    headers = {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    body = b'12\r\n{"emailAddress": 1\r\n1\r\n}\r\n0\r\n\r\n'
    answer = sent(stack, "POST", "/auth/tokens", headers, body)
    assert (answer.status, answer.code) == (422, "validation_failed")
