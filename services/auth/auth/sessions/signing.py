"""Ed25519 keys that sign access tokens: made, sealed for storage, opened, published.

Private keys are stored sealed, so that a copy of the database alone, a backup for instance, cannot mint
tokens. The key's id is bound to the seal.
"""

import base64
import secrets
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from auth.sessions.models import SigningKey
from kit.sealing import Vault

ALGORITHM = "EdDSA"


class Signer:
    """Signs access tokens with one key."""

    def __init__(self, kid: str, key: Ed25519PrivateKey) -> None:
        self.kid = kid
        self._key = key

    def sign(self, claims: dict[str, Any]) -> str:
        """The claims as a compact JWT whose header names this key."""
        return jwt.encode(claims, self._key, algorithm=ALGORITHM, headers={"kid": self.kid})


def generate(vault: Vault) -> SigningKey:
    """A new key pair, ready to be stored."""
    key = Ed25519PrivateKey.generate()
    kid = secrets.token_urlsafe(12)
    return SigningKey(
        kid=kid,
        public_key=key.public_key().public_bytes_raw(),
        sealed_private_key=vault.seal(key.private_bytes_raw(), kid.encode()),
    )


def unseal(row: SigningKey, vault: Vault) -> Signer | None:
    """The signer of a stored key; None when it is sealed with a key that is not known."""
    raw = vault.unseal(row.sealed_private_key, row.kid.encode())
    return None if raw is None else Signer(row.kid, Ed25519PrivateKey.from_private_bytes(raw))


def public_jwk(row: SigningKey) -> dict[str, str]:
    """The public half as a JSON Web Key (RFC 8037)."""
    x = base64.urlsafe_b64encode(row.public_key).rstrip(b"=").decode()
    return {"kty": "OKP", "crv": "Ed25519", "x": x, "kid": row.kid, "use": "sig", "alg": ALGORITHM}
