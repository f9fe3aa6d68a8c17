import pytest

from kit.testing import ServiceClient, Start
from tests.kit.service import app


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)
