import pytest

from cms.app import app
from kit.testing import ServiceClient, Start


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)
