"""`/auth/account`: one's own account, its address, and leaving."""

import uuid

import httpx
import pytest
from sqlalchemy import func, select, text

from auth.people.models import Person, User
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.authenticator import Authenticator
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_person, make_user, signed_in
from tests.auth.mailbox import link_in, mails, token_in
from tests.auth.programs import OWN, carrying, form
from tests.auth.second_factors import add_passkey

NEW = "Ada@Engines.example"
ADDRESS = "/auth/account/email-address"
CONFIRMATION = f"{ADDRESS}/confirmation"

pytestmark = pytest.mark.beside_cms


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def confirmed_long_ago(client: ServiceClient) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'"))


async def actions(client: ServiceClient) -> list[str]:
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))).all()]


class TestGet:
    async def test_has_all_there_is(self, client: ServiceClient, account: Account, headers: dict[str, str]) -> None:
        found = (await client.get("/auth/account", headers=headers)).json()
        user = found.pop("user")
        assert (user["id"], user["person"]["emailAddress"], user["scopes"]) == (str(account.id), EMAIL, ["editor"])
        assert found.pop("confirmedUntil") is not None
        assert found == {
            "totp": {"isEnabled": False, "enabledAt": None},
            "recoveryCodesLeft": 0,
            "passkeys": [],
            "needsSecondFactor": False,
            "pendingEmailAddress": None,
        }

    async def test_with_a_passkey_and_a_scope_that_asks_for_one(
        self, client: ServiceClient, headers: dict[str, str]
    ) -> None:
        await add_passkey(client, headers, Authenticator(), "Laptop")
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE scopes SET requires_second_factor = true WHERE name = 'editor'"))
        found = (await client.get("/auth/account", headers=headers)).json()
        assert [passkey["name"] for passkey in found["passkeys"]] == ["Laptop"]
        assert (found["needsSecondFactor"], found["recoveryCodesLeft"] > 0) == (True, True)

    async def test_says_when_a_confirmation_is_over(self, client: ServiceClient, headers: dict[str, str]) -> None:
        before = (await client.get("/auth/account", headers=headers)).json()["confirmedUntil"]
        await confirmed_long_ago(client)
        assert (await client.get("/auth/account", headers=headers)).json()["confirmedUntil"] < before

    async def test_of_nobody(self, client: ServiceClient) -> None:
        assert refused(await client.get("/auth/account")) == (401, "unauthorized")


