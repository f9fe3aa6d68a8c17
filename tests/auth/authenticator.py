"""An authenticator in software: it makes real key pairs and real signatures, and misbehaves when told to."""

import base64
import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

from kit.testing.identity import PUBLIC_URL

USER_PRESENT, USER_VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, HAS_KEY = 0x01, 0x04, 0x08, 0x10, 0x40


def encoded(raw: bytes) -> str:
    """Base64url without padding, as WebAuthn has it in JSON."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of base64url text."""
    return base64.urlsafe_b64decode(text + "===")


@dataclass
class Credential:
    """A key pair that the authenticator keeps for one user of one site."""

    rp_id: str
    user_handle: bytes
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    count: int = 0


@dataclass
class Authenticator:
    """A device with a browser on a page of `origin`."""

    origin: str = PUBLIC_URL
    rp_id: str | None = None
    """Instead of the one that the options name."""
    verifies_user: bool = True
    is_counting: bool = True
    is_backed_up: bool = False
    credentials: list[Credential] = field(default_factory=list)

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create()` gives for these options."""
        assert {"type": "public-key", "alg": -7} in options["pubKeyCredParams"]
        known = {decoded(excluded["id"]) for excluded in options["excludeCredentials"]}
        assert not known & {credential.id for credential in self.credentials}, "this authenticator has been added"
        credential = Credential(options["rp"]["id"], decoded(options["user"]["id"]))
        self.credentials.append(credential)
        numbers = credential.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(credential.id)) + credential.id + cbor2.dumps(key)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(credential, HAS_KEY) + attested}
        response = {
            "clientDataJSON": encoded(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": encoded(cbor2.dumps(attestation)),
            "transports": ["internal", "hybrid"],
        }
        return self._json(credential, response)

    def get(self, options: dict[str, Any], *, challenge: str | None = None) -> dict[str, Any]:
        """What `navigator.credentials.get()` gives for these options; for another challenge if told to."""
        assert options["userVerification"] == "required"
        allowed = {decoded(item["id"]) for item in options["allowCredentials"]}
        credential = next(item for item in self.credentials if not allowed or item.id in allowed)
        if self.is_counting:
            credential.count += 1
        data = self._data(credential)
        client_data = self._client_data("webauthn.get", challenge or options["challenge"])
        signature = credential.key.sign(data + hashlib.sha256(client_data).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": encoded(credential.user_handle),
        }
        return self._json(credential, response)

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data, separators=(",", ":")).encode()

    def _data(self, credential: Credential, flags: int = 0) -> bytes:
        flags |= USER_PRESENT | (USER_VERIFIED if self.verifies_user else 0)
        flags |= BACKUP_ELIGIBLE | BACKED_UP if self.is_backed_up else 0
        rp_id = self.rp_id or credential.rp_id
        return hashlib.sha256(rp_id.encode()).digest() + struct.pack(">BI", flags, credential.count)

    def _json(self, credential: Credential, response: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": encoded(credential.id),
            "rawId": encoded(credential.id),
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
