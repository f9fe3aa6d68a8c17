"""The refresh credential: what the browser holds, and what the database keeps of it.

A credential is two random parts, `<family>.<secret>`. The family part stays the same for the life of
a session, the secret is new at every refresh; only the SHA-256 of each is stored. So a credential that
was once good and has been replaced since is told apart from one that somebody made up: its family is
known and its secret is not the present one. The one before the present one is good until the present one
has been used: the answer that carried that may have been lost. An older one is reuse, and it ends the
session, with three digests a session and no history of used credentials to keep.
"""

import base64
import binascii
import hashlib
import secrets
from dataclasses import dataclass

from auth.sessions.schemas import Claims

_FAMILY_BYTES = 16
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class RefreshCredential:
    """One refresh credential in the clear. It goes to the browser and nowhere else."""

    family: bytes
    secret: bytes

    @classmethod
    def new(cls) -> "RefreshCredential":
        """The first credential of a session."""
        return cls(secrets.token_bytes(_FAMILY_BYTES), secrets.token_bytes(_SECRET_BYTES))

    @classmethod
    def parse(cls, text: str) -> "RefreshCredential | None":
        """The credential a cookie carries; None when it cannot be one."""
        family, _, secret = text.partition(".")
        try:
            parsed = cls(_decoded(family), _decoded(secret))
        except (binascii.Error, ValueError):
            return None
        well_formed = (len(parsed.family), len(parsed.secret)) == (_FAMILY_BYTES, _SECRET_BYTES)
        return parsed if well_formed else None

    def successor(self) -> "RefreshCredential":
        """The next credential of the same session."""
        return RefreshCredential(self.family, secrets.token_bytes(_SECRET_BYTES))

    def __str__(self) -> str:
        return f"{_encoded(self.family)}.{_encoded(self.secret)}"

    def __repr__(self) -> str:
        # The generated one would put the secret into every traceback that shows locals.
        return "RefreshCredential(…)"

    @property
    def family_digest(self) -> bytes:
        """What the session is found by."""
        return hashlib.sha256(self.family).digest()

    @property
    def secret_digest(self) -> bytes:
        """What tells whether it is the present credential of its session."""
        return hashlib.sha256(self.secret).digest()


def _encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def _decoded(part: str) -> bytes:
    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)


@dataclass(frozen=True, slots=True)
class Issued:
    """What a login or a refresh gives."""

    claims: Claims
    access_token: str
    refresh: RefreshCredential | None
    """None when the browser already has the successor of what it sent."""
    refresh_lifetime: int
    """Seconds until the refresh credential expires unused."""
