"""`PUT /auth/users/reset-password` by a user who knows the present password."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select

from kit.audit import AuditEntry
from kit.testing import ServiceClient, Tokens
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in
from tests.auth.mailbox import mails

CHOSEN = "four copper lanterns"

pytestmark = pytest.mark.beside_cms


async def change(
    window: httpx.AsyncClient, present: Any = PASSWORD, password: str = CHOSEN, **headers: str
) -> httpx.Response:
    body = {"currentPassword": present, "password": password}
    return await window.put("/auth/users/reset-password", json=body, headers=headers)


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_the_present_session_stays_and_the_others_end(
    client: ServiceClient, cms: ServiceClient, account: Account
) -> None:
    program = await bearer(client, account)
    async with browser(client) as window:
        await log_in(window, EMAIL)
        assert (await change(window)).status_code == 204
        assert (await window.get("/auth/account")).status_code == 200
        assert (await client.get("/auth/account", headers=program)).status_code == 401
        assert (await window.post("/auth/tokens", json={"refresh": True})).status_code == 200
    async with browser(client) as window:
        assert (await log_in(window, EMAIL)).status_code == 401
        assert (await log_in(window, EMAIL, CHOSEN)).status_code == 200
    assert [mail.kind for mail in await mails(cms)] == ["password_changed"]
    async with client.kit.database.transaction() as session:
        entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "password.changed"))).one()
    assert (entry.actor_id, entry.subject_id) == (account.id, account.id)


async def test_kills_the_links_in_older_mails(
    client: ServiceClient, visitor: httpx.AsyncClient, account: Account, tokens: Tokens
) -> None:
    asked = await client.post(
        "/private/password-resets", json={"emailAddress": EMAIL}, headers=tokens.internal("cms", to="auth")
    )
    async with browser(client) as window:
        await log_in(window, EMAIL)
        assert (await change(window)).status_code == 204
    body = {"token": asked.json()["token"], "password": "another fine password"}
    assert refused(await visitor.put("/auth/users/reset-password", json=body)) == (404, "token_unusable")


async def test_a_wrong_present_password(visitor: httpx.AsyncClient, account: Account) -> None:
    await log_in(visitor, EMAIL)
    answer = await change(visitor, "wrong password")
    assert refused(answer) == (403, "wrong_password")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["currentPassword"]
    assert (await log_in(visitor, EMAIL)).status_code == 200


async def test_guesses_count_as_failed_logins(client: ServiceClient, account: Account) -> None:
    async with browser(client) as stolen, browser(client, "192.0.2.1") as elsewhere:
        await log_in(stolen, EMAIL)
        answers = [await change(stolen, f"wrong password {n}") for n in range(12)]
        assert [answer.status_code for answer in answers] == [403] * 10 + [429] * 2
        assert (await log_in(elsewhere, EMAIL)).status_code == 429


async def test_a_common_password(visitor: httpx.AsyncClient, account: Account) -> None:
    await log_in(visitor, EMAIL)
    assert refused(await change(visitor, PASSWORD, "ada.lovelace")) == (422, "password_too_common")
    assert (await log_in(visitor, EMAIL)).status_code == 200


async def test_nobody_logged_in(visitor: httpx.AsyncClient, account: Account) -> None:
    assert refused(await change(visitor)) == (401, "unauthorized")


async def test_another_sites_page(visitor: httpx.AsyncClient, account: Account) -> None:
    await log_in(visitor, EMAIL)
    assert refused(await change(visitor, Origin="https://evil.example")) == (403, "origin_mismatch")
    assert (await log_in(visitor, EMAIL)).status_code == 200


@pytest.mark.parametrize("odd", [{"$ne": ""}, [PASSWORD], 1, None, "", "a" * 257])
async def test_a_present_password_that_is_none(visitor: httpx.AsyncClient, account: Account, odd: object) -> None:
    await log_in(visitor, EMAIL)
    answer = await change(visitor, odd)
    assert (answer.status_code, [fault["field"] for fault in answer.json()["errors"]]) == (422, ["currentPassword"])
