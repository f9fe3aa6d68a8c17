"""Logging in by a passkey, as tests do it."""

from typing import Any

import httpx
import pytest

from kit.testing import ServiceClient
from tests.auth.authenticator import Authenticator
from tests.auth.factory import Account, bearer
from tests.auth.second_factors import add_passkey


@pytest.fixture
async def device(client: ServiceClient, account: Account) -> Authenticator:
    """A device that has a passkey of the account."""
    device = Authenticator()
    assert (await add_passkey(client, await bearer(client, account), device)).status_code == 201
    return device


async def sent(window: httpx.AsyncClient, challenge: str, credential: dict[str, Any]) -> tuple[int, str]:
    """Status and code of a login with what an authenticator gave."""
    answer = await window.post("/auth/tokens", json={"challenge": challenge, "passkey": credential})
    return answer.status_code, answer.json().get("code", "")


REFUSED = (401, "passkey_refused")


OVER = (401, "challenge_expired")
