"""Requests that pretend: from another site, under another host, with scopes that nobody granted."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.stack import Stack
from tests.whole.accounts import logged_in
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text
from tests.whole.raw_http import send
from tests.whole.refusals import problem


@pytest.fixture
def page(owner_client: httpx.Client) -> dict[str, Any]:
    """The render of a new page."""
    return render(owner_client, create_page(owner_client, "Forgery")["url"])


@pytest.mark.parametrize(
    "origin", [None, "null", "https://evil.example", "http://localhost", "http://localhost.evil.example"]
)
def test_a_cookie_from_another_origin_writes_nothing(
    stack: Stack, owner_cookies: httpx.Cookies, page: dict[str, Any], origin: str | None
) -> None:
    headers = {"Origin": origin} if origin else {}
    with httpx.Client(base_url=stack.base_url, cookies=httpx.Cookies(owner_cookies), headers=headers) as client:
        path = f"/client/pages/{page['page']['id']}"
        writes = [
            client.delete(path),
            client.put(path, json={"title": "Forged", "url": "/forged"}),
            client.post("/client/pages", json={"title": "Forged", "url": "/forged"}),
            put_actions(client, page, [set_text(first_text(page), "<p>Forged</p>")]),
            client.post("/auth/tokens", json={"refresh": True}),
            client.delete("/auth/tokens"),
            client.delete("/client/api/cache"),
        ]
        for answer in writes:
            problem(answer, 403, "origin_mismatch")
        assert render(client, page["page"]["url"])["plugins"] == page["plugins"]


def test_the_host_that_a_client_claims_is_never_repeated(
    stack: Stack, owner_cookies: httpx.Cookies, page: dict[str, Any]
) -> None:
    session = next(cookie.value for cookie in owner_cookies.jar if cookie.name == "pagewright_session")
    forged = {
        "Host": "evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Port": "666",
        "X-Forwarded-Prefix": "/evil.example",
        "X-Original-URL": "/evil.example",
        "X-Rewrite-URL": "/evil.example",
        "Forwarded": "host=evil.example",
    }
    url = page["page"]["url"]
    for target in (
        url,
        f"{url}/",
        "/cms-setup",
        "/sitemap.xml",
        "/robots.txt",
        "/missing",
        f"/client/page-render?url={url}",
    ):
        for headers in (forged, {**forged, "Cookie": f"pagewright_session={session}"}):
            answer = send(stack.base_url, target, headers=headers)
            assert answer.status in {200, 301, 302, 404}
            assert b"evil.example" not in answer.body
            assert "evil.example" not in str(answer.headers)
            assert not answer.headers.get("Location", "/").startswith("//")


def test_scopes_in_a_body_grant_nothing(stack: Stack, visitor_client: httpx.Client) -> None:
    answer = visitor_client.post(
        "/auth/tokens", json={"email": "a@example.org", "password": "x", "scopes": ["super"], "super": True}
    )
    assert {fault["field"] for fault in problem(answer, 422, "validation_failed")["errors"]} == {"scopes", "super"}
    with logged_in(stack, "editor") as editor:
        template = {"name": "Mine", "js": "alert(1)"}
        problem(editor.post("/client/templates", json=template), 403, "scope_missing")
        problem(editor.get("/auth/users"), 403, "scope_missing")
    with logged_in(stack, "admin") as admin:
        problem(admin.post("/client/templates", json=template), 403, "template_script_needs_super")
