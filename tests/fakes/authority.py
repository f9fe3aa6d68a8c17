"""A certificate authority that speaks ACME (RFC 8555) as Let's Encrypt does, with its challenge over plain HTTP."""

import base64
import hashlib
import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import CertificatePublicKeyTypes
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from fastapi import Body, FastAPI, Request
from starlette.responses import Response

# Of a key, in the order that its thumbprint has them (RFC 7638).
_MEMBERS = {"EC": ("crv", "kty", "x", "y"), "RSA": ("e", "kty", "n")}

_SIGNS_CERTIFICATES = x509.KeyUsage(
    digital_signature=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)
"""What an authority's own key is for: newer clients refuse one that does not say so."""

_Signed = Annotated[dict[str, str], Body()]
"""A request as it comes; its signature is not checked."""


class Authority:
    """Certifies every name whose server answers the challenge.

    All names are asked for at one ``port`` of this machine, in place of port 80 of where the name leads to.
    """

    def __init__(self, port: int) -> None:
        self.contacts: list[str] = []
        """Those of everybody who made an account."""
        self.certified: list[str] = []
        """The names, in the order in which they were."""
        self.app = FastAPI()
        self._port = port
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._certificate = self._signed("An authority of tests", self._key.public_key(), [])
        self._orders: list[dict[str, Any]] = []
        self._tokens: list[str] = []
        self._chains: dict[int, str] = {}
        add = self.app.add_api_route
        add("/directory", self._directory, methods=["GET"])
        add("/nonces", lambda: _answer({}), methods=["GET", "HEAD"])
        add("/accounts", self._register, methods=["POST"])
        add("/orders", self._order, methods=["POST"])
        add("/orders/{number}", self._show_order, methods=["POST"])
        add("/authorizations/{number}", self._show_authorization, methods=["POST"])
        add("/challenges/{number}", self._challenge, methods=["POST"])
        add("/orders/{number}/finalize", self._finalize, methods=["POST"])
        add("/certificates/{number}", self._show_certificate, methods=["POST"])

    @property
    def certificate(self) -> str:
        """Its own, as PEM, for those who trust it."""
        return self._certificate.public_bytes(Encoding.PEM).decode()

    def _directory(self, request: Request) -> Response:
        base = str(request.base_url)
        return _answer({"newNonce": f"{base}nonces", "newAccount": f"{base}accounts", "newOrder": f"{base}orders"})

    def _register(self, signed: _Signed, request: Request) -> Response:
        self.contacts += _read(signed["payload"])["contact"]
        key = _read(signed["protected"])["jwk"]
        members = json.dumps({name: key[name] for name in _MEMBERS[key["kty"]]}, separators=(",", ":"))
        thumbprint = _encoded(hashlib.sha256(members.encode()).digest())
        return _answer({"status": "valid"}, 201, Location=f"{request.base_url}accounts/{thumbprint}")

    def _order(self, signed: _Signed, request: Request) -> Response:
        [name] = _read(signed["payload"])["identifiers"]
        address = f"{request.base_url}orders/{len(self._orders)}"
        self._tokens.append(secrets.token_urlsafe(24))
        self._orders.append(
            {
                "status": "pending",
                "identifiers": [name],
                "authorizations": [f"{request.base_url}authorizations/{len(self._orders)}"],
                "finalize": f"{address}/finalize",
            }
        )
        return _answer(self._orders[-1], 201, Location=address)

    def _show_order(self, number: int) -> Response:
        return _answer(self._orders[number])

    def _show_authorization(self, number: int, request: Request) -> Response:
        order = self._orders[number]
        status = "pending" if order["status"] == "pending" else "valid"
        challenge = self._challenge_of(number, status, request)
        return _answer({"status": status, "identifier": order["identifiers"][0], "challenges": [challenge]})

    def _challenge_of(self, number: int, status: str, request: Request) -> dict[str, str]:
        address = f"{request.base_url}challenges/{number}"
        return {"type": "http-01", "url": address, "token": self._tokens[number], "status": status}

    def _challenge(self, number: int, signed: _Signed, request: Request) -> Response:
        """Ask the name's server at once: what it has to say is the token and who asked for the certificate."""
        order, token = self._orders[number], self._tokens[number]
        account = _read(signed["protected"])["kid"].rpartition("/")[2]
        is_met = self._said(order["identifiers"][0]["value"], token) == f"{token}.{account}"
        order["status"] = "ready" if is_met else "invalid"
        challenge = self._challenge_of(number, "valid" if is_met else "invalid", request)
        return _answer(challenge, Link=f'<{request.base_url}authorizations/{number}>;rel="up"')

    def _said(self, name: str, token: str) -> str | None:
        """What a name's server says of a token; None where it says nothing."""
        address = f"http://127.0.0.1:{self._port}/.well-known/acme-challenge/{token}"
        try:
            answer = httpx.get(address, headers={"Host": name}, timeout=30)
        except httpx.TransportError:
            return None
        return answer.text if answer.is_success else None

    def _finalize(self, number: int, signed: _Signed, request: Request) -> Response:
        order = self._orders[number]
        if order["status"] != "ready":
            return _answer({"type": "urn:ietf:params:acme:error:orderNotReady"}, 403)
        asked = x509.load_der_x509_csr(_decoded(_read(signed["payload"])["csr"]))
        names = [identifier["value"] for identifier in order["identifiers"]]
        signed_one = self._signed(names[0], asked.public_key(), names)
        self._chains[number] = signed_one.public_bytes(Encoding.PEM).decode() + self.certificate
        self.certified += names
        order |= {"status": "valid", "certificate": f"{request.base_url}certificates/{number}"}
        return _answer(order)

    def _show_certificate(self, number: int) -> Response:
        return _with_nonce(Response(self._chains[number], media_type="application/pem-certificate-chain"))

    def _signed(self, common: str, key: CertificatePublicKeyTypes, names: list[str]) -> x509.Certificate:
        """A certificate for these names, or without any that of an authority."""
        now = datetime.now(UTC)
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])
        issuer = self._certificate.subject if names else subject
        made = x509.CertificateBuilder(issuer, subject, key, x509.random_serial_number())
        # As long as those of Let's Encrypt: one that ends soon would be asked for anew at once.
        made = made.not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=90))
        by = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        own = x509.SubjectKeyIdentifier.from_public_key(key)
        made = made.add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
        made = made.add_extension(by, critical=False).add_extension(own, critical=False)
        if names:
            alternatives = x509.SubjectAlternativeName([x509.DNSName(name) for name in names])
            made = made.add_extension(alternatives, critical=False)
        else:
            made = made.add_extension(_SIGNS_CERTIFICATES, critical=True)
        return made.sign(self._key, SHA256())


def _answer(content: object, status: int = 200, **headers: str) -> Response:
    body = json.dumps(content)
    return _with_nonce(Response(body, status, headers=headers, media_type="application/json"))


def _with_nonce(response: Response) -> Response:
    response.headers["Replay-Nonce"] = secrets.token_urlsafe(16)
    return response


def _read(text: str) -> Any:
    return json.loads(_decoded(text))


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
