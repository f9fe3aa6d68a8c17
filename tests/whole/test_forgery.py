"""Requests that pretend: from another site, under another host, with scopes that nobody granted."""

from __future__ import annotations

import base64
import hmac
import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kit.keys import ServiceKeys
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
    cookies = httpx.Cookies(owner_cookies)
    with httpx.Client(base_url=stack.base_url, cookies=cookies, headers=headers, timeout=30) as client:
        path = f"/client/pages/{page['page']['id']}"
        writes = [
            client.delete(path),
            client.put(path, json={"title": "Forged", "url": "/forged"}),
            client.post("/client/pages", json={"title": "Forged", "url": "/forged"}),
            put_actions(client, page, [set_text(first_text(page), "<p>Forged</p>")]),
            client.post("/auth/tokens", json={"refresh": True}),
            client.delete("/auth/tokens"),
            client.delete("/client/api/cache"),
            # Only a bearer token stands in for the cookie.
            *(client.delete("/client/api/cache", headers={"Authorization": other}) for other in ("Basic YTpi", "x")),
        ]
        for answer in writes:
            problem(answer, 403, "origin_mismatch")
        # Their data are other pages' too, which other tests make meanwhile.
        assert fields_of(render(client, page["page"]["url"])) == fields_of(page)


def fields_of(render: dict[str, Any]) -> dict[str, Any]:
    return {plugin_id: plugin["fields"] for plugin_id, plugin in render["plugins"].items()}


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


def _signed(header: dict[str, Any], claims: dict[str, Any], key: bytes) -> str:
    """A token by hand: the library would refuse to sign so."""
    parts = [_base64(json.dumps(part).encode()) for part in (header, claims)]
    return ".".join([*parts, _base64(hmac.digest(key, ".".join(parts).encode(), "sha256"))])


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _forged_tokens(stack: Stack, genuine: str) -> Iterator[tuple[str, str]]:
    """(what it is, the token) of forgeries made of a token that is good."""
    jwk = httpx.get(f"{stack.base_url}/auth/.well-known/jwks.json", timeout=30).json()["keys"][0]
    header, claims = jwt.get_unverified_header(genuine), jwt.decode(genuine, options={"verify_signature": False})
    head, payload, signature = genuine.split(".")
    stranger = Ed25519PrivateKey.generate()
    for name, changed in (
        ("one's own key", {}),
        ("wrong issuer", {"iss": "somebody"}),
        ("wrong audience", {"aud": "somewhere"}),
        ("a longer life", {"exp": claims["exp"] + 10**8}),
    ):
        yield name, jwt.encode({**claims, **changed}, stranger, algorithm="EdDSA", headers={"kid": jwk["kid"]})
    yield "unknown key", jwt.encode(claims, stranger, algorithm="EdDSA", headers={"kid": "unknown"})
    yield "no algorithm", f"{_base64(json.dumps({**header, 'alg': 'none'}).encode())}.{payload}."
    public = base64.urlsafe_b64decode(jwk["x"] + "==")
    for form, secret in (("raw", public), ("base64", jwk["x"].encode()), ("JWK", json.dumps(jwk).encode())):
        yield f"the public key as a secret, {form}", _signed({**header, "alg": "HS256"}, claims, secret)
    yield "truncated", genuine[:-4]
    yield "no signature", f"{head}.{payload}."
    yield (
        "another's signature",
        f"{head}.{_base64(json.dumps({**claims, 'scopes': ['super', 'x']}).encode())}.{signature}",
    )
    for service in ("auth", "cms", "content"):
        yield f"between services, for {service}", _between(stack, "cms", service)
    key = _keys(stack, "auth").signing
    for kid in (key.kid, jwk["kid"]):
        yield "what auth calls services with", jwt.encode(claims, key.key, algorithm="EdDSA", headers={"kid": kid})


def _keys(stack: Stack, part: str) -> ServiceKeys:
    return ServiceKeys(Path(stack.facts["keys"]), part)


def _between(stack: Stack, caller: str, callee: str, **changed: Any) -> str:
    """A token between services, with the caller's own key."""
    signing, now = _keys(stack, caller).signing, int(time.time())
    claims = {"iss": caller, "aud": callee, "iat": now, "exp": now + 120, **changed}
    return jwt.encode(claims, signing.key, algorithm="EdDSA", headers={"kid": signing.kid})


@pytest.mark.parametrize("path", ["/auth/users", "/auth/account", "/cms/config", "/client/pages"])
def test_no_service_takes_a_forged_token(stack: Stack, owner_cookies: httpx.Cookies, path: str) -> None:
    genuine = next(cookie.value for cookie in owner_cookies.jar if cookie.name == "pagewright_session")
    assert genuine is not None
    with httpx.Client(base_url=stack.base_url, timeout=30) as program:
        assert program.get(path, headers={"Authorization": f"Bearer {genuine}"}).status_code == 200
        for name, token in _forged_tokens(stack, genuine):
            for headers in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"pagewright_session={token}"}):
                answer = program.get(path, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid"), name


def test_a_forged_token_does_not_show_the_editor(stack: Stack, owner_cookies: httpx.Cookies) -> None:
    genuine = next(cookie.value for cookie in owner_cookies.jar if cookie.name == "pagewright_session")
    assert genuine is not None
    with httpx.Client(base_url=stack.base_url, headers={"Sec-Fetch-Dest": "document"}, timeout=30) as browser:
        assert 'id="app"' in browser.get("/", headers={"Cookie": f"pagewright_session={genuine}"}).text
        for name, token in _forged_tokens(stack, genuine):
            assert 'id="app"' not in browser.get("/", headers={"Cookie": f"pagewright_session={token}"}).text, name


@pytest.mark.parametrize(
    ("service", "method", "path"),
    [
        ("auth", "GET", f"/private/sessions/{uuid.UUID(int=0)}"),
        ("cms", "PUT", "/private/site"),
        ("content", "PUT", "/private/site"),
    ],
)
def test_services_take_internal_tokens_for_themselves_only(stack: Stack, service: str, method: str, path: str) -> None:
    def call(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.request(method, f"{stack.urls[service]}{path}", headers=headers, timeout=30).status_code

    for audience in ("auth", "cms", "content", "crm"):
        # Let in, it is told what it lacks: a body, or a session of that id.
        assert call(_between(stack, "auth", audience)) in ({404, 422} if audience == service else {401})
    assert call(_between(stack, "web", service, iss="auth")) == 401
    assert call(_between(stack, "web", service)) == (404 if service == "auth" else 403)


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
