from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp

from auth.app import app
from cms.app import app as cms_app
from kit.testing import ServiceClient, Start
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, make_user, signed_in
from tests.auth.hashing import quick_hashing  # noqa: F401  # for all tests here
from tests.auth.profiles import make_schema
from tests.auth.second_factors import Clock

SETUP_CODE = "set-up-code-of-the-tests"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "beside_cms: `client` has cms in reach, which takes longer to start.")


@pytest.fixture
def client(request: pytest.FixtureRequest) -> ServiceClient:
    """The auth service: with cms in reach where a test, or its file, is marked `beside_cms`."""
    kind = "beside_cms" if request.node.get_closest_marker("beside_cms") else "alone"
    found: ServiceClient = request.getfixturevalue(kind)
    return found


@pytest.fixture
async def alone(start: Start) -> ServiceClient:
    """The auth service, which asks itself about keys and sessions as the other services ask it."""
    return await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE)


@pytest.fixture
async def cms(start: Start) -> ServiceClient:
    """The cms service, which has no mail server, keeps what it writes, and follows what auth tells."""
    return await start(cms_app, mounts={"http://auth.test": app})


@pytest.fixture
async def beside_cms(start: Start, cms: ServiceClient) -> ServiceClient:
    """The auth service with cms in reach, for tests of what has mail sent."""
    mounts: dict[str, ServiceClient | ASGIApp] = {"http://auth.test": app, "http://cms.test": cms}
    return await start(app, mounts=mounts, setup_code=SETUP_CODE)


@pytest.fixture
async def visitor(client: ServiceClient) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on a page of the site, with nobody logged in."""
    async with browser(client) as window:
        yield window


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What codes of authenticator apps go by; the test moves it."""
    clock = Clock()
    monkeypatch.setattr("auth.credentials.totp.time", clock)
    return clock


@pytest.fixture
async def admin(client: ServiceClient) -> dict[str, str]:
    """Headers of an administrator."""
    return await signed_in(client, "admin")


@pytest.fixture
async def account(client: ServiceClient) -> Account:
    """Somebody who edits the site, and has a password to log in by."""
    return await make_user(client, "editor", email=EMAIL, password=PASSWORD)


@pytest.fixture
async def headers(client: ServiceClient, account: Account) -> dict[str, str]:
    """Of the account's owner, who has just logged in."""
    return await bearer(client, account)


@pytest.fixture
async def member(client: ServiceClient) -> Account:
    """Somebody without any scope."""
    return await make_user(client)


@pytest.fixture
async def schema(client: ServiceClient, admin: dict[str, str]) -> dict[str, Any]:
    """A schema that members may write by."""
    return await make_schema(client, admin)
