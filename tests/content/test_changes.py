"""How far back the log of changes goes, and what becomes of saves from before."""

import asyncio
import json

import pytest
import redis

from content.changes import tasks
from kit.jobs import enqueue
from kit.runner import Runner
from kit.wakes import CHANNEL
from tests.content.factory import JSON, Site, add_text, column_of, id_, own_plugins, refused, update_plugin


async def age(site: Site, version: int) -> None:
    """Makes all that was logged up to `version` older than what is kept."""
    query = "UPDATE changes SET at = now() - $2::interval - interval '1 minute' WHERE version <= $1"
    await site.client.kit.database.pool.execute(query, version, tasks.KEPT)


async def prune(site: Site) -> JSON:
    async with site.client.kit.database.transaction() as session:
        job = await enqueue(session, "changes.prune", {}, key=id_())
    await Runner(site.client.kit, 1).run(job.id)
    result: JSON | None = await site.client.kit.database.pool.fetchval(
        "SELECT result FROM jobs WHERE id = $1 AND state = 'done'", job.id
    )
    assert result
    return result


async def logged(site: Site) -> list[int]:
    rows = await site.client.kit.database.pool.fetch("SELECT DISTINCT version FROM changes ORDER BY version")
    return [row["version"] for row in rows]


class TestPrune:
    async def test_takes_what_is_too_old_and_nothing_else(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Later</h1>"))
        await age(site, page["version"])
        assert (await prune(site))["entries"] > 0
        assert await logged(site) == [page["version"] + 1]
        assert await prune(site) == {"entries": 0}

    async def test_leaves_the_newest_whatever_its_age(self, site: Site, page: JSON) -> None:
        await age(site, page["version"])
        await prune(site)
        assert await logged(site) == [page["version"]]

    async def test_goes_on_until_nothing_is_left(self, site: Site, page: JSON, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "_BATCH", 1)
        await age(site, page["version"])
        await prune(site)
        assert await logged(site) == [page["version"]]


class TestASaveFromBefore:
    @pytest.fixture
    async def forgotten(self, site: Site, page: JSON) -> JSON:
        """A page as it was opened before the oldest change that is still known; others have changed it twice since."""
        [title] = own_plugins(page)
        seen = await site.saved(page, update_plugin(title["id"], "<h1>Once</h1>"))
        seen = await site.saved(seen, *add_text(column_of(seen), "<p>Twice</p>"))
        await age(site, seen["version"])
        await prune(site)
        return page

    async def test_is_asked_about_whatever_it_changes(self, site: Site, forgotten: JSON) -> None:
        [title] = own_plugins(forgotten)
        answer = await site.save(forgotten, update_plugin(title["id"], "<h1>From long ago</h1>"))
        assert refused(answer) == (409, "page_conflict")
        conflicts = {conflict["resource"]: conflict for conflict in answer.json()["conflicts"]}
        assert conflicts[f"plugin:{title['id']}"] == {
            "resource": f"plugin:{title['id']}",
            "actionIndexes": [0],
            "parts": ["fields/content", "whole"],
            "version": forgotten["version"] + 1,
            "changedBy": {"userId": None, "name": "someone"},
        }
        assert own_plugins(answer.json()["current"])[0]["fields"]["content"] == "<h1>Once</h1>"

    async def test_lands_on_sight_of_the_page_as_it_is(self, site: Site, forgotten: JSON) -> None:
        [title] = own_plugins(forgotten)
        change = update_plugin(title["id"], "<h1>From long ago</h1>")
        answer = await site.save(forgotten, change)
        after = await site.saved(answer.json()["current"], change)
        assert own_plugins(after)[0]["fields"]["content"] == "<h1>From long ago</h1>"

    async def test_of_the_present_lands(self, site: Site, forgotten: JSON) -> None:
        now = await site.page("/about")
        after = await site.saved(now, *add_text(column_of(now), "<p>Thrice</p>"))
        assert len(own_plugins(after)) == 3


class TestWake:
    async def test_names_the_event_as_the_log_does(self, site: Site, page: JSON, worker_redis: redis.Redis) -> None:
        """The web host, which hears both, drops pages for each change once."""
        with worker_redis.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(CHANNEL)
            # The answer to the subscription: from here on all is heard.
            await asyncio.to_thread(heard.get_message, timeout=30)
            [title] = own_plugins(page)
            await site.saved(page, update_plugin(title["id"], "<h1>Later</h1>"))
            latest = (
                "SELECT id, payload FROM outbox WHERE name = 'content.pages_changed' ORDER BY position DESC LIMIT 1"
            )
            row = await site.client.kit.database.pool.fetchrow(latest)
            assert row is not None
            expected = [{"id": str(row["id"]), "tags": row["payload"]["tags"]}]
            # Wakes of what was done before may come first.
            while True:
                message = await asyncio.to_thread(heard.get_message, timeout=30)
                topic, _, hint = (message["data"] if message else b"").partition(b"\n")
                assert topic, "no wake came"
                if topic == b"events content" and json.loads(hint) == expected:
                    break
