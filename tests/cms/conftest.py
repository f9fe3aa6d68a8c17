from collections.abc import AsyncIterator

import pytest

from cms.app import app
from kit.testing import ServiceClient, Start
from tests.mail_server import MailServer, mail_server


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    """An SMTP server that takes everything."""
    async with mail_server() as running:
        yield running
