"""The keys that access tokens are signed with."""

import asyncio
from contextlib import AsyncExitStack

import httpx
import jwt
import pytest
from sqlalchemy import select, text

from auth.app import app
from auth.config import Settings
from auth.sessions.key_ring import KeyRing
from auth.sessions.models import SIGNING_KEYS, SigningKey
from kit.database import Database
from kit.keys import SecretKey
from kit.sealing import Vault
from kit.testing import ServiceClient, SettingsFor, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import bearer, make_user

VAULT = Vault([SecretKey("one", bytes(32))], "auth", SIGNING_KEYS)
OTHER_VAULT = Vault([SecretKey("two", b"2" * 32)], "auth", SIGNING_KEYS)


class TestKeyRing:
    async def test_processes_that_start_together_agree_on_one_key(
        self, client: ServiceClient, settings_for: SettingsFor
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM signing_keys"))
        async with AsyncExitStack() as stack:
            rings = []
            for _ in range(8):
                database = Database(settings_for(Settings, setup_code=SETUP_CODE))
                stack.push_async_callback(database.engine.dispose)
                rings.append(KeyRing(database, lambda: VAULT))
            signers = await asyncio.gather(*[ring.signer() for ring in rings])
        async with client.kit.database.transaction() as session:
            stored = (await session.scalars(select(SigningKey.kid))).all()
        assert len(stored) == 1
        assert {signer.kid for signer in signers} == set(stored)

    async def test_a_key_sealed_under_another_secret_is_published_and_not_used(self, client: ServiceClient) -> None:
        first = await KeyRing(client.kit.database, lambda: VAULT).signer()
        second = await KeyRing(client.kit.database, lambda: OTHER_VAULT).signer()
        assert first.kid != second.kid
        assert (await KeyRing(client.kit.database, lambda: OTHER_VAULT).signer()).kid == second.kid
        published = (await client.get("/auth/.well-known/jwks.json")).json()
        assert {first.kid, second.kid} <= {key["kid"] for key in published["keys"]}

    async def test_opens_for_a_request_that_has_the_last_connection(self, start: Start) -> None:
        """A process that started while the database was away opens its keys with the first logins that come."""
        client = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, pool_size=1)
        async with client.kit.database.transaction() as session:
            await session.execute(select(1))
            made = await asyncio.wait_for(KeyRing(client.kit.database, lambda: VAULT).signer(), 5)
            found = await asyncio.wait_for(KeyRing(client.kit.database, lambda: VAULT).signer(), 5)
        assert made.kid == found.kid


class TestList:
    async def test_publishes_public_halves_for_five_minutes(self, client: ServiceClient) -> None:
        answer = await client.get("/auth/.well-known/jwks.json")
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=300"
        (key,) = answer.json()["keys"]
        assert key.keys() == {"kty", "crv", "x", "kid", "use", "alg"}
        assert (key["kty"], key["crv"], key["alg"], key["use"]) == ("OKP", "Ed25519", "EdDSA", "sig")

    async def test_a_key_outlives_a_restart(self, client: ServiceClient, start: Start) -> None:
        headers = await bearer(client, account := await make_user(client))
        again = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE)
        assert (await again.get(f"/auth/users/{account.id}", headers=headers)).status_code == 200


class TestForgedTokens:
    @pytest.fixture
    async def genuine(self, client: ServiceClient) -> str:
        return (await bearer(client, await make_user(client, "super")))["Authorization"].removeprefix("Bearer ")

    async def test_the_genuine_one_is_taken(self, client: ServiceClient, genuine: str) -> None:
        assert await status(client, genuine) == 200

    async def test_forgeries_are_not(self, client: ServiceClient, genuine: str) -> None:
        claims = jwt.decode(genuine, options={"verify_signature": False})
        header = jwt.get_unverified_header(genuine)
        public_key = (await client.get("/auth/.well-known/jwks.json")).json()["keys"][0]["x"]
        head, body, signature = genuine.split(".")
        forgeries = {
            "no algorithm": jwt.encode(claims, "", algorithm="none", headers=header | {"alg": "none"}),
            "the public key as a secret": jwt.encode(
                claims, public_key, algorithm="HS256", headers={"kid": header["kid"]}
            ),
            "no signature": f"{head}.{body}.",
            "a part cut off": genuine[:-10],
            "another signature": f"{head}.{body}.{signature[::-1]}",
            "no token": "token",
        }
        for name, forged in forgeries.items():
            assert await status(client, forged) == 401, name


async def status(client: httpx.AsyncClient, token: str) -> int:
    return (await client.get("/auth/users", headers={"Authorization": f"Bearer {token}"})).status_code
