import time
from typing import Annotated, Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from fastapi import APIRouter, Depends

from kit.app import create_service
from kit.auth import Caller, Internal, Principal, Public, requires, table_of_guards
from kit.keys import encode
from kit.route import UnguardedRoute
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.calls import GOOD, THINGS, bearer, code_of
from tests.kit.service import Settings, app


class TestScopes:
    @pytest.mark.parametrize(
        ("scopes", "path", "status"),
        [
            ([], "admins-only", 403),
            (["editor"], "admins-only", 403),
            (["administrator"], "admins-only", 403),
            (["admin"], "admins-only", 200),
            (["super"], "admins-only", 200),
            (["admin"], "supers-only", 403),
            (["super"], "supers-only", 200),
            ([], "anybody-logged-in", 200),
        ],
    )
    async def test_decide(
        self, client: ServiceClient, tokens: Tokens, scopes: list[str], path: str, status: int
    ) -> None:
        answer = await client.get(f"{THINGS}/{path}", headers=tokens.bearer(*scopes))
        assert answer.status_code == status
        if status == 403:
            assert answer.json()["code"] == "scope_missing"

    async def test_nobody_is_401(self, client: ServiceClient) -> None:
        answer = await client.get(f"{THINGS}/anybody-logged-in")
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")

    def test_have_to_be_named(self) -> None:
        with pytest.raises(ValueError, match="name a scope"):
            requires(*[])

    def test_deny_when_there_are_none_to_pass(self) -> None:
        person = Principal("u", "p", "s", frozenset({"super"}), "UTC")
        assert not person.has()

    def test_prefixes(self) -> None:
        person = Principal("u", "p", "s", frozenset({"crm:read"}), "UTC")
        assert (person.has_prefix("crm:"), person.has_prefix("ecom:")) == (True, False)
        assert Principal("u", "p", "s", frozenset({"admin"}), "UTC").has_prefix("ecom:")


