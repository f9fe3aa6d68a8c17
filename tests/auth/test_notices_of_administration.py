"""The emails that people get when an administrator changes or deletes their accounts."""

from typing import Any

import pytest
from sqlalchemy import update

from auth.grants.repository import BUILT_IN
from auth.people.models import Scope
from cms.emails.models import Email
from kit.testing import ServiceClient
from kit.testing.identity import PUBLIC_URL
from tests.auth.authenticator import Authenticator
from tests.auth.factory import EMAIL, Account, bearer, make_user
from tests.auth.mailbox import mails
from tests.auth.second_factors import add_passkey
from tests.cms.factory import config_entry

pytestmark = pytest.mark.beside_cms


@pytest.fixture
async def admin(client: ServiceClient) -> dict[str, str]:
    """Headers of an administrator by name."""
    return await bearer(client, await make_user(client, "super", first_name="Grace", last_name="Hopper"))


async def told(cms: ServiceClient, kind: str, to: str = EMAIL) -> str:
    """The text of the one mail that was written; it names nobody who did it."""
    [mail] = await mails(cms)
    return said(mail, kind, to)


def said(mail: Email, kind: str, to: str = EMAIL) -> str:
    assert (mail.kind, mail.to_address, mail.has_secret) == (kind, to, False)
    text = mail.text or ""
    assert "Who: An administrator" in text.splitlines()
    assert "tell the site\u2019s administrator" in text
    assert not any(word in f"{text}{mail.html}" for word in ("Grace", "127.0.0.1"))
    return text


class TestState:
    async def test_that_changes_is_told_and_leads_where_one_may_go(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str]
    ) -> None:
        for state in ("disabled", "disabled", "active"):
            answer = await client.put(f"/auth/users/{account.id}", json={"state": state}, headers=admin)
            assert answer.status_code == 200
        disabled, enabled = await mails(cms)
        text = said(disabled, "user_disabled")
        assert "cannot log in until it is enabled again" in text
        assert f"The site: {PUBLIC_URL}/" in text.splitlines()
        text = said(enabled, "user_enabled")
        assert f"Your account: {PUBLIC_URL}/cms-admin/account" in text.splitlines()


class TestScopes:
    async def test_that_change_are_told_in_words(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str]
    ) -> None:
        club = {"name": "club", "description": "The members' <pages>."}
        assert (await client.post("/auth/scopes", json=club, headers=admin)).status_code == 201
        path = f"/auth/users/{account.id}/scopes"
        for _ in range(2):
            assert (await client.put(path, json=["club", "crm:read"], headers=admin)).status_code == 200
        text = await told(cms, "user_scopes_changed")
        added = "Added:\n- club: The members' <pages>.\n- crm:read: See the customer-relationship area.\n"
        assert f"\n\n{added}\nRemoved:\n- editor: Pages, blog and files.\n\nWhen: " in text

    async def test_that_are_built_in_are_told_in_the_language_of_the_site(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str]
    ) -> None:
        await config_entry(cms, "language", "de")
        path = f"/auth/users/{account.id}/scopes"
        # They had it, and lose it.
        others = [name for name in BUILT_IN if name != "editor"]
        assert (await client.put(path, json=others, headers=admin)).status_code == 200
        [mail] = await mails(cms)
        text = mail.text or ""
        for name, description in BUILT_IN.items():
            assert f"\n- {name}: " in text
            assert description not in text

    async def test_whose_words_the_site_has_changed_are_told_in_those(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str]
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(Scope).where(Scope.name == "crm:read").values(description="Our customers."))
        await client.put(f"/auth/users/{account.id}/scopes", json=["editor", "crm:read"], headers=admin)
        assert "\n- crm:read: Our customers.\n" in await told(cms, "user_scopes_changed")

    async def test_of_ones_own_say_from_which_device(self, client: ServiceClient, cms: ServiceClient) -> None:
        own = await make_user(client, "admin", email=EMAIL)
        headers = await bearer(client, own)
        await add_passkey(client, headers, Authenticator())
        await client.put(f"/auth/users/{own.id}/scopes", json=["admin", "editor"], headers=headers)
        _, mail = await mails(cms)
        assert mail.kind == "user_scopes_changed"
        assert "IP address: 127.0.0.1" in (mail.text or "").splitlines()


class TestDeletion:
    @pytest.mark.parametrize("what", ["user", "person"])
    async def test_is_told_although_the_account_is_gone(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str], what: str
    ) -> None:
        path = f"/auth/users/{account.id}" if what == "user" else f"/auth/people/{account.person_id}"
        assert (await client.delete(path, headers=admin)).status_code == 204
        assert (await client.get(path, headers=admin)).status_code == 404
        text = await told(cms, "user_deleted")
        assert "Hello Ada Lovelace," in text.splitlines()
        assert f"The site: {PUBLIC_URL}/" in text.splitlines()

    async def test_by_oneself_says_from_which_device(
        self, client: ServiceClient, cms: ServiceClient, account: Account, headers: dict[str, str]
    ) -> None:
        assert (await client.delete("/auth/account", headers=headers)).status_code == 204
        [mail] = await mails(cms)
        assert (mail.kind, mail.to_address) == ("user_deleted", EMAIL)
        assert "IP address: 127.0.0.1" in (mail.text or "").splitlines()

    async def test_that_is_refused_is_nothing_to_tell(
        self, client: ServiceClient, cms: ServiceClient, account: Account, admin: dict[str, str]
    ) -> None:
        editor = await bearer(client, await make_user(client, "editor"))
        assert (await client.delete(f"/auth/users/{account.id}", headers=editor)).status_code == 403
        assert await mails(cms) == []


class TestWhoIsTold:
    async def test_nobody_of_an_account_that_they_never_used(
        self, client: ServiceClient, cms: ServiceClient, admin: dict[str, str]
    ) -> None:
        unused = await make_user(client, "editor")
        path = f"/auth/users/{unused.id}"
        person: dict[str, Any] = {
            "firstName": "Ada",
            "lastName": "Lovelace",
            "emailAddress": "new@example.org",
            "timezone": "UTC",
        }
        for state in ("disabled", "active"):
            assert (await client.put(path, json={"state": state}, headers=admin)).status_code == 200
        assert (await client.put(f"{path}/scopes", json=[], headers=admin)).status_code == 200
        changed = await client.put(f"/auth/people/{unused.person_id}", json=person, headers=admin)
        assert changed.status_code == 200
        assert (await client.delete(path, headers=admin)).status_code == 204
        assert await mails(cms) == []

    async def test_somebody_who_has_only_a_passkey(
        self, client: ServiceClient, cms: ServiceClient, admin: dict[str, str]
    ) -> None:
        account = await make_user(client, "editor", email=EMAIL)
        await add_passkey(client, await bearer(client, account), Authenticator())
        read = (await client.get(f"/auth/people/{account.person_id}", headers=admin)).json()
        person = {name: read[name] for name in ("firstName", "lastName", "timezone")}
        answer = await client.put(
            f"/auth/people/{account.person_id}", json={**person, "emailAddress": "new@example.org"}, headers=admin
        )
        assert answer.status_code == 200
        _, mail = await mails(cms)
        assert "new@example.org" in said(mail, "address_changed")
