"""Tokens for tests, signed by a key that the apps under test fetch the way they fetch auth's."""

import json
import time
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kit.api_tokens import digest_of, new_api_token
from kit.auth import SESSION_COOKIE
from kit.keys import PUBLIC_KEYS, ServiceKeys, new_secret_key, new_signing_key, public_half
from kit.tokens import ALGORITHM, AUDIENCE, ISSUER

PUBLIC_URL = "http://localhost:8080"


def write_keys(folder: Path, parts: Iterable[str]) -> None:
    """Make a folder of keys as `kit.keys` reads it."""
    signing = {part: new_signing_key() for part in parts}
    api_tokens = [new_secret_key()]
    for part, key in signing.items():
        own = {"signing": [key], "sealing": [new_secret_key()], "apiTokens": api_tokens}
        (folder / f"{part}.json").write_text(json.dumps(own))
    (folder / PUBLIC_KEYS).write_text(json.dumps({part: [public_half(key)] for part, key in signing.items()}))


class Tokens:
    """Stands where auth stands: signs tokens and serves the addresses that other services ask it for.

    With ``keys_dir``, the folder with the keys of all services, it makes API tokens and those between services, too.
    """

    def __init__(self, kid: str = "test-key", *, keys_dir: Path | None = None) -> None:
        self._keys_dir = keys_dir
        self.kid = kid
        self.key = Ed25519PrivateKey.generate()
        self.ended_sessions: set[str] = set()
        self.api_tokens: dict[str, dict[str, Any]] = {}
        """What is answered about the API tokens that there are, by their digest."""
        routes = [
            Route("/auth/.well-known/jwks.json", self._jwks),
            Route("/private/sessions/{session}", self._session),
            Route("/private/api-tokens/introspection", self._introspection, methods=["POST"]),
        ]
        self.app = Starlette(routes=routes)

    def jwks(self) -> dict[str, Any]:
        """The public key as a JWKS document."""
        public = jwt.algorithms.OKPAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [{**public, "kid": self.kid, "alg": ALGORITHM, "use": "sig"}]}

    def claims(self, *scopes: str, **changed: Any) -> dict[str, Any]:
        """Claims of a good token; a keyword changes one of them, None leaves it out."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + 1200,
            "sub": str(uuid.uuid4()),
            "user": str(uuid.uuid4()),
            "sid": str(uuid.uuid4()),
            "scopes": list(scopes),
            "timezone": "Europe/Paris",
            **changed,
        }
        return {name: value for name, value in claims.items() if value is not None}

    def token(self, *scopes: str, **changed: Any) -> str:
        """A signed token with these scopes."""
        return jwt.encode(self.claims(*scopes, **changed), self.key, algorithm=ALGORITHM, headers={"kid": self.kid})

    def bearer(self, *scopes: str, **changed: Any) -> dict[str, str]:
        """Headers of a program that calls with a token."""
        return {"Authorization": f"Bearer {self.token(*scopes, **changed)}"}

    def cookie(self, *scopes: str, origin: str | None = PUBLIC_URL, **changed: Any) -> dict[str, str]:
        """Headers of a browser on a page of ``origin``."""
        headers = {"Cookie": f"{SESSION_COOKIE}={self.token(*scopes, **changed)}"}
        return headers if origin is None else {**headers, "Origin": origin}

    def api_token(self, *scopes: str, **changed: Any) -> str:
        """An API token with these scopes; a keyword changes what is answered about it."""
        token = new_api_token(self.keys_of("auth").api_tokens)
        self.api_tokens[digest_of(token).hex()] = {
            "isActive": True,
            "id": str(uuid.uuid4()),
            "userId": str(uuid.uuid4()),
            "personId": str(uuid.uuid4()),
            "scopes": list(scopes),
            "timezone": "Europe/Paris",
            "expiresAt": (datetime.now(UTC) + timedelta(days=1)).isoformat(),
            **changed,
        }
        return token

    def internal(self, caller: str, to: str, **changed: Any) -> dict[str, str]:
        """Headers of the service ``caller`` that calls the service ``to``."""
        now = int(time.time())
        claims = {"iss": caller, "aud": to, "iat": now, "exp": now + 120, **changed}
        signing = self.keys_of(caller).signing
        token = jwt.encode(claims, signing.key, algorithm=ALGORITHM, headers={"kid": signing.kid})
        return {"Authorization": f"Bearer {token}"}

    def keys_of(self, part: str) -> ServiceKeys:
        """The keys of a service or of the web host."""
        assert self._keys_dir is not None, "give Tokens the folder of keys"
        return ServiceKeys(self._keys_dir, part)

    async def _jwks(self, request: Request) -> Response:
        return JSONResponse(self.jwks())

    async def _session(self, request: Request) -> Response:
        return Response(status_code=404 if request.path_params["session"] in self.ended_sessions else 200)

    async def _introspection(self, request: Request) -> Response:
        return JSONResponse(self.api_tokens.get((await request.json())["digest"], {"isActive": False}))