class TestCallerBeforeBody:
    @pytest.mark.parametrize("body", [b"{", b"\xff", b"[" * 100_000, b"x" * 11_000_000])
    async def test_nobody_with_a_bad_body_is_401(self, client: ServiceClient, body: bytes) -> None:
        answer = await client.put(f"{THINGS}/guarded", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 401

    async def test_somebody_without_the_scope_is_403(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put(f"{THINGS}/guarded", content=b"{", headers=tokens.bearer("crm:read"))
        assert answer.status_code == 403

    async def test_the_body_is_not_even_read(self, client: ServiceClient) -> None:
        async def body():
            yield b"{"
            raise AssertionError("more of the body was read")

        assert (await client.put(f"{THINGS}/guarded", content=body())).status_code == 401


class TestOrigins:
    @pytest.mark.parametrize("origin", ["http://localhost:8080", "http://127.0.0.1:8080"])
    async def test_the_site_itself(self, client: ServiceClient, tokens: Tokens, origin: str) -> None:
        assert (await code_of(client, tokens.cookie("crm:write", origin=origin)))[0] == 200

    @pytest.mark.parametrize(
        "origin",
        [
            None,
            "null",
            "",
            "http://evil.example",
            "http://localhost",
            "http://localhost:8081",
            "https://localhost:8080",
            "http://localhost:8080.evil.example",
            "http://evil.example/http://localhost:8080",
        ],
    )
    async def test_any_other(self, client: ServiceClient, tokens: Tokens, origin: str | None) -> None:
        assert await code_of(client, tokens.cookie("crm:write", origin=origin)) == (403, "origin_mismatch")

    async def test_browsers_leave_the_schemes_own_port_out(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, public_url="https://site.example:443")
        assert (await code_of(client, tokens.cookie("crm:write", origin="https://site.example")))[0] == 200

    async def test_a_public_name_has_no_twin(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, public_url="https://site.example/")
        assert (await code_of(client, tokens.cookie("crm:write", origin="https://site.example")))[0] == 200
        assert (await code_of(client, tokens.cookie("crm:write", origin="http://localhost:8080")))[0] == 403

    async def test_a_program_needs_none(self, client: ServiceClient, tokens: Tokens) -> None:
        assert (await code_of(client, tokens.bearer("crm:write")))[0] == 200

    async def test_reading_needs_none(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get(f"{THINGS}/admins-only", headers=tokens.cookie("admin", origin=None))
        assert answer.status_code == 200

    async def test_a_foreign_page_cannot_use_a_public_route_either(self, client: ServiceClient, tokens: Tokens) -> None:
        foreign = {"Origin": "http://evil.example"}
        assert (await client.post(THINGS, json=GOOD, headers=foreign)).status_code == 403
        assert (await client.post(THINGS, json=GOOD, headers={**tokens.cookie(), **foreign})).status_code == 403
        assert (await client.post(THINGS, json=GOOD)).status_code == 201


class TestInternal:
    async def test_gives_the_name_of_the_caller(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put(f"{THINGS}/internal", headers=tokens.internal("auth", to="crm"))
        assert (answer.status_code, answer.json()) == (200, "auth")

    @pytest.mark.parametrize(
        "changed",
        [
            {"aud": "cms"},
            {"iss": "pagewright"},
            {"iss": "content"},
        ],
        ids="-".join,
    )
    async def test_wrong_claims(self, client: ServiceClient, tokens: Tokens, changed: dict[str, Any]) -> None:
        answer = await client.put(f"{THINGS}/internal", headers=tokens.internal("auth", to="crm", **changed))
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    @pytest.mark.parametrize(("issued", "expires"), [(0, -10), (0, 3600), (600, 700)])
    async def test_wrong_times(self, client: ServiceClient, tokens: Tokens, issued: int, expires: int) -> None:
        # From now, and not from when this was read: by its turn, a token of the future may be good.
        now = int(time.time())
        headers = tokens.internal("auth", to="crm", iat=now + issued, exp=now + expires)
        answer = await client.put(f"{THINGS}/internal", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    async def test_people_do_not_pass(self, client: ServiceClient, tokens: Tokens) -> None:
        for headers in (tokens.bearer("super"), tokens.cookie("super"), {}):
            assert (await client.put(f"{THINGS}/internal", headers=headers)).status_code == 401

    async def test_no_algorithm(self, client: ServiceClient, tokens: Tokens) -> None:
        now = int(time.time())
        claims = {"iss": "auth", "aud": "crm", "iat": now, "exp": now + 60}
        signing = tokens.keys_of("auth").signing
        public = encode(signing.key.public_key().public_bytes_raw())
        for forged in (
            jwt.encode(claims, "", algorithm="none", headers={"kid": signing.kid}),
            jwt.encode(claims, public, algorithm="HS256", headers={"kid": signing.kid}),
            jwt.encode(claims, signing.key, algorithm="EdDSA"),
            jwt.encode(claims, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": signing.kid}),
        ):
            assert (await client.put(f"{THINGS}/internal", headers=bearer(forged))).status_code == 401

    @pytest.mark.parametrize("caller", ["crm", "web"])
    async def test_a_service_that_is_not_named(self, client: ServiceClient, tokens: Tokens, caller: str) -> None:
        answer = await client.put(f"{THINGS}/internal", headers=tokens.internal(caller, to="crm"))
        assert (answer.status_code, answer.json()["code"]) == (403, "caller_not_allowed")

    async def test_nobody_speaks_for_another(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("web", to="crm", iss="auth")
        answer = await client.put(f"{THINGS}/internal", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    async def test_not_one_second_past_its_end(self, client: ServiceClient, tokens: Tokens) -> None:
        now = int(time.time())
        over = tokens.internal("auth", to="crm", iat=now - 120, exp=now)
        assert (await client.put(f"{THINGS}/internal", headers=over)).status_code == 401

    async def test_a_clock_that_is_ahead_by_little(self, client: ServiceClient, tokens: Tokens) -> None:
        soon = int(time.time()) + 3
        ahead = tokens.internal("auth", to="crm", iat=soon, exp=soon + 120)
        assert (await client.put(f"{THINGS}/internal", headers=ahead)).status_code == 200

    @pytest.mark.parametrize("minutes", [10, -10])
    async def test_a_clock_that_is_off_by_much(self, client: ServiceClient, tokens: Tokens, minutes: int) -> None:
        """docs/operations.md says what such a machine does to the site."""
        theirs = int(time.time()) + minutes * 60
        answer = await client.put(
            f"{THINGS}/internal", headers=tokens.internal("auth", to="crm", iat=theirs, exp=theirs + 120)
        )
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    def test_callers_have_to_be_named(self) -> None:
        with pytest.raises(ValueError, match="name the services"):
            Internal()


class TestDeclarations:
    def test_a_route_that_names_no_caller_is_refused(self) -> None:
        router = APIRouter()

        @router.get("/crm/open")
        async def show() -> None:
            pass

        with pytest.raises(UnguardedRoute, match="/crm/open"):
            create_service(Settings, routers=[router])

    def test_a_route_that_names_two_is_refused(self) -> None:
        router = APIRouter(dependencies=[requires("editor")])

        @router.get("/crm/both")
        async def show(caller: Annotated[Caller, Public]) -> None:
            pass

        with pytest.raises(UnguardedRoute, match="2 callers"):
            create_service(Settings, routers=[router])

    def test_two_routes_of_one_operation_id_are_refused(self) -> None:
        router = APIRouter()

        async def show(caller: Annotated[Caller, Public]) -> None:
            pass

        router.get("/crm/a")(show)
        router.get("/crm/b")(show)
        with pytest.raises(ValueError, match="operation id"):
            create_service(Settings, routers=[router])

    async def test_a_caller_named_by_the_router_counts(self, start: Start, tokens: Tokens) -> None:
        router = APIRouter(dependencies=[requires("editor")])

        async def asked() -> None:
            pass

        @router.get("/crm/inner", dependencies=[Depends(asked)])
        async def show() -> str:
            return "shown"

        outer = APIRouter(prefix="/crm/outer")
        outer.include_router(router)
        client = await start(create_service(Settings, routers=[outer]))
        assert (await client.get("/crm/outer/crm/inner")).status_code == 401
        assert (await client.get("/crm/outer/crm/inner", headers=tokens.bearer("editor"))).json() == "shown"

    def test_the_table_lists_every_route(self) -> None:
        rows = [(method, path, guard.label) for method, path, guard in table_of_guards(app)]
        assert ("PUT", "/crm/things/guarded", "crm:write") in rows
        assert ("GET", "/crm/internal/health", "public") in rows
        assert ("PUT", "/crm/things/internal", "internal: auth, content") in rows
        assert ("GET", "/crm/things/anybody-logged-in", "logged in") in rows
