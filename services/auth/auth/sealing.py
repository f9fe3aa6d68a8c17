"""Secrets in the database that a copy of it alone, a backup for instance, must not tell.

What has to be read again is sealed (AES-256-GCM), what only has to be recognised is kept as a keyed
digest (HMAC-SHA-256), both under keys derived from INTERNAL_SECRET, one for each purpose.
"""

import hmac
import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_NONCE_BYTES = 12


class Vault:
    """Seals and digests for one purpose."""

    def __init__(self, internal_secret: str, purpose: str) -> None:
        derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"pagewright auth {purpose}".encode())
        self._key = derive.derive(internal_secret.encode())

    def seal(self, secret: bytes, bound_to: bytes) -> bytes:
        """The secret, sealed. It opens only for the same `bound_to`, so not in somebody else's row."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + AESGCM(self._key).encrypt(nonce, secret, bound_to)

    def unseal(self, sealed: bytes, bound_to: bytes) -> bytes | None:
        """The secret; None when it was sealed under another INTERNAL_SECRET or for something else."""
        try:
            return AESGCM(self._key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound_to)
        except InvalidTag:
            return None

    def digest(self, secret: bytes) -> bytes:
        """What the secret is recognised by."""
        return hmac.digest(self._key, secret, "sha256")
