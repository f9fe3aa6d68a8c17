import asyncio
import base64
import hmac
import json
import time
import uuid
from datetime import datetime, timedelta, tzinfo
from types import SimpleNamespace
from typing import Any, Self

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kit.testing import ServiceClient, Start, Tokens
from tests.kit.calls import DEAD_REDIS, GOOD, THINGS, bearer, code_of
from tests.kit.service import app
from tests.kit.waiting import eventually


def _part(value: object) -> str:
    """A part of a token, as its header and its payload are written."""
    return _base64(json.dumps(value).encode())


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class TestTokens:
    async def test_a_good_one_says_who_calls(self, client: ServiceClient, tokens: Tokens) -> None:
        user = str(uuid.uuid4())
        answer = await client.put(f"{THINGS}/guarded", json=GOOD, headers=tokens.bearer("crm:write", user=user))
        assert answer.json() == {"userId": user, "scopes": ["crm:write"]}

    async def test_a_good_one_is_good_twice(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.bearer("crm:write")
        assert [(await code_of(client, headers))[0] for _ in range(2)] == [200, 200]

    @pytest.mark.parametrize(
        "changed",
        [
            {"iss": "somebody"},
            {"iss": None},
            {"aud": "somewhere"},
            {"aud": None},
            {"exp": int(time.time()) - 1},
            {"exp": None},
            {"iat": None},
            {"nbf": int(time.time()) + 86_400},
            {"sub": None},
            {"sub": 7},
            {"user": None},
            {"user": ""},
            {"sid": None},
            {"scopes": None},
            {"scopes": "crm:write"},
            {"scopes": [1]},
            {"scopes": {"crm:write": True}},
            {"timezone": None},
        ],
        ids="-".join,
    )
    async def test_wrong_claims(self, client: ServiceClient, tokens: Tokens, changed: dict[str, Any]) -> None:
        claims = {"scopes": ["crm:write"], **changed}
        assert await code_of(client, tokens.bearer(**claims)) == (401, "token_invalid")

    async def test_an_expired_one_is_not_remembered(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        headers = tokens.bearer("crm:write", exp=int(time.time()) + 1200)
        assert (await code_of(client, headers))[0] == 200

        class Later(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Self:
                return super().now(tz) + timedelta(seconds=1200)

        monkeypatch.setattr("jwt.api_jwt.datetime", Later)
        monkeypatch.setattr(
            "kit.tokens.time", SimpleNamespace(time=lambda: Later.now().timestamp(), monotonic=time.monotonic)
        )
        assert await code_of(client, headers) == (401, "token_invalid")

    @pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE", "", None, ["EdDSA"], {"alg": "EdDSA"}])
    @pytest.mark.parametrize("signature", ["", "AAAA", "EdDSA"])
    async def test_no_algorithm(self, client: ServiceClient, tokens: Tokens, algorithm: object, signature: str) -> None:
        forged = (
            f"{_part({'alg': algorithm, 'typ': 'JWT', 'kid': tokens.kid})}.{_part(tokens.claims('super'))}.{signature}"
        )
        assert await code_of(client, bearer(forged)) == (401, "token_invalid")

    @pytest.mark.parametrize("algorithm", ["HS256", "HS384", "HS512"])
    async def test_the_public_key_as_a_shared_secret(
        self, client: ServiceClient, tokens: Tokens, algorithm: str
    ) -> None:
        public = tokens.key.public_key()
        jwk = tokens.jwks()["keys"][0]
        forms = [
            public.public_bytes_raw(),
            public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH),
            jwk["x"].encode(),
            json.dumps(jwk).encode(),
        ]
        for secret in forms:
            # By hand: the library does not let itself be used so.
            signed = f"{_part({'alg': algorithm, 'typ': 'JWT', 'kid': tokens.kid})}.{_part(tokens.claims('super'))}"
            digest = hmac.digest(secret, signed.encode(), f"sha{algorithm[2:]}")
            assert await code_of(client, bearer(f"{signed}.{_base64(digest)}")) == (401, "token_invalid")

    async def test_another_algorithm_with_a_key_of_ones_own(self, client: ServiceClient, tokens: Tokens) -> None:
        own = generate_private_key(SECP256R1())
        for headers in ({"kid": tokens.kid}, {"kid": "other"}, {}):
            forged = jwt.encode(tokens.claims("super"), own, algorithm="ES256", headers=headers)
            assert await code_of(client, bearer(forged)) == (401, "token_invalid")

    async def test_a_key_that_the_token_brings_along(self, client: ServiceClient, tokens: Tokens) -> None:
        stranger = Tokens(kid=tokens.kid)
        jwk = stranger.jwks()["keys"][0]
        brought: list[dict[str, Any]] = [
            {"kid": tokens.kid, "jwk": jwk},
            {"kid": "other", "jwk": jwk},
            {"jwk": jwk},
            {"kid": tokens.kid, "jku": "https://evil.example/jwks.json"},
            {"kid": tokens.kid, "x5u": "https://evil.example/key.pem"},
            {"kid": "../../../dev/null"},
            {"kid": ""},
        ]
        for headers in brought:
            forged = jwt.encode(tokens.claims("super"), stranger.key, algorithm="EdDSA", headers=headers)
            assert await code_of(client, bearer(forged)) == (401, "token_invalid")

    async def test_the_key_of_somebody_else(self, client: ServiceClient, tokens: Tokens) -> None:
        stranger = Tokens(kid=tokens.kid)
        assert await code_of(client, stranger.bearer("super")) == (401, "token_invalid")

    async def test_an_unknown_key_id(self, client: ServiceClient, tokens: Tokens) -> None:
        assert (await code_of(client, tokens.bearer("crm:write")))[0] == 200
        assert await code_of(client, Tokens(kid="other").bearer("super")) == (401, "token_invalid")

    async def test_an_altered_payload(self, client: ServiceClient, tokens: Tokens) -> None:
        header, payload, signature = tokens.token("crm:read").split(".")
        text = base64.urlsafe_b64decode(payload + "==").replace(b"crm:read", b"crm:full")
        altered = base64.urlsafe_b64encode(text).rstrip(b"=").decode()
        assert await code_of(client, bearer(f"{header}.{altered}.{signature}")) == (401, "token_invalid")

    @pytest.mark.parametrize("token", ["x", "a.b.c", "....", "e30.e30.", "é" * 10, "x" * 9000])
    async def test_garbage(self, client: ServiceClient, token: str) -> None:
        answer = await client.put(
            f"{THINGS}/guarded", json=GOOD, headers=[(b"Authorization", f"Bearer {token}".encode())]
        )
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")

    async def test_truncated_ones(self, client: ServiceClient, tokens: Tokens) -> None:
        token = tokens.token("crm:write")
        header, payload, signature = token.split(".")
        for cut in (
            token[:-1],
            token[:-4],
            token[: len(token) // 2],
            f"{header}.{payload}",
            f"{header}.{payload}.",
            f"{header}..{signature}",
            f".{payload}.{signature}",
            f"{header}.{payload[:-4]}.{signature}",
            f"{header}.{payload}.{signature[:43]}",
            signature,
        ):
            assert await code_of(client, bearer(cut)) == (401, "token_invalid")
        assert (await code_of(client, bearer(token)))[0] == 200

    async def test_one_between_services(self, client: ServiceClient, tokens: Tokens) -> None:
        for to in ("crm", "auth", "pagewright"):
            assert await code_of(client, tokens.internal("auth", to=to)) == (401, "token_invalid")
        # The key that auth calls other services with, dressed as the one that it signs sessions with.
        signing = tokens.keys_of("auth").signing
        for kid in (signing.kid, tokens.kid):
            dressed = jwt.encode(tokens.claims("super"), signing.key, algorithm="EdDSA", headers={"kid": kid})
            assert await code_of(client, bearer(dressed)) == (401, "token_invalid")


class TestKeys:
    async def test_a_new_key_is_fetched(self, start: Start) -> None:
        auth = Tokens(kid="first")
        client = await start(app, mounts={"http://auth.test": auth.app})
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200
        client.kit.verifier._tried_at -= 3.1
        auth.kid = "second"
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200

    async def test_unknown_key_ids_do_not_make_us_ask_every_time(self, start: Start) -> None:
        asked = 0
        auth = Tokens()

        async def counting(scope: Any, receive: Any, send: Any) -> None:
            nonlocal asked
            asked += 1
            await auth.app(scope, receive, send)

        client = await start(app, mounts={"http://auth.test": counting})
        await code_of(client, auth.bearer("crm:write"))
        # However long the calls take.
        client.kit.verifier._tried_at += 3600
        for number in range(5):
            await code_of(client, Tokens(kid=f"unknown {number}").bearer("super"))
        assert asked == 1

    async def test_the_old_ones_serve_while_auth_is_away(self, start: Start) -> None:
        auth, away = Tokens(), False

        async def sometimes(scope: Any, receive: Any, send: Any) -> None:
            if away:
                raise httpx.ConnectError("away")
            await auth.app(scope, receive, send)

        client = await start(app, mounts={"http://auth.test": sometimes})
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200
        away = True
        client.kit.verifier._fetched_at -= 301
        client.kit.verifier._tried_at -= 301
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200

    async def test_are_fetched_anew_without_making_anybody_wait(self, start: Start) -> None:
        auth, gate = Tokens(), asyncio.Event()
        gate.set()

        async def gated(scope: Any, receive: Any, send: Any) -> None:
            await gate.wait()
            await auth.app(scope, receive, send)

        client = await start(app, mounts={"http://auth.test": gated})
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200
        gate.clear()
        client.kit.verifier._fetched_at -= 301
        client.kit.verifier._tried_at -= 301
        before = client.kit.verifier._fetched_at
        assert (await asyncio.wait_for(code_of(client, auth.bearer("crm:write")), 60))[0] == 200
        gate.set()
        await eventually(lambda: client.kit.verifier._fetched_at > before)

    async def test_without_any_it_is_503(self, start: Start, tokens: Tokens) -> None:
        async def away(scope: Any, receive: Any, send: Any) -> None:
            raise httpx.ConnectError("away")

        client = await start(app, mounts={"http://auth.test": away})
        assert await code_of(client, tokens.bearer("crm:write")) == (503, "identity_unavailable")
        assert (await client.get(f"{THINGS}/whoami", headers=tokens.bearer())).json()["userId"] is None
        signed = await client.post(f"{THINGS}/signed", headers=tokens.bearer())
        assert (signed.status_code, signed.json()["code"]) == (503, "identity_unavailable")


class TestRevocation:
    async def test_holds_at_once(self, client: ServiceClient, tokens: Tokens) -> None:
        session = str(uuid.uuid4())
        headers = tokens.bearer("crm:write", sid=session)
        assert (await code_of(client, headers))[0] == 200
        await client.kit.redis.client.set(f"auth:revoked:{session}", b"1")
        assert await code_of(client, headers) == (401, "session_revoked")
        assert (await client.get(f"{THINGS}/whoami", headers=headers)).json()["userId"] is None
        # What is kept of who calls must not be kept as a stranger's.
        signed = await client.post(f"{THINGS}/signed", headers=headers)
        assert (signed.status_code, signed.json()["code"]) == (401, "session_revoked")
        assert (await client.post(f"{THINGS}/signed")).json()["userId"] is None

    async def test_auth_is_asked_when_redis_has_lost_its_memory(self, start: Start) -> None:
        auth = Tokens()
        client = await start(app, mounts={"http://auth.test": auth.app})
        auth.ended_sessions.add("ended")
        headers = auth.bearer("crm:write", sid="ended")
        await client.kit.redis.client.flushdb()
        assert await code_of(client, headers) == (401, "session_revoked")
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200

    async def test_auth_is_asked_when_redis_is_away(self, start: Start) -> None:
        auth = Tokens()
        client = await start(app, mounts={"http://auth.test": auth.app}, redis_url=DEAD_REDIS)
        assert (await code_of(client, auth.bearer("crm:write")))[0] == 200
        auth.ended_sessions.add("ended")
        assert await code_of(client, auth.bearer("crm:write", sid="ended")) == (401, "session_revoked")

    async def test_without_either_it_is_503(self, start: Start, tokens: Tokens) -> None:
        async def only_keys(scope: Any, receive: Any, send: Any) -> None:
            if scope["path"].startswith("/private"):
                raise httpx.ConnectError("away")
            await tokens.app(scope, receive, send)

        client = await start(app, mounts={"http://auth.test": only_keys}, redis_url=DEAD_REDIS)
        assert await code_of(client, tokens.bearer("crm:write")) == (503, "identity_unavailable")