class TestAddress:
    async def ask(self, client: httpx.AsyncClient, headers: dict[str, str], address: object = NEW) -> httpx.Response:
        return await client.post(ADDRESS, json={"emailAddress": address}, headers=headers)

    async def confirm(self, client: httpx.AsyncClient, headers: dict[str, str], token: str) -> httpx.Response:
        return await client.post(CONFIRMATION, json={"token": token}, headers=headers)

    async def test_changes_once_the_new_mailbox_confirms_it(
        self,
        client: ServiceClient,
        cms: ServiceClient,
        visitor: httpx.AsyncClient,
        account: Account,
        headers: dict[str, str],
    ) -> None:
        forged = {**headers, "Host": "evil.example", "X-Forwarded-Host": "evil.example"}
        answer = await self.ask(client, forged, f" {NEW} ")
        assert (answer.status_code, answer.json()) == (202, {})
        [link, notice] = sorted(await mails(cms), key=lambda mail: mail.kind, reverse=True)
        assert (link.kind, link.to_address, notice.kind, notice.to_address) == (
            "confirm_address",
            NEW,
            "address_change_asked",
            EMAIL,
        )
        assert NEW in (notice.text or "")
        assert "evil.example" not in f"{link.text}{link.html}{notice.text}{notice.html}"
        assert link_in(link).startswith("/cms-login/confirm#token=")
        assert link_in(link).endswith("&kind=email-address")
        assert (await client.get("/auth/account", headers=headers)).json()["pendingEmailAddress"] == NEW
        assert (await log_in(visitor, NEW)).status_code == 401

        assert (await self.confirm(client, headers, token_in(link))).status_code == 204
        # Kept for 30 seconds otherwise.
        person = (await client.get(f"/auth/people/{account.person_id}", headers=headers)).json()
        assert person["emailAddress"] == NEW
        assert (await client.get("/auth/account", headers=headers)).json()["pendingEmailAddress"] is None
        assert (await log_in(visitor, EMAIL)).status_code == 401
        assert (await log_in(visitor, " ADA@engines.EXAMPLE")).status_code == 200
        again = await self.confirm(client, headers, token_in(link))
        assert refused(again) == (404, "token_unusable")
        assert "person.updated" in await actions(client)

    async def test_the_person_is_not_read_from_the_cache_afterwards(
        self, client: ServiceClient, cms: ServiceClient, account: Account, headers: dict[str, str]
    ) -> None:
        path = f"/auth/people/{account.person_id}"
        assert (await client.get(path, headers=headers)).json()["emailAddress"] == EMAIL
        await self.ask(client, headers)
        await self.confirm(client, headers, token_in((await mails(cms))[0]))
        assert (await client.get(path, headers=headers)).json()["emailAddress"] == NEW

    async def test_somebody_elses_is_told_to_them_and_not_to_who_asks(
        self, client: ServiceClient, cms: ServiceClient, headers: dict[str, str]
    ) -> None:
        await make_user(client, email="grace@example.org")
        answer = await self.ask(client, headers, "GRACE@example.org")
        assert (answer.status_code, answer.json()) == (202, {})
        kinds = {mail.to_address: mail.kind for mail in await mails(cms)}
        assert kinds == {"GRACE@example.org": "already_registered", EMAIL: "address_change_asked"}

    async def test_taken_by_somebody_in_the_meantime(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str]
    ) -> None:
        await self.ask(client, headers)
        token = token_in((await mails(cms))[0])
        await make_person(client, NEW)
        answer = await self.confirm(client, headers, token)
        assert refused(answer) == (409, "email_address_taken")
        assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_a_change_of_password_calls_it_off(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str]
    ) -> None:
        await self.ask(client, headers)
        token = token_in((await mails(cms))[0])
        await log_in(visitor, EMAIL)
        body = {"currentPassword": PASSWORD, "password": "four copper lanterns"}
        assert (await visitor.put("/auth/users/reset-password", json=body)).status_code == 204
        assert refused(await visitor.post(CONFIRMATION, json={"token": token})) == (404, "token_unusable")

    async def test_a_link_that_a_stranger_asked_for_gives_their_account_nobodys_address(
        self, client: ServiceClient, cms: ServiceClient, visitor: httpx.AsyncClient, headers: dict[str, str]
    ) -> None:
        """Who has the mailbox, and opens the link without a thought, is not the account's owner."""
        await self.ask(client, headers)
        token = token_in(next(mail for mail in await mails(cms) if mail.to_address == NEW))
        assert refused(await self.confirm(visitor, {}, token)) == (401, "unauthorized")
        await make_user(client, email="grace@example.org", password=PASSWORD)
        await log_in(visitor, "grace@example.org")
        assert refused(await self.confirm(visitor, {}, token)) == (403, "other_account")
        assert (await visitor.get("/auth/account")).json()["user"]["person"]["emailAddress"] == "grace@example.org"
        # Nothing is lost to the owner of the account, if the mailbox is theirs after all.
        assert (await self.confirm(client, headers, token)).status_code == 204

    async def test_needs_a_session_confirmed_lately(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await confirmed_long_ago(client)
        assert refused(await self.ask(client, headers)) == (403, "confirmation_needed")
        assert (await client.get("/auth/account", headers=headers)).json()["pendingEmailAddress"] is None

    async def test_five_an_hour(self, client: ServiceClient, headers: dict[str, str]) -> None:
        answers = [await self.ask(client, headers, f"ada{n}@example.org") for n in range(6)]
        assert [answer.status_code for answer in answers] == [202] * 5 + [429]

    @pytest.mark.parametrize("odd", ["", "ada", "a@b@c.d", "a\n@b.c", ["a@b.c"], {"a": 1}, 1, None, "a" * 250 + "@b.c"])
    async def test_an_address_that_is_none(self, client: ServiceClient, headers: dict[str, str], odd: object) -> None:
        answer = await self.ask(client, headers, odd)
        assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, ["emailAddress"])

    @pytest.mark.parametrize("odd", [{"$ne": ""}, ["a"], 1, None, ""])
    async def test_a_token_that_is_none(self, client: ServiceClient, headers: dict[str, str], odd: object) -> None:
        assert (await client.post(CONFIRMATION, json={"token": odd}, headers=headers)).status_code == 422

    async def test_not_from_another_sites_page(self, client: ServiceClient, account: Account) -> None:
        async with browser(client) as window:
            await log_in(window, EMAIL)
            window.headers["Origin"] = "https://evil.example"
            assert refused(await self.ask(window, {})) == (403, "origin_mismatch")
            assert refused(await window.delete("/auth/account")) == (403, "origin_mismatch")


