"""Names that try to be addresses: From and To hold one each, as a mail program reads them."""

import email
from email.header import decode_header, make_header
from email.utils import getaddresses

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start
from tests.cms.delivering import attempt, settings_for
from tests.cms.factory import config_entry
from tests.cms.test_emails_written import NOTICE, written
from tests.mail_server import MailServer

HOSTILE = [
    "x" * 90 + ", evil@example.com",
    "word " * 30 + "evil@example.com, other",
    "Ada <evil@example.com>, " * 8 + "Bea",
    '"Quoted" \\ back, comma, ' * 6 + "end",
    '"',
    "\\",
    "a\\",
    "x " * 120 + '", "evil@example.com',
    "Group: evil@example.com;",
    "(" * 60 + "comment, evil@example.com",
    "Ä, <evil@example.com>, " * 10 + "Ö",
    "=?utf-8?q?evil?= <evil@example.com>",
    "=?utf-8?b?IiwgZXZpbEBleGFtcGxlLmNvbSwgIg==?=",
    "a," * 150,
    "." * 400,
    "日本" * 100,
    "Ann\r\nBcc: evil@example.com",
    "Ann\u2028Bcc: evil@example.com\x0b\x85",
]


def one_line(name: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


def read(content: bytes, header: str) -> list[tuple[str, str]]:
    """Names and addresses, by the older of Python's two parsers, which shares nothing with the one that writes."""
    message = email.message_from_bytes(content)
    assert message.get_all("Bcc") is None
    values = message.get_all(header) or []
    assert len(values) == 1
    return [
        (str(make_header(decode_header(name))), address)
        for name, address in getaddresses([value.replace("\r\n", "") for value in values])
    ]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
async def test_it_stays_a_name(start: Start, server: MailServer, name: str) -> None:
    client: ServiceClient = await start(
        app, **settings_for(server, mail_from=None, public_url="https://www.willow.example")
    )
    await config_entry(client, "siteName", name)
    data = {**NOTICE, "link": "https://www.willow.example/cms-admin/account"}
    await written(client, data=data, to={"name": name, "emailAddress": "ann@example.org"})
    await attempt(client)
    [content] = server.contents
    assert read(content, "From") == [(one_line(name), "no-reply@www.willow.example")]
    assert read(content, "To") == [(one_line(name), "ann@example.org")]
    assert server.envelopes == [("no-reply@www.willow.example", ["ann@example.org"])]
    [message] = server.messages
    for header in ("From", "To"):
        assert len(message[header].addresses) == 1
    assert max(map(len, content.splitlines())) <= 998
