"""What arrives at a real SMTP server."""

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.delivering import FROM, body, emails, sent, settings_for
from tests.cms.factory import config_entry
from tests.cms.test_emails_written import LINK, NOTICE
from tests.mail_server import MailServer


@pytest.fixture
async def client(start: Start, server: MailServer) -> ServiceClient:
    """cms, which has its mail taken by the server."""
    return await start(app, **settings_for(server))


class TestMessage:
    async def test_has_text_and_html(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        message = await sent(client, tokens, server, kind="reset_password")
        assert message.get_content_type() == "multipart/alternative"
        assert LINK in body(message, "plain").splitlines()
        assert f'href="{LINK}"' in body(message, "html")
        assert "<img" not in body(message, "html")

    async def test_has_the_headers_it_needs(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        message = await sent(client, tokens, server)
        [email] = await emails(client)
        assert message["From"] == FROM
        assert message["To"] == "Ann Ash <ann@example.org>"
        assert message["Subject"] == "Your password for localhost was changed"
        assert message["Message-ID"] == f"<{email.id}@willow.example>"
        assert message["Auto-Submitted"] == "auto-generated"
        assert message["Date"].datetime == email.created_at.replace(microsecond=0)
        assert server.envelopes == [("mail@willow.example", ["ann@example.org"])]

    async def test_comes_from_the_site_unless_set_otherwise(
        self, start: Start, tokens: Tokens, server: MailServer
    ) -> None:
        client = await start(app, **settings_for(server, mail_from=None, public_url="https://www.willow.example"))
        await config_entry(client, "siteName", "Willow, Ltd")
        data = {**NOTICE, "link": "https://www.willow.example/cms-admin/account"}
        message = await sent(client, tokens, server, data=data)
        assert message["From"] == '"Willow, Ltd" <no-reply@www.willow.example>'

    async def test_lets_nobody_write_headers(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        to = {"name": "Ann\r\nBcc: all@example.org\r\n\r\nHello", "emailAddress": "ann@example.org"}
        await config_entry(client, "siteName", "Willow\r\nX-Own: 1\r\n\r\n<html>")
        message = await sent(client, tokens, server, to=to)
        assert message["Bcc"] is message["X-Own"] is None
        assert message["To"].addresses[0].display_name == "Ann Bcc: all@example.org Hello"
        assert message["Subject"] == "Your password for Willow X-Own: 1 <html> was changed"
        assert server.envelopes[0][1] == ["ann@example.org"]

    async def test_carries_any_letters(self, client: ServiceClient, tokens: Tokens, server: MailServer) -> None:
        to = {"name": "Zoë 山田 <z@example.org>,", "emailAddress": "ann@example.org"}
        message = await sent(client, tokens, server, to=to)
        [address] = message["To"].addresses
        assert (address.display_name, address.addr_spec) == ("Zoë 山田 <z@example.org>,", "ann@example.org")
        assert "Hello Zoë 山田 <z@example.org>,," in body(message, "plain")
        assert message.as_bytes().isascii()

    async def test_names_nobody_whose_name_a_stranger_chose(
        self, client: ServiceClient, tokens: Tokens, server: MailServer
    ) -> None:
        message = await sent(client, tokens, server, kind="confirm_registration")
        assert message["To"] == "ann@example.org"