class TestDelete:
    async def test_the_user_and_the_person_go_and_the_sessions_end(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, headers: dict[str, str]
    ) -> None:
        await log_in(visitor, EMAIL)
        answer = await visitor.delete("/auth/account")
        assert (answer.status_code, answer.content) == (204, b"")
        assert not visitor.cookies
        assert refused(await client.get("/auth/account", headers=headers)) == (401, "session_revoked")
        assert (await log_in(visitor, EMAIL)).status_code == 401
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(User)) == 0
            assert await session.scalar(select(func.count()).select_from(Person)) == 0
            entries = (await session.scalars(select(AuditEntry).order_by(AuditEntry.id))).all()
        assert [(entry.action, entry.subject_name) for entry in entries][-2:] == [
            ("user.deleted", "Ada Lovelace"),
            ("person.deleted", "Ada Lovelace"),
        ]
        admin = await signed_in(client, "admin")
        assert (await client.get(f"/auth/people/{account.person_id}", headers=admin)).status_code == 404

    async def test_the_last_super_stays(self, client: ServiceClient) -> None:
        boss = await make_user(client, "super", password=PASSWORD)
        headers = await bearer(client, boss)
        assert refused(await client.delete("/auth/account", headers=headers)) == (409, "last_super")
        assert (await client.get(f"/auth/users/{boss.id}", headers=headers)).status_code == 200
        await make_user(client, "super", password=PASSWORD)
        assert (await client.delete("/auth/account", headers=headers)).status_code == 204

    async def test_needs_a_session_confirmed_lately(self, client: ServiceClient, headers: dict[str, str]) -> None:
        await confirmed_long_ago(client)
        assert refused(await client.delete("/auth/account", headers=headers)) == (403, "confirmation_needed")
        assert (await client.get("/auth/account", headers=headers)).status_code == 200

    async def test_no_program_does_it(self, client: ServiceClient, headers: dict[str, str]) -> None:
        made = await client.post(OWN, json=form("editor"), headers=headers)
        program = carrying(made.json())
        assert (await client.get("/auth/account", headers=program)).json()["confirmedUntil"] is None
        for answer in (
            await client.delete("/auth/account", headers=program),
            await client.post(ADDRESS, json={"emailAddress": NEW}, headers=program),
            await client.get("/auth/sessions", headers=program),
            await client.delete("/auth/sessions", headers=program),
            await client.delete(f"/auth/sessions/{uuid.uuid4()}", headers=program),
            await client.post("/auth/sessions/current/confirmation", json={"password": PASSWORD}, headers=program),
            await client.put(
                "/auth/users/reset-password",
                json={"currentPassword": PASSWORD, "password": "four copper lanterns"},
                headers=program,
            ),
        ):
            assert refused(answer) == (403, "needs_session")
