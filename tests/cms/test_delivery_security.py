"""Mail over TLS, with certificates that are trusted or not, and with passwords."""

from pathlib import Path
from ssl import SSLContext

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.certificates import make_certificate, server_context
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
    return make_certificate(tmp_path_factory.mktemp("certificate"))
