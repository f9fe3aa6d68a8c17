"""Saves that are too long for one request: in parts, and applied at once with the last."""

import asyncio

import httpx
import pytest

from content.page_render import parts, tasks
from kit.jobs import enqueue
from kit.locks import lock_named
from tests.content.factory import JSON, Site, add_text, column_of, id_, own_plugins, refused, update_plugin, whitelist
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits


async def send(
    site: Site, render: JSON, index: int, count: int, *actions: JSON, key: str = "long", headers: JSON | None = None
) -> httpx.Response:
    return await site.client.put(
        f"/client/page-render/{render['page']['id']}",
        json={
            "changes": [{"version": render["version"], "actions": list(actions)}],
            "part": {"index": index, "count": count},
        },
        headers={**(headers or site.editor), "Idempotency-Key": key},
    )


async def kept(site: Site) -> int:
    found: int = await site.client.kit.database.pool.fetchval("SELECT count(*) FROM save_parts")
    return found


class TestParts:
    async def test_nothing_shows_before_the_last_one_and_then_all_at_once(self, site: Site, page: JSON) -> None:
        """A text, and in the part after it who may see it: nobody ever gets one without the other."""
        node_id = id_()
        first = await send(site, page, 0, 3, *add_text(column_of(page), "<p>For members</p>", node_id=node_id))
        assert (first.status_code, first.content) == (202, b"")
        assert (await send(site, page, 1, 3, whitelist(node_id, ["member"]))).status_code == 202
        assert await site.page("/about") == page
        last = await send(site, page, 2, 3, update_plugin(own_plugins(page)[0]["id"], "<h1>Last</h1>"))
        assert last.status_code == 200
        assert [plugin["fields"]["content"] for plugin in own_plugins(last.json())] == [
            "<h1>Last</h1>",
            "<p>For members</p>",
        ]
        assert last.json()["version"] == page["version"] + 1
        assert "For members" not in (await site.render("/about")).text
        assert await kept(site) == 0

    async def test_of_one_person_are_counted_one_after_another(self, site: Site, page: JSON) -> None:
        async with site.client.kit.database.transaction() as session:
            await lock_named(session, f"content.save_parts:{site.user_id}")
            sending = asyncio.create_task(send(site, page, 0, 2))
            await until_somebody_waits(session)
            assert not sending.done()
        assert (await sending).status_code == 202

    async def test_may_be_repeated_in_any_place(self, site: Site, page: JSON) -> None:
        text = add_text(column_of(page), "<p>Once</p>")
        title = update_plugin(own_plugins(page)[0]["id"], "<h1>Last</h1>")
        for _ in range(2):
            assert (await send(site, page, 0, 2, *text)).status_code == 202
        assert await kept(site) == 1
        first = await send(site, page, 1, 2, title)
        assert (await send(site, page, 0, 2, *text)).status_code == 202
        assert await kept(site) == 0
        again = await send(site, page, 1, 2, title)
        assert (again.status_code, again.content) == (200, first.content)
        assert again.headers["Saved-Version"] == first.headers["Saved-Version"]
        assert len(own_plugins(again.json())) == 2

    async def test_the_last_one_twenty_times_at_once_counts_once(self, site: Site, page: JSON) -> None:
        await send(site, page, 0, 2, *add_text(column_of(page), "<p>Once</p>"))
        title = update_plugin(own_plugins(page)[0]["id"], "<h1>Last</h1>")
        answers = await asyncio.gather(*(send(site, page, 1, 2, title) for _ in range(20)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1

    async def test_a_conflict_or_a_fault_in_one_refuses_all(self, site: Site, page: JSON) -> None:
        title = own_plugins(page)[0]["id"]
        await send(site, page, 0, 2, *add_text(column_of(page), "<p>x</p>"), update_plugin(title, "<h1>Mine</h1>"))
        after = await site.saved(page, update_plugin(title, "<h1>Theirs</h1>"), headers=site.tokens.bearer("editor"))
        answer = await send(site, page, 1, 2, whitelist(column_of(page), ["member"]))
        assert refused(answer) == (409, "page_conflict")
        assert answer.json()["conflicts"][0]["actionIndexes"] == [2]
        assert await site.page("/about") == after

    async def test_the_last_one_alone_is_refused_and_says_what_is_missing(self, site: Site, page: JSON) -> None:
        await send(site, page, 1, 4)
        answer = await send(site, page, 3, 4)
        assert refused(answer) == (422, "parts_missing")
        assert answer.json()["missing"] == [0, 2]

    async def test_of_another_content_under_the_same_key_is_refused(self, site: Site, page: JSON) -> None:
        await send(site, page, 0, 2, *add_text(column_of(page), "<p>A</p>"))
        answer = await send(site, page, 0, 2, *add_text(column_of(page), "<p>B</p>"))
        assert refused(answer) == (422, "idempotency_key_reused")

    async def test_belong_to_their_sender_and_page(self, site: Site, page: JSON) -> None:
        other = await site.new_page("/other")
        await send(site, page, 0, 2, *add_text(column_of(page), "<p>A</p>"))
        assert refused(await send(site, other, 1, 2)) == (422, "parts_missing")
        colleague = site.tokens.bearer("editor")
        assert refused(await send(site, page, 1, 2, headers=colleague)) == (422, "parts_missing")

    async def test_of_a_page_that_is_not_there(self, site: Site, page: JSON) -> None:
        missing = {**page, "page": {**page["page"], "id": id_()}}
        assert refused(await send(site, missing, 0, 2)) == (404, "page_not_found")


class TestBounds:
    async def test_one_save_has_so_many_bytes(self, site: Site, page: JSON, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts, "MAX_BYTES", 1_000)
        large = add_text(column_of(page), "x" * 400)
        assert (await send(site, page, 0, 3, *large)).status_code == 202
        assert refused(await send(site, page, 1, 3, *large)) == (413, "save_too_large")
        assert await kept(site) == 1

    async def test_one_person_has_so_many_begun_and_the_oldest_gives_way(self, site: Site, page: JSON) -> None:
        for number in range(parts.MAX_SAVES + 1):
            assert (await send(site, page, 0, 2, key=f"save-{number}")).status_code == 202
        assert await kept(site) == parts.MAX_SAVES
        assert refused(await send(site, page, 1, 2, key="save-0")) == (422, "parts_missing")
        assert (await send(site, page, 1, 2, key="save-1")).status_code == 200

    async def test_what_was_never_finished_is_swept(self, site: Site, page: JSON) -> None:
        await send(site, page, 0, 2, key="old")
        query = "UPDATE save_parts SET created_at = now() - $1::interval - interval '1 minute'"
        await site.client.kit.database.pool.execute(query, tasks.KEPT)
        await send(site, page, 0, 2, key="new")
        async with site.client.kit.database.transaction() as session:
            await enqueue(session, "save_parts.sweep", {}, key=id_())
        await run_jobs(site.client, "save_parts.sweep")
        assert await kept(site) == 1
