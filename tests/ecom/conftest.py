import pytest

from kit.testing import Start, Tokens
from tests.ecom.catalogue import Shop, open_shop


@pytest.fixture
async def shop(start: Start, tokens: Tokens) -> Shop:
    return await open_shop(start, tokens)
