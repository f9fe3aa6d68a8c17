"""The public keys."""

from typing import Annotated

from fastapi import APIRouter, Response

from auth.sessions.key_ring import jwks, signer_of, stored_keys
from kit.auth import Caller, Public
from kit.db import Session
from kit.schemas import Out

router = APIRouter(prefix="/auth/.well-known", tags=["keys"])


class JsonWebKey(Out):
    """A public Ed25519 key (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str
    use: str
    alg: str


class JsonWebKeySet(Out):
    """Every key that a token in use may be signed with."""

    keys: list[JsonWebKey]


@router.get("/jwks.json", response_model=JsonWebKeySet)
async def list(caller: Annotated[Caller, Public], session: Session, response: Response) -> object:
    """The public keys that access tokens are checked with."""
    # So that a key exists, whichever comes first, a login or this.
    await signer_of(session)
    response.headers["Cache-Control"] = "public, max-age=300"
    return jwks(await stored_keys(session))
