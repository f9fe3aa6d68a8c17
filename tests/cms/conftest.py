from collections.abc import AsyncIterator

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start
from tests.mail_server import MailServer, mail_server


@pytest.fixture(autouse=True)
def patient_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Emails are drawn however late a busy machine lets the sandbox have its answer."""
    monkeypatch.setattr("cms.email_templates.sandbox.SECONDS", 60.0)


@pytest.fixture(autouse=True)
def cheap_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """What costs a sender of spam a moment for each message would cost these tests minutes."""
    monkeypatch.setattr("cms.contact_forms.tickets.DIFFICULTY", 4)


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    """An SMTP server that takes everything."""
    async with mail_server() as running:
        yield running
