"""What the doctor says of the mail server."""

from pathlib import Path

import pytest

from deploy.doctor.findings import Finding
from deploy.doctor.mail import check_mail
from kit.testing.engines import free_port
from tests.certificates import make_certificate, server_context
from tests.mail_server import MailServer, mail_server


def _settings(server: MailServer, security: str = "none", **more: str) -> dict[str, str]:
    return {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(server.port), "SMTP_SECURITY": security, **more}


async def _found(settings: dict[str, str]) -> Finding:
    [found], _ = await check_mail(settings)
    assert "open sesame" not in str(found)
    return found


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return make_certificate(tmp_path)


async def test_is_kept_without_a_server() -> None:
    found = await _found({})
    assert (found.level, found.advice) == ("warning", "set SMTP_HOST")


async def test_is_taken() -> None:
    async with mail_server() as server:
        found = await _found(_settings(server))
    assert (found.level, found.said) == ("ok", f"127.0.0.1:{server.port} answers")
    assert not server.messages


async def test_is_taken_after_a_login(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with mail_server(starttls=server_context(certificate), password="open sesame") as server:
        login = {"SMTP_USERNAME": "mailer", "SMTP_PASSWORD": "open sesame"}
        found = await _found(_settings(server, "starttls", **login))
    assert (found.level, found.said) == ("ok", f"127.0.0.1:{server.port} answers and takes the login")


async def test_has_another_password(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with mail_server(starttls=server_context(certificate), password="another") as server:
        login = {"SMTP_USERNAME": "mailer", "SMTP_PASSWORD": "open sesame"}
        found = await _found(_settings(server, "starttls", **login))
    assert (found.level, found.advice) == ("fault", "correct SMTP_USERNAME and SMTP_PASSWORD")
    assert "535" in found.said


async def test_does_not_answer() -> None:
    found = await _found({"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(free_port()), "SMTP_SECURITY": "none"})
    assert (found.level, "does not answer" in found.said) == ("fault", True)


async def test_has_no_starttls() -> None:
    async with mail_server() as server:
        found = await _found(_settings(server, "starttls"))
    assert (found.level, found.said) == ("fault", f"127.0.0.1:{server.port} has no STARTTLS")


@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_has_a_certificate_that_nobody_trusts(certificate: Path, security: str) -> None:
    context = server_context(certificate)
    is_tls = security == "tls"
    async with mail_server(tls=context if is_tls else None, starttls=None if is_tls else context) as server:
        found = await _found(_settings(server, security))
    assert (found.level, found.said.startswith("the certificate of")) == ("fault", True)


async def test_speaks_without_tls_where_tls_is_set() -> None:
    async with mail_server() as server:
        found = await _found(_settings(server, "tls"))
    assert (found.level, "SMTP_SECURITY" in found.advice) == ("fault", True)
