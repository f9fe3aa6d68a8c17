import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from pydantic import Field, JsonValue
from sqlalchemy import delete, select

from cms.app import app
from cms.config_entries.entries import entries
from cms.config_entries.models import ConfigEntry
from kit.audit import AuditEntry
from kit.config_entries import Entry
from kit.db import new_id
from kit.keys import new_secret_key
from kit.resealing import reseal
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.cms.factory import config_entry

SITE = {"name": "Rosehip", "language": "en", "timezone": "Europe/Paris", "hasEcom": True, "hasCRM": False}


SECRET = Entry[str | None]("paymentSecret", Annotated[str, Field(max_length=100)], None, is_secret=True)
NUMBER = Entry("number", Annotated[int, Field(ge=0, le=9)], 5, read=("editor",), write=("super",))
ANYTHING = Entry[object]("anything", JsonValue, 1)


@pytest.fixture(autouse=True)
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries beside those of the site."""
    more = {entry.key: entry for entry in (SECRET, NUMBER, ANYTHING)}
    monkeypatch.setattr(entries, "declared", {**entries.declared, **more})


@pytest.fixture
async def set_up(client: ServiceClient, tokens: Tokens) -> ServiceClient:
    await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
    return client


async def listed(client: ServiceClient, tokens: Tokens, *scopes: str) -> dict[str, Any]:
    answer = await client.get("/cms/config", headers=tokens.bearer(*(scopes or ("admin",))))
    assert answer.status_code == 200, answer.text
    return {entry["key"]: entry for entry in answer.json()}


async def put(
    client: ServiceClient, tokens: Tokens, entry: dict[str, Any], value: Any, *, scope: str = "admin", **headers: str
) -> httpx.Response:
    return await client.put(
        f"/cms/config/{entry['id']}",
        json={"value": value},
        headers={**tokens.bearer(scope), "If-Match": f'"{entry["version"]}"', **headers},
    )


async def put_all(
    client: ServiceClient, tokens: Tokens, entries: dict[str, Any], values: dict[str, Any]
) -> httpx.Response:
    """Save several entries as they were read, with other values."""
    read = {key: (entries[key]["id"], entries[key]["version"]) for key in values}
    changes = [{"id": id, "version": version, "value": values[key]} for key, (id, version) in read.items()]
    return await client.put("/cms/config", json={"entries": changes}, headers=tokens.bearer("admin"))


class TestList:
    async def test_gives_the_declared_entries_by_key(self, set_up: ServiceClient, tokens: Tokens) -> None:
        await config_entry(set_up, "ofAnEarlierRelease", "told to nobody")
        found = await listed(set_up, tokens)
        assert [*found] == sorted({*entries.declared} - {"googleRefreshToken"})
        number = {"key": "number", "value": 5, "isSecret": False, "isSet": True, "version": 1}
        assert found["number"] == {"id": found["number"]["id"], **number}

    async def test_is_cached(self, set_up: ServiceClient, tokens: Tokens) -> None:
        before = await listed(set_up, tokens)
        async with set_up.kit.database.transaction() as session:
            await session.execute(delete(ConfigEntry))
        assert await listed(set_up, tokens) == before

    async def test_without_redis_reads_the_table(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        await config_entry(client, "number", 7)
        assert [*await listed(client, tokens)] == ["number"]

    async def test_editors_read_what_pages_are_made_with(self, set_up: ServiceClient, tokens: Tokens) -> None:
        for_admins = {"paymentSecret", "captchaSecret", "anything"}
        for_admins |= {"mailchimpKey", "campaignMonitorKey"}
        for_admins |= {"googleClientId", "googleClientSecret", "googleRefreshToken", "analyticsProperty"}
        of_backups = {key for key in entries.declared if key.startswith("backup")}
        assert [*await listed(set_up, tokens, "editor")] == sorted({*entries.declared} - for_admins - of_backups)


class TestUpdate:
    async def test_changes_the_value_at_once(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        answer = await put(set_up, tokens, entry, "Dog Rose")
        expected = {**entry, "value": "Dog Rose", "version": entry["version"] + 1}
        assert (answer.status_code, answer.json(), answer.headers["etag"]) == (200, expected, '"2"')
        assert (await listed(set_up, tokens))["siteName"] == expected

    async def test_takes_the_entry_as_it_was_read(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = {**(await listed(set_up, tokens))["hasCRM"], "value": True}
        answer = await set_up.put(f"/cms/config/{entry['id']}", json=entry, headers=tokens.bearer("admin"))
        assert answer.json() == {**entry, "version": 2}

    async def test_without_a_version_changes_nothing(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        path = f"/cms/config/{entry['id']}"
        answer = await set_up.put(path, json={"value": "Dog Rose"}, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")

    async def test_refuses_another_key(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = {**(await listed(set_up, tokens))["siteName"], "key": "language"}
        answer = await set_up.put(f"/cms/config/{entry['id']}", json=entry, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "key")

    async def test_refuses_a_stale_version(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        await put(set_up, tokens, entry, "Theirs")
        answer = await put(set_up, tokens, entry, "Mine")
        assert (answer.status_code, answer.json()["version"]) == (412, 2)
        assert (await listed(set_up, tokens))["siteName"]["value"] == "Theirs"

    async def test_tells_a_truth_value_from_a_number(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))[ANYTHING.key]
        answer = await put(set_up, tokens, entry, True)
        assert (answer.json()["value"], answer.json()["version"]) == (True, entry["version"] + 1)
        assert (await listed(set_up, tokens))[ANYTHING.key]["value"] is True

    async def test_lets_one_of_two_simultaneous_writers_win(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        answers = await asyncio.gather(*(put(set_up, tokens, entry, f"Name {number}") for number in range(4)))
        assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]

    async def test_is_for_those_whom_the_entry_names(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["number"]
        answer = await put(set_up, tokens, entry, 6)
        assert (answer.status_code, answer.json()["code"]) == (403, "config_entry_read_only")
        assert (await put(set_up, tokens, entry, 6, scope="super")).status_code == 200

    @pytest.mark.parametrize("value", [10, -1, "many", None])
    async def test_refuses_what_the_entry_cannot_be(self, set_up: ServiceClient, tokens: Tokens, value: Any) -> None:
        entry = (await listed(set_up, tokens))["number"]
        answer = await put(set_up, tokens, entry, value, scope="super")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "value")

    async def test_knows_no_other_entry(self, set_up: ServiceClient, tokens: Tokens) -> None:
        undeclared = await config_entry(set_up, "ofAnEarlierRelease", 1)
        for id in (new_id(), undeclared.id):
            answer = await put(set_up, tokens, {"id": id, "version": 1}, 2)
            assert (answer.status_code, answer.json()["code"]) == (404, "config_entry_not_found")

    async def test_is_an_entry_of_the_audit_log(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        await put(set_up, tokens, entry, "Dog Rose")
        await put(set_up, tokens, {**entry, "version": 2}, "Dog Rose")
        async with set_up.kit.database.transaction() as session:
            [found] = (await session.scalars(select(AuditEntry))).all()
        assert (found.action, found.subject_name) == ("config.updated", "siteName")


class TestUpdateAll:
    async def test_changes_several_at_once(self, set_up: ServiceClient, tokens: Tokens) -> None:
        before = await listed(set_up, tokens)
        values = {"siteName": "Dog Rose", "hasCRM": True, "paymentSecret": "s3cret"}
        answer = await put_all(set_up, tokens, before, values)
        assert answer.status_code == 200, answer.text
        assert [entry["key"] for entry in answer.json()] == [*values]
        after = await listed(set_up, tokens)
        assert answer.json() == [after[key] for key in values]
        assert (after["siteName"]["value"], after["hasCRM"]["value"]) == ("Dog Rose", True)
        assert (after["paymentSecret"]["value"], after["paymentSecret"]["isSet"]) == (None, True)

    async def test_saves_nothing_where_one_is_refused_and_names_each(
        self, set_up: ServiceClient, tokens: Tokens
    ) -> None:
        before = await listed(set_up, tokens)
        values = {"siteName": "Dog Rose", "contactAddress": "office", "hasCRM": True, "language": "no language"}
        answer = await put_all(set_up, tokens, before, values)
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
        assert {fault["field"] for fault in answer.json()["errors"]} >= {"entries.1.value", "entries.3.value"}
        assert {fault["field"].split(".")[1] for fault in answer.json()["errors"]} == {"1", "3"}
        assert await listed(set_up, tokens) == before

    async def test_saves_nothing_where_one_was_changed_meanwhile(self, set_up: ServiceClient, tokens: Tokens) -> None:
        before = await listed(set_up, tokens)
        await put(set_up, tokens, before["contactAddress"], "them@willow.example")
        present = await listed(set_up, tokens)
        answer = await put_all(set_up, tokens, before, {"siteName": "Dog Rose", "contactAddress": "me@willow.example"})
        assert (answer.status_code, answer.json()["version"]) == (412, 2)
        assert await listed(set_up, tokens) == present

    async def test_saves_nothing_where_one_is_not_the_callers(self, set_up: ServiceClient, tokens: Tokens) -> None:
        before = await listed(set_up, tokens)
        answer = await put_all(set_up, tokens, before, {"siteName": "Dog Rose", "number": 6})
        assert (answer.status_code, answer.json()["code"]) == (403, "config_entry_read_only")
        strange = {**before, "strange": {"id": str(new_id()), "version": 1}}
        answer = await put_all(set_up, tokens, strange, {"siteName": "Dog Rose", "strange": 6})
        assert (answer.status_code, answer.json()["code"]) == (404, "config_entry_not_found")
        assert await listed(set_up, tokens) == before

    async def test_takes_an_entry_once(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["siteName"]
        changes = [{"id": entry["id"], "value": value, "version": 1} for value in ("One", "Two")]
        answer = await set_up.put("/cms/config", json={"entries": changes}, headers=tokens.bearer("admin"))
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "entries")

    async def test_announces_the_site_once_and_notes_each_entry(self, set_up: ServiceClient, tokens: Tokens) -> None:
        before, told = await listed(set_up, tokens), len(await announced(set_up))
        await put_all(set_up, tokens, before, {"siteName": "Dog Rose", "hasCRM": True, "hasEcom": True})
        [site] = (await announced(set_up))[told:]
        assert (site["siteName"], site["hasCRM"]) == ("Dog Rose", True)
        async with set_up.kit.database.transaction() as session:
            names = (await session.scalars(select(AuditEntry.subject_name).order_by(AuditEntry.subject_name))).all()
        # The shop was on already.
        assert names == ["hasCRM", "siteName"]


class TestSecret:
    async def test_is_written_and_never_told(self, set_up: ServiceClient, tokens: Tokens) -> None:
        entry = (await listed(set_up, tokens))["paymentSecret"]
        assert (entry["value"], entry["isSecret"], entry["isSet"]) == (None, True, False)
        answer = await put(set_up, tokens, entry, "sk_live_1")
        assert answer.json() == {**entry, "isSet": True, "version": 2}
        assert "sk_live_1" not in str(await listed(set_up, tokens, "super"))
        async with set_up.kit.database.transaction() as session:
            assert await entries.get(session, SECRET) == "sk_live_1"
            [row] = await entries.rows(session, [SECRET.key])
            assert row.value is None
            assert b"sk_live_1" not in row.sealed
        refused = await put(set_up, tokens, answer.json(), "x" * 101)
        assert refused.status_code == 422
        assert "x" * 101 not in refused.text

    async def test_is_taken_away_by_null(self, set_up: ServiceClient, tokens: Tokens) -> None:
        answer = await put(set_up, tokens, (await listed(set_up, tokens))["paymentSecret"], "sk_live_1")
        assert (await put(set_up, tokens, answer.json(), None)).json()["isSet"] is False
        async with set_up.kit.database.transaction() as session:
            assert await entries.get(session, SECRET) is None

    async def test_the_same_once_more_is_no_change(self, set_up: ServiceClient, tokens: Tokens) -> None:
        set_ = (await put(set_up, tokens, (await listed(set_up, tokens))["paymentSecret"], "sk_live_1")).json()
        assert (await put(set_up, tokens, set_, "sk_live_1")).json() == set_

    async def test_is_sealed_anew_with_a_newer_key(self, set_up: ServiceClient, tokens: Tokens) -> None:
        await put(set_up, tokens, (await listed(set_up, tokens))["paymentSecret"], "sk_live_1")
        before = (await listed(set_up, tokens))["paymentSecret"]
        assert await reseal(set_up.kit, "cms") == 0
        with newer_key(set_up.kit.settings.keys_dir / "cms.json"):
            assert await reseal(set_up.kit, "cms") == 1
            assert await reseal(set_up.kit, "cms") == 0
            async with set_up.kit.database.transaction() as session:
                assert await entries.get(session, SECRET) == "sk_live_1"
        assert (await listed(set_up, tokens))["paymentSecret"]["version"] == before["version"]


@contextmanager
def newer_key(keys_file: Path) -> Iterator[None]:
    """Have the part seal with another key while the block runs."""
    before = keys_file.read_text()
    keys = json.loads(before)
    keys_file.write_text(json.dumps({**keys, "sealing": [new_secret_key(), *keys["sealing"]]}))
    yield
    keys_file.write_text(before)


class TestAnnouncement:
    async def test_tells_what_the_site_is_like(self, client: ServiceClient, tokens: Tokens) -> None:
        await client.put("/private/site", json=SITE, headers=tokens.internal("auth", to="cms"))
        await change(client, tokens, "siteName", "Dog Rose")
        first, second = await announced(client)
        values = {key: value for key, value in SITE.items() if key != "name"}
        assert first == {
            "version": 10,
            "siteName": "Rosehip",
            "allowRegistration": False,
            "darkMode": "automatic",
            **dict.fromkeys(["logo", "darkLogo", "icon"]),
            **values,
        }
        assert second == {**first, "version": 11, "siteName": "Dog Rose"}

    async def test_tells_nothing_of_what_stays(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("auth", to="cms")
        await client.put("/private/site", json=SITE, headers=headers)
        await client.put("/private/site", json=SITE, headers=headers)
        await change(client, tokens, "siteName", "Rosehip")
        other = (await listed(client, tokens))["trustedRepositories"]
        await put(client, tokens, other, "plugins.example.org", scope="super")
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
        assert [payload["version"] for payload in told] == [10, 11, 12, 13, 14]
        last = told[-1]
        assert (last["siteName"], last["hasCRM"], last["language"], last["allowRegistration"]) == (
            "Dog Rose", True, "fr", True,
        )  # fmt: skip


async def change(client: ServiceClient, tokens: Tokens, key: str, value: Any) -> None:
    """Give the entry with this key another value."""
    answer = await put(client, tokens, (await listed(client, tokens))[key], value)
    assert answer.status_code == 200, answer.text


async def announced(client: ServiceClient) -> list[dict[str, Any]]:
    """What was told of the site, in order."""
    async with client.kit.database.transaction() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == "cms.site_changed").order_by(OutboxRow.position)
        return [*(await session.scalars(query)).all()]
