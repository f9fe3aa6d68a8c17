"""Inviting users by mail, with the real cms that writes the mails."""

import uuid
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from auth.people.models import OneTimeToken, User
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, Account, bearer, log_in, make_user, signed_in
from tests.auth.mailbox import mails, token_in

CHOSEN = "nine brass cogwheels"
GRACE = {"firstName": "Grace", "lastName": "Hopper", "emailAddress": "Grace@example.org", "timezone": "UTC"}

pytestmark = pytest.mark.beside_cms


@pytest.fixture
async def account(client: ServiceClient) -> Account:
    return await make_user(client, "editor", email="grace@example.org", first_name="Grace", last_name="Hopper")


async def invite(client: ServiceClient, account: Account, headers: dict[str, str] | None = None) -> httpx.Response:
    headers = headers or await signed_in(client, "admin")
    return await client.post(f"/auth/users/{account.id}/invitation", headers=headers)


async def accept(visitor: httpx.AsyncClient, token: Any, password: str = CHOSEN) -> httpx.Response:
    return await visitor.post("/auth/invitations/acceptance", json={"token": token, "password": password})


async def inspect(visitor: httpx.AsyncClient, token: Any) -> httpx.Response:
    return await visitor.post("/auth/invitations/inspection", json={"token": token})


class TestInvite:
    async def test_mails_a_link_that_lets_them_choose_a_password(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, account: Account
    ) -> None:
        admin = await make_user(client, "admin", first_name="Ada", last_name="Lovelace")
        headers = await bearer(client, admin)
        forged = {**headers, "X-Forwarded-Host": "evil.example", "Host": "evil.example"}
        answer = await invite(client, account, forged)
        assert (answer.status_code, answer.content) == (204, b"")
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_name, mail.to_address) == ("invitation", "Grace Hopper", "grace@example.org")
        assert "Ada Lovelace" in (mail.text or "")
        assert "evil.example" not in f"{mail.text}{mail.html}"
        user = (await client.get(f"/auth/users/{account.id}", headers=headers)).json()
        assert (user["isInvited"], user["hasPassword"]) == (True, False)

        token = token_in(mail)
        found = await inspect(visitor, token)
        assert (found.status_code, found.json()) == (200, {"firstName": "Grace", "emailAddress": "grace@example.org"})
        assert (await accept(visitor, token)).status_code == 204
        assert (await log_in(visitor, "grace@example.org", CHOSEN)).json()["public"]["claims"]["scopes"] == ["editor"]
        user = (await client.get(f"/auth/users/{account.id}", headers=headers)).json()
        assert (user["isInvited"], user["hasPassword"]) == (False, True)

        for again in (await inspect(visitor, token), await accept(visitor, token, "another long password")):
            assert (again.status_code, again.json()["code"]) == (404, "token_unusable")
        assert (await log_in(visitor, "grace@example.org", CHOSEN)).status_code == 200

    async def test_together_with_making_the_user(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        form = {"person": GRACE, "scopes": ["crm:read"], "invite": True}
        answer = await client.post("/auth/users", json=form, headers=await signed_in(client, "admin"))
        assert (answer.status_code, answer.json()["isInvited"]) == (201, True)
        [mail] = await mails(cms)
        assert mail.to_address == "Grace@example.org"
        assert (await accept(visitor, token_in(mail))).status_code == 204
        assert (await log_in(visitor, " GRACE@example.org ", CHOSEN)).status_code == 200

    async def test_again_the_older_link_dies(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, account: Account
    ) -> None:
        assert (await invite(client, account)).status_code == 204
        assert len(await mails(cms)) == 1
        assert (await invite(client, account)).status_code == 204
        older, newer = map(token_in, await mails(cms))
        assert (await accept(visitor, older)).json()["code"] == "token_unusable"
        assert (await accept(visitor, newer)).status_code == 204

    async def test_nobody_who_has_a_password_or_is_disabled(self, client: ServiceClient, cms: ServiceClient) -> None:
        for account in (await make_user(client, password=PASSWORD), await make_user(client, state="disabled")):
            answer = await invite(client, account)
            assert (answer.status_code, answer.json()["code"]) == (409, "cannot_be_invited")
        assert await mails(cms) == []

    async def test_somebody_who_is_missing(self, client: ServiceClient) -> None:
        answer = await invite(client, Account(uuid.uuid4(), uuid.uuid4(), ""))
        assert (answer.status_code, answer.json()["code"]) == (404, "user_not_found")

    async def test_only_a_super_invites_one(self, client: ServiceClient, cms: ServiceClient) -> None:
        account = await make_user(client, "super")
        answer = await invite(client, account)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert await mails(cms) == []
        assert (await invite(client, account, await signed_in(client, "super"))).status_code == 204

    async def test_a_link_that_was_replaced_before_it_was_mailed_is_mailed_to_nobody(
        self, client: ServiceClient, cms: ServiceClient, account: Account
    ) -> None:
        for _ in range(2):
            assert (await invite(client, account)).status_code == 204
        assert len(await mails(cms)) == 1


class TestAccept:
    @pytest.fixture
    async def token(self, client: ServiceClient, cms: ServiceClient, account: Account) -> str:
        await invite(client, account)
        [mail] = await mails(cms)
        return token_in(mail)

    @pytest.mark.parametrize("token", ["guessed", "a" * 43, " ", "x" * 200])
    async def test_refuses_what_was_never_mailed(self, visitor: httpx.AsyncClient, token: str) -> None:
        for answer in (await inspect(visitor, token), await accept(visitor, token)):
            assert (answer.status_code, answer.json()["code"]) == (404, "token_unusable")

    @pytest.mark.parametrize("token", [{"$ne": ""}, ["x"], 1, None, True, "", "x" * 201])
    async def test_refuses_what_is_no_text(self, visitor: httpx.AsyncClient, token: Any) -> None:
        for answer in (await inspect(visitor, token), await accept(visitor, token)):
            assert answer.status_code == 422
            assert answer.json()["errors"][0]["field"] == "token"

    @pytest.mark.parametrize("password", ["short", "grace hopper", "x" * 257])
    async def test_a_password_that_is_refused_leaves_the_link_usable(
        self, visitor: httpx.AsyncClient, token: str, password: str
    ) -> None:
        refused = await accept(visitor, token, password)
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "password")
        assert (await accept(visitor, token)).status_code == 204

    async def test_refuses_one_that_has_expired(
        self, client: ServiceClient, visitor: httpx.AsyncClient, token: str
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(OneTimeToken).values(expires_at=OneTimeToken.created_at))
        for answer in (await inspect(visitor, token), await accept(visitor, token)):
            assert answer.json()["code"] == "token_unusable"

    async def test_never_replaces_a_password(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, token: str
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).where(User.id == account.id).values(password_hash="chosen by a reset"))
        assert (await accept(visitor, token)).json()["code"] == "token_unusable"
        async with client.kit.database.transaction() as session:
            query = select(User.password_hash).where(User.id == account.id)
            assert await session.scalar(query) == "chosen by a reset"

    @pytest.mark.parametrize("change", ["disable", "delete", "move"])
    async def test_is_for_who_was_invited_as_long_as_they_are_there(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, token: str, change: str
    ) -> None:
        """A link that went to a mistyped address is dead once the address is put right."""
        headers = await signed_in(client, "admin")
        match change:
            case "disable":
                path = f"/auth/users/{account.id}"
                await client.put(path, json={"state": "disabled"}, headers=headers)
                await client.put(path, json={"state": "active"}, headers=headers)
            case "delete":
                await client.delete(f"/auth/users/{account.id}", headers=headers)
            case _:
                path = f"/auth/people/{account.person_id}"
                moved = {**GRACE, "emailAddress": "hopper@example.org"}
                assert (await client.put(path, json=moved, headers=headers)).status_code == 200
        assert (await accept(visitor, token)).json()["code"] == "token_unusable"


class TestAnAddressThatAnAdministratorChanges:
    async def test_tells_the_old_mailbox(self, client: ServiceClient, cms: ServiceClient) -> None:
        account = await make_user(client, "editor", email="grace@example.org", password=PASSWORD)
        path, headers = f"/auth/people/{account.person_id}", await signed_in(client, "admin")
        moved = {**GRACE, "emailAddress": "hopper@example.org"}
        assert (await client.put(path, json=moved, headers=headers)).status_code == 200
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_address) == ("address_changed", "grace@example.org")

    async def test_tells_nobody_of_one_that_was_never_used(
        self, client: ServiceClient, cms: ServiceClient, account: Account
    ) -> None:
        path, headers = f"/auth/people/{account.person_id}", await signed_in(client, "admin")
        await client.put(path, json={**GRACE, "emailAddress": "hopper@example.org"}, headers=headers)
        assert await mails(cms) == []
