"""`/cms/site`, the part of the settings that everybody may know."""

from itertools import product

import pytest
from sqlalchemy import delete

from cms.app import app
from cms.config_entries.models import ConfigEntry
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.test_config_entries import SITE, change, declared, listed, put, set_up

__all__ = ["declared", "set_up"]


class TestSite:
    async def test_before_the_set_up_it_is_empty(self, client: ServiceClient) -> None:
        answer = await client.get("/cms/site")
        names = ["siteName", "language", "timezone", "hasEcom", "hasCRM"]
        expected = {**dict.fromkeys(names), "allowRegistration": False, "hasMail": False}
        assert (answer.status_code, answer.json()) == (200, expected)

    async def test_is_put_by_other_services(self, client: ServiceClient, tokens: Tokens) -> None:
        await client.get("/cms/site")
        answer = await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        assert answer.status_code == 204
        assert (await client.get("/cms/site")).json() == {
            "siteName": "Rosehip",
            "language": "en",
            "timezone": "Europe/Paris",
            "hasEcom": True,
            "hasCRM": False,
            "allowRegistration": False,
            "hasMail": False,
        }

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            *product(["siteName"], [None, 5, {"a": 1}, "", "x" * 201]),
            *product(["timezone"], ["Paris", 1]),
            *product(["language"], ["english", []]),
            *product(["hasEcom", "hasCRM", "allowRegistration"], ["yes", 1, None]),
        ],
    )
    async def test_has_no_values_that_it_could_not_show(
        self, client: ServiceClient, tokens: Tokens, key: str, value: object
    ) -> None:
        await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        before = (await client.get("/cms/site")).json()
        entry = (await listed(client, tokens))[key]
        answer = await put(client, tokens, entry, value)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "value")
        assert (await client.get("/cms/site")).json() == before

    async def test_putting_it_twice_changes_nothing(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("auth", to="cms")
        await client.put("/private/site", json=SITE, headers=headers)
        await client.put("/private/site", json={**SITE, "name": "Rosehip & Co"}, headers=headers)
        await client.put("/private/site", json={**SITE, "name": "Rosehip & Co"}, headers=headers)
        assert {key: entry["version"] for key, entry in (await listed(client, tokens, "editor")).items()} == {
            "siteName": 2, "language": 1, "timezone": 1, "hasEcom": 1, "hasCRM": 1,
            "allowRegistration": 1, "darkMode": 1, "trustedRepositories": 1, "number": 1,
            "logo": 1, "darkLogo": 1, "icon": 1, "contactAddress": 1, "captchaProvider": 1, "captchaSiteKey": 1,
        }  # fmt: skip

    async def test_cannot_be_put_by_people(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put("/private/site", json=SITE, headers=tokens.bearer("super"))
        assert answer.status_code == 401

    async def test_says_whether_mail_is_sent(self, start: Start) -> None:
        client = await start(app, smtp_host="smtp.test")
        assert (await client.get("/cms/site")).json()["hasMail"] is True

    async def test_keeps_whether_registration_is_allowed(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("auth", to="cms")
        await client.put("/private/site", json=SITE, headers=headers)
        await change(client, tokens, "allowRegistration", value=True)
        await client.put("/private/site", json={**SITE, "name": "Rosehip & Co"}, headers=headers)
        assert (await client.get("/cms/site")).json()["allowRegistration"] is True

    async def test_of_an_earlier_release_gets_what_it_lacks_at_start_up(self, start: Start, tokens: Tokens) -> None:
        client = await start(app)
        await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        async with client.kit.database.transaction() as session:
            await session.execute(delete(ConfigEntry).where(ConfigEntry.key == "allowRegistration"))
        again = await start(app)
        assert (await listed(again, tokens))["allowRegistration"]["value"] is False

    async def test_that_is_not_set_up_gets_nothing_at_start_up(self, start: Start, tokens: Tokens) -> None:
        await start(app)
        client = await start(app)
        assert (await client.get("/cms/config", headers=tokens.bearer("admin"))).json() == []

    async def test_starts_without_its_database(self, start: Start) -> None:
        client = await start(app, database_url="postgresql://cms:x@127.0.0.1:1/nothing")
        assert (await client.get("/cms/internal/health")).status_code == 200
