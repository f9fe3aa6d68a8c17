"""The calls that connect a site with Google and ask for its visits."""

from datetime import UTC, date, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from cms.analytics import service
from cms.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.google_entries import configure_google
from tests.fakes.google import Google, Visit

USER = "0198f2a0-0000-7000-8000-000000000001"


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> date:
    """The day of the test to its end, and not that of its import, which may be the one before."""
    day = datetime.now(UTC).date()

    async def the_same(_session: AsyncSession) -> date:
        return day

    monkeypatch.setattr(service, "_today", the_same)
    return day


@pytest.fixture
def google(today: date) -> Google:
    google = Google()
    google.visits = [
        Visit(today, "ann", "/", "google"),
        Visit(today, "ann", "/prices", "google"),
        Visit(today - timedelta(days=1), "ann", "/prices", "google"),
        Visit(today - timedelta(days=1), "bob", "/blog/first"),
        Visit(today - timedelta(days=40), "eve", "/prices"),
    ]
    return google


@pytest.fixture
async def client(start: Start, google: Google) -> ServiceClient:
    """cms with a Google at hand, set up for it and not connected."""
    client = await start(app, mounts={"http://google.test": google.app}, google_url="http://google.test/")
    await configure_google(client)
    return client


async def begin(client: ServiceClient, tokens: Tokens, user: str = USER) -> dict[str, str]:
    answer = await client.post("/cms/google/consent", headers=tokens.bearer("admin", user=user))
    assert answer.status_code == 200, answer.text
    asked = parse_qs(urlsplit(answer.json()["address"]).query, strict_parsing=True)
    return {name: values[0] for name, values in asked.items()}


async def come_back(client: ServiceClient, tokens: Tokens, body: dict[str, str], user: str = USER) -> httpx.Response:
    return await client.post("/cms/google/authorise", json=body, headers=tokens.bearer("admin", user=user))


async def connect(client: ServiceClient, tokens: Tokens, google: Google) -> httpx.Response:
    asked = await begin(client, tokens)
    return await come_back(client, tokens, {"code": google.code(asked["code_challenge"]), "state": asked["state"]})


async def report(client: ServiceClient, tokens: Tokens, **query: str) -> httpx.Response:
    params = {name.replace("_", "-"): value for name, value in query.items()}
    return await client.get("/cms/google/reports", params=params, headers=tokens.bearer("editor"))


async def state(client: ServiceClient, tokens: Tokens) -> tuple[bool, bool]:
    found = (await client.get("/cms/google", headers=tokens.bearer("editor"))).json()
    assert found["redirectAddress"] == "http://localhost:8080/oauth2/callback/google"
    return found["isConfigured"], found["isConnected"]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.fixture
async def connected(client: ServiceClient, tokens: Tokens, google: Google) -> ServiceClient:
    assert (await connect(client, tokens, google)).status_code == 204
    return client
