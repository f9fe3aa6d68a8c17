"""API tokens for tests, and the programs that call with them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from auth.grants.api_token_revocation import revoke_beyond_scopes
from auth.grants.repository import ScopeRepository
from auth.people.repository import UserRepository
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer

OWN = "/auth/account/api-tokens"


def form(*scopes: str, **changed: Any) -> dict[str, Any]:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    return {"name": "Nightly import", "scopes": list(scopes), "expiresAt": tomorrow.isoformat(), **changed}


async def make_token(client: ServiceClient, account: Account, *scopes: str, **changed: Any) -> dict[str, Any]:
    """What the making of a token answers."""
    answer = await client.post(OWN, json=form(*scopes, **changed), headers=await bearer(client, account))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def carrying(token: dict[str, Any]) -> dict[str, str]:
    """Headers of a program that calls with the token."""
    return {"Authorization": f"Bearer {token['token']}"}


async def status(client: ServiceClient, token: dict[str, Any], path: str = "/auth/users") -> int:
    return (await client.get(path, headers=carrying(token))).status_code


async def entries(client: ServiceClient, action: str) -> list[AuditEntry]:
    async with client.kit.database.reading() as session:
        return [*await session.scalars(select(AuditEntry).where(AuditEntry.action == action))]


def forget_what_was_said(client: ServiceClient) -> None:
    """Have it be half a minute later."""
    client.kit.api_tokens._answers.clear()


async def take_away(client: ServiceClient, account: Account, *kept: str) -> None:
    """Leave the user only these scopes, as an administrator who changes scopes does."""
    async with client.kit.database.transaction() as session:
        user = await UserRepository(session).get_for_update(account.id)
        user.scopes = [*await ScopeRepository(session).named(*kept)]
        await session.flush()
        await revoke_beyond_scopes(session, client.kit.redis, user)
