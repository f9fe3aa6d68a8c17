from collections.abc import AsyncIterator

import httpx
import pytest

from auth.app import app
from kit.testing import ServiceClient, Start
from tests.auth.factory import browser
from tests.auth.second_factors import Clock

SETUP_CODE = "set-up-code-of-the-tests"


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    """The auth service, which asks itself about keys and sessions as the other services ask it."""
    return await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE)


@pytest.fixture
async def visitor(client: ServiceClient) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on a page of the site, with nobody logged in."""
    async with browser(client) as window:
        yield window


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What codes of authenticator apps go by; the test moves it."""
    clock = Clock()
    monkeypatch.setattr("auth.factors.totp.time", clock)
    return clock
