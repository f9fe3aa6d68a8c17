"""Secrets in the database that a copy of it alone, a backup for instance, must not tell.

What has to be read again is sealed (Fernet), what only has to be recognised is kept as a keyed
digest (HMAC-SHA-256). The keys are derived from the service's own, one for each purpose. What is
sealed begins with the id of its key, so that keys can be replaced while the site runs: values under
an older key open, and `Vault.mark` says which to seal anew.
"""

import base64
import hmac
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kit.keys import SecretKey

_NONCE_BYTES = 12
_LENGTH_BYTES = 2


class Vault:
    """Seals and digests for one purpose of one service, with the first of ``keys``."""

    def __init__(self, keys: Sequence[SecretKey], service: str, purpose: str) -> None:
        info = f"pagewright {service} {purpose}".encode()
        self._keys = {
            key.kid: HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key.key) for key in keys
        }
        self._newest = keys[0].kid

    def seal(self, secret: bytes, bound_to: bytes) -> bytes:
        """The secret, sealed. It opens only for the same ``bound_to``, so not in somebody else's row."""
        # Fernet has no place for it of its own.
        framed = len(bound_to).to_bytes(_LENGTH_BYTES) + bound_to + secret
        return self.mark + self._fernet(self._newest).encrypt(framed)

    def unseal(self, sealed: bytes, bound_to: bytes) -> bytes | None:
        """The secret; None when it was sealed with a key that is not known, or for something else."""
        kid, dot, token = sealed.partition(b".")
        name = kid.decode(errors="replace")
        if not dot or name not in self._keys:
            return self._unseal_unnamed(sealed, bound_to)
        try:
            framed = self._fernet(name).decrypt(token)
        except InvalidToken:
            return None
        end = _LENGTH_BYTES + int.from_bytes(framed[:_LENGTH_BYTES])
        return framed[end:] if hmac.compare_digest(framed[_LENGTH_BYTES:end], bound_to) else None

    @property
    def mark(self) -> bytes:
        """What everything begins with that is sealed with the newest key."""
        return self._newest.encode() + b"."

    def digest(self, secret: bytes) -> bytes:
        """What the secret is recognised by."""
        return hmac.digest(self._keys[self._newest], secret, "sha256")

    def digests(self, secret: bytes) -> list[bytes]:
        """What the secret may have been kept as, under each key."""
        return [hmac.digest(key, secret, "sha256") for key in self._keys.values()]

    def _fernet(self, kid: str) -> Fernet:
        return Fernet(base64.urlsafe_b64encode(self._keys[kid]))

    def _unseal_unnamed(self, sealed: bytes, bound_to: bytes) -> bytes | None:
        """What was sealed before keys had ids (AES-GCM)."""
        for key in self._keys.values():
            try:
                return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound_to)
            except (InvalidTag, ValueError):
                continue
        return None
