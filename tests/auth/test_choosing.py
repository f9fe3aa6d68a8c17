"""Wherever a password is chosen, one that is easy to guess is refused, and the owner's own words count.

The reset, the change by the present password and the registration are in the tests of those.
"""

from collections.abc import Awaitable, Callable

import httpx
import pytest
from starlette.types import ASGIApp

from auth.app import app
from cms.app import app as cms_app
from content.app import app as content_app
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import browser, make_user, signed_in
from tests.auth.mailbox import mails, token_in

COMMON = ["password1234", "Grace Hopper", "ecarghopper", "grace@example.org", "correct horse battery staple"]
PERSON = {"firstName": "Grace", "lastName": "Hopper", "emailAddress": "grace@example.org", "timezone": "UTC"}
FINE = "nine brass cogwheels"

Choose = Callable[[str], Awaitable[httpx.Response]]


async def check(choose: Choose, *common: str) -> httpx.Response:
    """Everything common is refused, and changes nothing: what is fine goes through after it."""
    for password in [*COMMON, *common]:
        answer = await choose(password)
        assert (answer.status_code, answer.json()["code"]) == (422, "password_too_common"), password
        assert [(fault["field"], fault["code"]) for fault in answer.json()["errors"]] == [
            ("password", "password_too_common")
        ]
        assert f'"{password}"' not in answer.text
    return await choose(FINE)


async def test_at_the_set_up(start: Start) -> None:
    mounts: dict[str, ServiceClient | ASGIApp] = {
        "http://auth.test": app,
        "http://content.test": await start(content_app),
        "http://cms.test": await start(cms_app),
    }
    client = await start(app, mounts=mounts, setup_code=SETUP_CODE)
    form = {**PERSON, "code": SETUP_CODE, "siteName": "Willow & Sons"}
    async with browser(client) as window:
        answer = await check(
            lambda password: window.post("/auth/setup", json={**form, "password": password}),
            "Willow & Sons",
            "willow-sons-1",
        )
    assert answer.status_code == 201


async def test_for_somebody_else(beside_cms: ServiceClient) -> None:
    headers = await signed_in(beside_cms, "admin")
    answer = await check(
        lambda password: beside_cms.post("/auth/users", json={"person": PERSON, "password": password}, headers=headers)
    )
    assert answer.status_code == 201


async def test_by_an_invitation(beside_cms: ServiceClient, cms: ServiceClient) -> None:
    user = await make_user(beside_cms, email="grace@example.org", first_name="Grace", last_name="Hopper")
    headers = await signed_in(beside_cms, "admin")
    assert (await beside_cms.post(f"/auth/users/{user.id}/invitation", headers=headers)).status_code == 204
    token = token_in((await mails(cms))[0])
    answer = await check(
        lambda password: beside_cms.post("/auth/invitations/acceptance", json={"token": token, "password": password})
    )
    assert answer.status_code == 204


@pytest.mark.parametrize("password", ["pagewright1", "localhost12"])
async def test_the_product_and_the_host_count_too(beside_cms: ServiceClient, password: str) -> None:
    headers = await signed_in(beside_cms, "admin")
    answer = await beside_cms.post("/auth/users", json={"person": PERSON, "password": password}, headers=headers)
    assert answer.json()["code"] == "password_too_common"
