import asyncio
from itertools import product
from typing import Any

import pytest
from sqlalchemy import delete, select

from cms.app import app
from cms.config_entries.models import ConfigEntry
from kit.db import new_id
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import config_entry

SITE = {"name": "Rosehip", "language": "en", "timezone": "Europe/Paris", "hasEcom": True, "hasCRM": False}


class TestList:
    async def test_gives_every_entry_by_key(self, client: ServiceClient, tokens: Tokens) -> None:
        second = await config_entry(client, "b", ["x", 1])
        first = await config_entry(client, "a", "text")
        answer = await client.get("/cms/config", headers=tokens.bearer("admin"))
        assert answer.status_code == 200
        assert answer.json() == [
            {"id": str(first.id), "key": "a", "value": "text", "version": 1},
            {"id": str(second.id), "key": "b", "value": ["x", 1], "version": 1},
        ]

    async def test_is_kept_for_the_next_reader(self, client: ServiceClient, tokens: Tokens) -> None:
        await config_entry(client, "a")
        before = await client.get("/cms/config", headers=tokens.bearer("admin"))
        await config_entry(client, "b")
        after = await client.get("/cms/config", headers=tokens.bearer("admin"))
        assert after.json() == before.json()

    async def test_without_redis_reads_the_table(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        await config_entry(client, "a")
        answer = await client.get("/cms/config", headers=tokens.bearer("admin"))
        assert [entry["key"] for entry in answer.json()] == ["a"]

    async def test_editors_read_what_pages_are_made_with(self, client: ServiceClient, tokens: Tokens) -> None:
        for key in ("mapsKey", "trustedRepositories", "siteName", "paymentSecret"):
            await config_entry(client, key, "x")
        for scope, keys in (
            ("editor", ["siteName", "trustedRepositories"]),
            ("admin", ["mapsKey", "paymentSecret", "siteName", "trustedRepositories"]),
        ):
            answer = await client.get("/cms/config", headers=tokens.bearer(scope))
            assert [entry["key"] for entry in answer.json()] == keys

    @pytest.mark.parametrize(
        ("scopes", "status"), [(["crm:read"], 403), ([], 403), (["editor"], 200), (["admin"], 200)]
    )
    async def test_is_for_editors(self, client: ServiceClient, tokens: Tokens, scopes: list[str], status: int) -> None:
        answer = await client.get("/cms/config", headers=tokens.bearer(*scopes))
        assert answer.status_code == status

    async def test_is_not_for_the_public(self, client: ServiceClient) -> None:
        assert (await client.get("/cms/config")).status_code == 401


class TestUpdate:
    async def test_changes_the_value_at_once(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client, value="old")
        await client.get("/cms/config", headers=tokens.bearer("admin"))
        answer = await client.put(
            f"/cms/config/{entry.id}", json={"value": {"deep": [None, 1.5]}}, headers=tokens.bearer("admin")
        )
        expected = {"id": str(entry.id), "key": entry.key, "value": {"deep": [None, 1.5]}, "version": 2}
        assert (answer.status_code, answer.json(), answer.headers["etag"]) == (200, expected, '"2"')
        listed = await client.get("/cms/config", headers=tokens.bearer("admin"))
        assert listed.json() == [expected]

    async def test_takes_the_entry_as_it_was_read(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client)
        body = {"id": str(entry.id), "key": entry.key, "value": False}
        answer = await client.put(f"/cms/config/{entry.id}", json=body, headers=tokens.bearer("admin"))
        assert answer.json()["value"] is False

    async def test_refuses_another_key(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client, value="old")
        answer = await client.put(
            f"/cms/config/{entry.id}", json={"key": "other", "value": "new"}, headers=tokens.bearer("admin")
        )
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "key")

    async def test_refuses_a_stale_version(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client, value="old")
        headers = tokens.bearer("admin")
        await client.put(f"/cms/config/{entry.id}", json={"value": "theirs"}, headers=headers)
        answer = await client.put(
            f"/cms/config/{entry.id}", json={"value": "mine"}, headers={**headers, "If-Match": '"1"'}
        )
        assert (answer.status_code, answer.json()["version"]) == (412, 2)
        assert (await client.get("/cms/config", headers=headers)).json()[0]["value"] == "theirs"

    async def test_lets_one_of_two_simultaneous_writers_win(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client, value=0)
        headers = {**tokens.bearer("admin"), "If-Match": '"1"'}
        answers = await asyncio.gather(
            *(client.put(f"/cms/config/{entry.id}", json={"value": n}, headers=headers) for n in range(1, 5))
        )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses[0] == 200
        assert set(statuses[1:]) <= {409, 412}

    async def test_knows_no_other_entry(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put(f"/cms/config/{new_id()}", json={"value": 1}, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (404, "config_entry_not_found")

    async def test_is_not_for_editors(self, client: ServiceClient, tokens: Tokens) -> None:
        entry = await config_entry(client)
        answer = await client.put(f"/cms/config/{entry.id}", json={"value": 1}, headers=tokens.bearer("editor"))
        assert answer.status_code == 403


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
        entries = (await client.get("/cms/config", headers=tokens.bearer("admin"))).json()
        entry = next(entry for entry in entries if entry["key"] == key)
        answer = await client.put(f"/cms/config/{entry['id']}", json={"value": value}, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "value")
        assert (await client.get("/cms/site")).json() == before

    async def test_putting_it_twice_changes_nothing(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("auth", to="cms")
        await client.put("/private/site", json=SITE, headers=headers)
        await client.put("/private/site", json={**SITE, "name": "Rosehip & Co"}, headers=headers)
        await client.put("/private/site", json={**SITE, "name": "Rosehip & Co"}, headers=headers)
        entries = (await client.get("/cms/config", headers=tokens.bearer("editor"))).json()
        assert {entry["key"]: entry["version"] for entry in entries} == {
            "siteName": 2, "language": 1, "timezone": 1, "hasEcom": 1, "hasCRM": 1,
            "allowRegistration": 1,
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
        entries = (await again.get("/cms/config", headers=tokens.bearer("admin"))).json()
        assert {entry["key"]: entry["value"] for entry in entries}["allowRegistration"] is False

    async def test_that_is_not_set_up_gets_nothing_at_start_up(self, start: Start, tokens: Tokens) -> None:
        await start(app)
        client = await start(app)
        assert (await client.get("/cms/config", headers=tokens.bearer("admin"))).json() == []

    async def test_starts_without_its_database(self, start: Start) -> None:
        client = await start(app, database_url="postgresql://cms:x@127.0.0.1:1/nothing")
        assert (await client.get("/cms/internal/health")).status_code == 200


class TestAnnouncement:
    async def test_tells_what_the_site_is_like(self, client: ServiceClient, tokens: Tokens) -> None:
        await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        await change(client, tokens, "siteName", "Dog Rose")
        first, second = await announced(client)
        values = {key: value for key, value in SITE.items() if key != "name"}
        assert first == {"version": 6, "siteName": "Rosehip", "allowRegistration": False, **values}
        assert second == {**first, "version": 7, "siteName": "Dog Rose"}

    async def test_tells_nothing_of_what_stays(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("auth", to="cms")
        await client.put("/private/site", json=SITE, headers=headers)
        await client.put("/private/site", json=SITE, headers=headers)
        await change(client, tokens, "siteName", "Rosehip")
        other = await config_entry(client, "trustedRepositories", "old")
        await client.put(f"/cms/config/{other.id}", json={"value": "new"}, headers=tokens.bearer("admin"))
        assert len(await announced(client)) == 1

    async def test_simultaneous_changes_have_one_order(self, client: ServiceClient, tokens: Tokens) -> None:
        await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        await asyncio.gather(
            change(client, tokens, "siteName", "Dog Rose"),
            change(client, tokens, "hasCRM", value=True),
            change(client, tokens, "language", "fr"),
            change(client, tokens, "allowRegistration", value=True),
        )
        told = sorted(await announced(client), key=lambda payload: payload["version"])
        assert [payload["version"] for payload in told] == [6, 7, 8, 9, 10]
        last = told[-1]
        assert (last["siteName"], last["hasCRM"], last["language"], last["allowRegistration"]) == (
            "Dog Rose", True, "fr", True,
        )  # fmt: skip


async def change(client: ServiceClient, tokens: Tokens, key: str, value: Any) -> None:
    """Give the entry with this key another value."""
    entries = (await client.get("/cms/config", headers=tokens.bearer("admin"))).json()
    entry = next(entry for entry in entries if entry["key"] == key)
    answer = await client.put(f"/cms/config/{entry['id']}", json={"value": value}, headers=tokens.bearer("admin"))
    assert answer.status_code == 200, answer.text


async def announced(client: ServiceClient) -> list[dict[str, Any]]:
    """What was told of the site, in order."""
    async with client.kit.database.transaction() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == "cms.site_changed").order_by(OutboxRow.position)
        return [*(await session.scalars(query)).all()]
