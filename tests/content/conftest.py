import pytest

from content.app import app
from kit.testing import ServiceClient, Start, Tokens
from tests.content.factory import JSON, Site, put_site


@pytest.fixture(autouse=True)
def patient_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches end in time where a busy machine lets them come late; those that do not, are tested by tests of their own."""
    monkeypatch.setattr("content.search.service.TIMEOUT", 60.0)


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    """The content service, not set up yet."""
    return await start(app)


@pytest.fixture
async def site(client: ServiceClient, tokens: Tokens) -> Site:
    """The content service with its first pages."""
    await put_site(client, tokens)
    return Site(client, tokens)


@pytest.fixture
async def page(site: Site) -> JSON:
    """A new page with its title, which is all that it shows of its own."""
    return await site.new_page("/about", "About")
