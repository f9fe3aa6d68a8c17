"""The keys of one part of the site: what it signs and seals with, and everybody's public keys.

They lie in the folder KEYS_DIR, as JSON Web Keys (RFC 7517, RFC 8037), the newest first::

    public.json   {"auth": [JWK, …], …, "web": [JWK, …]}      what tokens between services are checked with
    <part>.json   {"signing": [JWK, …], "sealing": [JWK, …], "apiTokens": [JWK, …]}      a part's own secrets

The first of a list is used, all of it is accepted. A key with ``nbf`` (seconds since 1970) is not used before: until then
the next of the list is, so that parts that get their files at different times know each key before one of them uses it.
Files that change are read again, so keys rotate while processes run. ``apiTokens`` is the one list that all services
share; the web host has none.
"""

import base64
import json
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kit.environment import SettingsError

log = logging.getLogger(__name__)

PUBLIC_KEYS = "public.json"

Jwk = dict[str, Any]


class KeysMissing(SettingsError):
    """A file of keys is not there, or is not one."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """An Ed25519 key of ours, and the id that the others know it by."""

    kid: str
    key: Ed25519PrivateKey
    begins: int = 0
    """When it is used from, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A part's Ed25519 key. Whatever it has signed speaks for that part and no other."""

    owner: str
    key: Ed25519PublicKey


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A symmetric key and its id."""

    kid: str
    key: bytes
    begins: int = 0
    """When it is used from, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class _Own:
    signing: tuple[SigningKey, ...]
    sealing: tuple[SecretKey, ...]
    api_tokens: tuple[SecretKey, ...]


class ServiceKeys:
    """The keys of one part, as its files have them now. Raises `KeysMissing` where they cannot be read at first."""

    def __init__(self, folder: Path, part: str) -> None:
        self._own_file = _File(folder / f"{part}.json")
        self._public_file = _File(folder / PUBLIC_KEYS)
        try:
            self._own = _own(self._own_file.read())
            self._public = _public(self._public_file.read())
        except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise KeysMissing([f"KEYS_DIR: the keys of {part} in {folder} cannot be read: {error!r}"]) from error

    @property
    def signing(self) -> SigningKey:
        """What this part signs with."""
        return _in_use_first(self._current_own().signing)[0]

    @property
    def sealing(self) -> Sequence[SecretKey]:
        """What this part seals with: the first; what it has sealed with: all."""
        return _in_use_first(self._current_own().sealing)

    @property
    def api_tokens(self) -> Sequence[SecretKey]:
        """What ends of API tokens are made from; see `kit.api_tokens`."""
        return _in_use_first(self._current_own().api_tokens)

    def public(self, kid: str) -> PublicKey | None:
        """Whose key this is, and the key."""
        if self._public_file.has_changed():
            try:
                self._public = _public(self._public_file.read())
            except (OSError, ValueError, KeyError, TypeError) as error:
                log.warning("public keys not read: %r", error)
        return self._public.get(kid)

    def _current_own(self) -> _Own:
        if self._own_file.has_changed():
            try:
                self._own = _own(self._own_file.read())
            except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
                log.warning("own keys not read: %r", error)
        return self._own


class _File:
    """A file that is replaced as a whole whenever it changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None

    def has_changed(self) -> bool:
        try:
            return self._state() != self._seen
        except FileNotFoundError:
            # What is known stays in force.
            return False

    def read(self) -> Any:
        # First, so that a change while it is being read is one.
        self._seen = self._state()
        return json.loads(self._path.read_text())

    def _state(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_mtime_ns, found.st_ino


def new_signing_key() -> Jwk:
    """A new Ed25519 key with its private half."""
    key = Ed25519PrivateKey.generate()
    return {
        "kty": "OKP",
        "crv": "Ed25519",
        "kid": secrets.token_hex(8),
        "iat": int(time.time()),
        "x": encode(key.public_key().public_bytes_raw()),
        "d": encode(key.private_bytes_raw()),
    }


def public_half(jwk: Jwk) -> Jwk:
    """The same key without what has to stay secret."""
    return {name: value for name, value in jwk.items() if name != "d"}


def begins_at(jwk: Jwk) -> int:
    """When a key is used from, in seconds since 1970; 0 for one that is used from when it is there."""
    return int(jwk.get("nbf", 0))


def new_secret_key(secret: bytes | None = None) -> Jwk:
    """A symmetric key: a new one of 256 bits, or ``secret``."""
    key = secrets.token_bytes(32) if secret is None else secret
    return {"kty": "oct", "kid": secrets.token_hex(8), "iat": int(time.time()), "k": encode(key)}


def encode(raw: bytes) -> str:
    """Base64 as JSON Web Keys have it."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _own(document: dict[str, Any]) -> _Own:
    newest, *others = (
        SigningKey(jwk["kid"], Ed25519PrivateKey.from_private_bytes(_decode(jwk["d"])), begins_at(jwk))
        for jwk in document["signing"]
    )
    return _Own((newest, *others), _secrets(document["sealing"]), _secrets(document.get("apiTokens", [])))


def _secrets(jwks: Sequence[Jwk]) -> tuple[SecretKey, ...]:
    return tuple(SecretKey(jwk["kid"], _decode(jwk["k"]), begins_at(jwk)) for jwk in jwks)


_Key = TypeVar("_Key", SigningKey, SecretKey)


def _in_use_first(keys: tuple[_Key, ...]) -> tuple[_Key, ...]:
    """The same keys, those that are not used yet behind all others."""
    now = time.time()
    return tuple(sorted(keys, key=lambda key: key.begins > now))


def _public(document: dict[str, list[Jwk]]) -> dict[str, PublicKey]:
    return {
        jwk["kid"]: PublicKey(owner, Ed25519PublicKey.from_public_bytes(_decode(jwk["x"])))
        for owner, jwks in document.items()
        for jwk in jwks
        if (jwk["kty"], jwk["crv"]) == ("OKP", "Ed25519")
    }
