"""The ends of API tokens: by hand, with what their owners lose, and with time."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import update

from auth.grants.api_token_revocation import invalidate_answers, revoke_with_scope
from auth.grants.models import ApiToken
from auth.grants.repository import ScopeRepository
from auth.housekeeping import purge
from auth.people.models import User
from auth.people.repository import UserRepository
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, make_user
from tests.auth.programs import OWN, carrying, entries, forget_what_was_said, make_token, status, take_away


async def set_state(client: ServiceClient, account: Account, state: str) -> None:
    """Disable or enable the user, as an administrator does."""
    async with client.kit.database.transaction() as session:
        await session.execute(update(User).where(User.id == account.id).values(state=state))
        await invalidate_answers(session, client.kit.redis, account.id)


class TestOwnersScopes:
    async def test_a_token_that_holds_a_lost_scope_is_revoked_at_once(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin", "crm:read")
        token = await make_token(client, account, "admin", "crm:read")
        unaffected = await make_token(client, account, "crm:read")
        assert await status(client, token) == 200
        assert await status(client, unaffected, OWN) == 200
        await take_away(client, account, "crm:read")
        assert await status(client, token) == 401
        assert await status(client, unaffected, OWN) == 200
        found = {row["id"]: row for row in (await client.get(OWN, headers=carrying(unaffected))).json()["results"]}
        assert found[token["id"]]["revokedAt"] is not None
        assert found[unaffected["id"]]["revokedAt"] is None
        (entry,) = await entries(client, "api_token.revoked")
        assert entry.details == {"tokenId": token["id"], "name": "Nightly import", "reason": "scopes"}

    async def test_it_stays_revoked_when_the_scope_comes_back(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        token = await make_token(client, account, "admin")
        await take_away(client, account)
        async with client.kit.database.transaction() as session:
            user = await UserRepository(session).get_for_update(account.id)
            user.scopes = [*await ScopeRepository(session).named("admin")]
        await client.kit.redis.client.flushdb()
        assert await status(client, token) == 401

    async def test_a_scope_is_never_more_than_the_owners(self, client: ServiceClient) -> None:
        """Even where nobody has thought of revoking the token."""
        account = await make_user(client, "admin", "crm:read")
        token = await make_token(client, account, "admin", "crm:read")
        async with client.kit.database.transaction() as session:
            user = await UserRepository(session).get_for_update(account.id)
            user.scopes = [*await ScopeRepository(session).named("crm:read")]
        assert await status(client, token) == 403
        assert await status(client, token, OWN) == 200

    async def test_a_scope_that_is_renamed_or_deleted_takes_its_tokens_along(self, client: ServiceClient) -> None:
        account = await make_user(client, "super")
        named, other = await make_token(client, account, "crm:read"), await make_token(client, account, "crm:write")
        async with client.kit.database.transaction() as session:
            await revoke_with_scope(session, client.kit.redis, "crm:read")
        assert await status(client, named, OWN) == 401
        assert await status(client, other, OWN) == 200


class TestOwnersState:
    async def test_a_disabled_owners_token_is_refused_at_once_and_good_again_after(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        token = await make_token(client, account, "admin")
        assert await status(client, token) == 200
        await set_state(client, account, "disabled")
        assert await status(client, token) == 401
        forget_what_was_said(client)
        await client.kit.redis.client.flushdb()
        assert await status(client, token) == 401
        await set_state(client, account, "active")
        forget_what_was_said(client)
        await client.kit.redis.client.flushdb()  # what it holds is over after a minute
        assert await status(client, token) == 200

    async def test_a_deleted_owners_token_is_refused_at_once(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        token = await make_token(client, account, "admin")
        assert await status(client, token) == 200
        async with client.kit.database.transaction() as session:
            user = await UserRepository(session).get_for_update(account.id)
            await invalidate_answers(session, client.kit.redis, account.id)
            await session.delete(user)
        assert await status(client, token) == 401


class TestDelete:
    async def test_ones_own_works_at_once(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        token = await make_token(client, account, "admin")
        assert await status(client, token) == 200
        answer = await client.delete(f"{OWN}/{token['id']}", headers=await bearer(client, account))
        assert answer.status_code == 204
        assert await status(client, token) == 401
        await client.kit.redis.client.flushdb()
        forget_what_was_said(client)
        assert await status(client, token) == 401
        assert len(await entries(client, "api_token.revoked")) == 1

    async def test_nobody_elses(self, client: ServiceClient) -> None:
        token = await make_token(client, await make_user(client, "admin"), "admin")
        stranger = await bearer(client, await make_user(client, "admin"))
        answer = await client.delete(f"{OWN}/{token['id']}", headers=stranger)
        assert (answer.status_code, answer.json()["code"]) == (404, "api_token_not_found")
        assert await status(client, token) == 200


class TestAdministration:
    def path(self, account: Account, token: dict[str, Any] | None = None) -> str:
        return f"/auth/users/{account.id}/api-tokens" + (f"/{token['id']}" if token else "")

    async def test_lists_and_revokes_those_of_others(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        token = await make_token(client, account, "editor")
        headers = await bearer(client, await make_user(client, "admin"))
        listed = await client.get(self.path(account), headers=headers)
        assert [row["id"] for row in listed.json()["results"]] == [token["id"]]
        assert token["token"] not in listed.text
        assert (await client.delete(self.path(account, token), headers=headers)).status_code == 204
        assert await status(client, token, OWN) == 401

    async def test_those_of_a_super_need_super(self, client: ServiceClient) -> None:
        account = await make_user(client, "super")
        token = await make_token(client, account, "super")
        admin = await bearer(client, await make_user(client, "admin"))
        answer = await client.delete(self.path(account, token), headers=admin)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        other_super = await bearer(client, await make_user(client, "super"))
        assert (await client.delete(self.path(account, token), headers=other_super)).status_code == 204

    async def test_a_token_is_looked_for_among_its_owners_only(self, client: ServiceClient) -> None:
        token = await make_token(client, await make_user(client, "super"), "super")
        other, headers = await make_user(client), await bearer(client, await make_user(client, "admin"))
        assert (await client.delete(self.path(other, token), headers=headers)).status_code == 404
        assert await status(client, token) == 200

    async def test_of_a_user_who_is_not_there(self, client: ServiceClient) -> None:
        gone = f"/auth/users/{uuid.uuid4()}/api-tokens"
        answer = await client.get(gone, headers=await bearer(client, await make_user(client, "admin")))
        assert (answer.status_code, answer.json()["code"]) == (404, "user_not_found")


class TestPurge:
    async def test_forgets_tokens_that_expired_long_ago(self, client: ServiceClient) -> None:
        account = await make_user(client)
        old, young = await make_token(client, account), await make_token(client, account)
        async with client.kit.database.transaction() as session:
            for token, days in ((old, 31), (young, 29)):
                long_ago = datetime.now(UTC) - timedelta(days=days)
                which = ApiToken.id == uuid.UUID(token["id"])
                await session.execute(update(ApiToken).where(which).values(expires_at=long_ago))
        await purge(client.kit)
        listed = await client.get(OWN, headers=await bearer(client, account))
        assert [row["id"] for row in listed.json()["results"]] == [young["id"]]
