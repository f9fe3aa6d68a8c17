"""How long versions of plugins are kept: they are in every backup."""

import pytest

from content.plugins import tasks
from kit.jobs import enqueue
from kit.runner import Runner
from tests.content.factory import JSON, Site, id_, own_plugins, update_plugin
from tests.content.statements import Statements

ADD = """
INSERT INTO plugin_versions (plugin_id, version, fields, created_at)
SELECT $1::uuid, version, jsonb_build_object('content', version), now() - $4::interval - interval '1 day'
FROM generate_series($2::int, $3::int) AS version
"""


async def plugin_with(site: Site, url: str, count: int) -> str:
    """A plugin with its version of today and so many old ones, from -count to -1."""
    plugin_id: str = own_plugins(await site.new_page(url))[0]["id"]
    await site.client.kit.database.pool.execute(ADD, plugin_id, -count, -1, tasks.KEPT)
    return plugin_id


async def prune(site: Site) -> int:
    async with site.client.kit.database.transaction() as session:
        job = await enqueue(session, "plugins.prune_versions", {}, key=id_())
    await Runner(site.client.kit, 1).run(job.id)
    query = "SELECT result FROM jobs WHERE id = $1 AND state = 'done'"
    result: JSON = await site.client.kit.database.pool.fetchval(query, job.id)
    found: int = result["versions"]
    return found


async def versions(site: Site, plugin_id: str) -> list[int]:
    answer = await site.client.get(f"/cms/plugins/{plugin_id}/versions", params={"limit": 100}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    return [each["version"] for each in answer.json()["results"]]


class TestPrune:
    async def test_leaves_the_newest_of_each_plugin(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "_AT_ONCE", 1)
        much, more, few = [await plugin_with(site, url, count) for url, count in (("/a", 60), ("/b", 70), ("/c", 49))]
        assert await prune(site) == 11 + 21
        for plugin_id in (much, more, few):
            newest, *old = await versions(site, plugin_id)
            assert newest > 0
            assert old == [*range(-1, -50, -1)]
        assert await prune(site) == 0

    async def test_deletes_no_more_at_once_than_it_may(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "_MOST_ROWS", 3)
        monkeypatch.setattr(tasks, "MOST_OLD", 1)
        plugin_id = await plugin_with(site, "/a", 10)
        async with Statements(site.client.kit).counted() as statements:
            assert await prune(site) == 10
        # Three of three, and one that finds that there is only one left.
        assert len([each for each in statements if "DELETE FROM plugin_versions" in each]) == 4
        assert len(await versions(site, plugin_id)) == 1

    async def test_keeps_no_one_waiting_who_waits_for_a_job(self, site: Site) -> None:
        async with site.client.kit.database.transaction() as session:
            job = await enqueue(session, "plugins.prune_versions", {}, key=id_())
        assert job.queue == "background"

    async def test_leaves_what_is_not_old(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tasks, "MOST_OLD", 1)
        plugin_id = await plugin_with(site, "/a", 2)
        page = await site.page("/a")
        for number in range(3):
            page = await site.saved(page, update_plugin(plugin_id, f"<p>{number}</p>"))
        assert await prune(site) == 2
        assert len(await versions(site, plugin_id)) == 4
