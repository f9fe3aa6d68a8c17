"""Mail over TLS, with certificates that are trusted or not, and with passwords."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import attempt, emails, sent, settings_for
from tests.cms.test_emails_written import written
from tests.mail_server import MailServer, mail_server


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> SSLContext:
    """How a server encrypts whose certificate is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return server_context(certificate)


class TestSecurity:
    async def test_starttls_with_a_trusted_certificate(self, start: Start, tokens: Tokens, trusted: SSLContext) -> None:
        async with mail_server(starttls=trusted) as server:
            client = await start(app, **settings_for(server, smtp_security="starttls"))
            await sent(client, tokens, server)

    async def test_tls_with_a_trusted_certificate(self, start: Start, tokens: Tokens, trusted: SSLContext) -> None:
        async with mail_server(tls=trusted) as server:
            await sent(await start(app, **settings_for(server, smtp_security="tls")), tokens, server)

    async def test_starttls_with_one_that_nobody_vouches_for(
        self, start: Start, tokens: Tokens, certificate: Path
    ) -> None:
        async with mail_server(starttls=server_context(certificate)) as server:
            client = await start(app, **settings_for(server, smtp_security="starttls"))
            reason = await refused(client, tokens, server)
        assert reason.startswith("The mail server's certificate is not trusted (")

    async def test_tls_with_one_that_nobody_vouches_for(self, start: Start, tokens: Tokens, certificate: Path) -> None:
        async with mail_server(tls=server_context(certificate)) as server:
            client = await start(app, **settings_for(server, smtp_security="tls"))
            reason = await refused(client, tokens, server)
        assert reason.startswith("The mail server's certificate is not trusted (")

    async def test_a_server_without_starttls_gets_nothing(
        self, start: Start, tokens: Tokens, server: MailServer
    ) -> None:
        client = await start(app, **settings_for(server, smtp_security="starttls"))
        assert "STARTTLS" in await refused(client, tokens, server)

    async def test_user_name_and_password(self, start: Start, tokens: Tokens, trusted: SSLContext) -> None:
        async with mail_server(starttls=trusted, password="open sesame") as server:
            login = {"smtp_username": "mailer", "smtp_password": "open sesame"}
            await sent(await start(app, **settings_for(server, smtp_security="starttls", **login)), tokens, server)

    async def test_a_wrong_password(self, start: Start, tokens: Tokens, trusted: SSLContext) -> None:
        async with mail_server(starttls=trusted, password="open sesame") as server:
            login = {"smtp_username": "mailer", "smtp_password": "not so"}
            client = await start(app, **settings_for(server, smtp_security="starttls", **login))
            reason = await refused(client, tokens, server)
        assert "535" in reason
        assert "not so" not in reason


async def refused(client: ServiceClient, tokens: Tokens, server: MailServer) -> str:
    """Why the server does not get the email."""
    await written(client)
    await attempt(client)
    [email] = await emails(client)
    assert (email.state, server.messages) == ("failed", [])
    return email.reason or ""


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that vouches for itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mail.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = tmp_path_factory.mktemp("certificate") / "mail.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(made.public_bytes(Encoding.PEM) + private)
    return path


def server_context(certificate: Path) -> SSLContext:
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context
