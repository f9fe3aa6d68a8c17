"""How many statements a save takes, whatever its size; and what happens when somebody else is ahead of it."""

import asyncio
import uuid
from collections.abc import Iterable

import pytest
from sqlalchemy import text

from content.changes import service as changes
from content.plugins.models import Plugin
from content.scopes.events import keep_names
from content.site.repository import SiteRepository
from tests.content import excerpts
from tests.content.blog import post_page
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    refused,
    row,
    update_plugin,
    whitelist,
)
from tests.content.listed_images import cards
from tests.content.scopes.names import told
from tests.content.statements import Statements
from tests.waiting_transactions import until_somebody_waits

# The page is read, and all is written: that is a transaction of its own.
AT_ONCE = 2
# Where other pages have posts it is found out first whether they show what is changed.
BESIDE_POSTS = 3
# Its record is looked up before, and its data are read for the answer.
OF_A_POST = 4
# Between the two ends of a transaction one more finds out whether pages still follow dark mode.
WITH_SETTINGS = 5
# In a transaction the site is locked, the page read again, and the log of what others have changed, before all is written.
# The menu may be another, too.
BEHIND_ANOTHER = 9

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def until_waiting(site: Site, saves: int) -> None:
    """Wait until so many wait for a lock."""
    async with asyncio.timeout(60):
        while await site.client.kit.database.pool.fetchval(WAITING) < saves:
            await asyncio.sleep(0.01)


class TestStatements:
    @pytest.fixture
    def statements(self, site: Site) -> Statements:
        return Statements(site.client.kit)

    async def counted(self, site: Site, statements: Statements, page: JSON, actions: Iterable[JSON]) -> int:
        async with statements.counted() as sent:
            answer = await site.save(page, *actions)
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] > page["version"]
        return len(sent)

    async def test_of_one_action_and_of_fifty(self, site: Site, statements: Statements, page: JSON) -> None:
        [title] = own_plugins(page)
        assert await self.counted(site, statements, page, [update_plugin(title["id"], "<h1>Us</h1>")]) == AT_ONCE
        page = await site.page("/about")
        longer = update_plugin(title["id"], f"<p>{'Many words. ' * 300}</p>")
        assert await self.counted(site, statements, page, [longer]) == AT_ONCE
        page = await site.page("/about")
        fifty = [action for number in range(25) for action in add_text(column_of(page), f"<p>{number}</p>")]
        assert await self.counted(site, statements, page, fifty) == AT_ONCE

    async def test_of_texts_beside_posts(self, site: Site, statements: Statements, page: JSON) -> None:
        """Posts have images, words and minutes of what their pages show."""
        longer = f"<p>{'Many words. ' * 300}</p>"
        await post_page(site, "/post")
        page = await site.page("/about")
        [title] = own_plugins(page)
        assert await self.counted(site, statements, page, [update_plugin(title["id"], longer)]) == BESIDE_POSTS
        post = await site.page("/post")
        [of_post, _] = own_plugins(post)
        # Words and minutes stay, and no other page has a post.
        heading = [update_plugin(of_post["id"], "<h1>Another</h1>")]
        assert await self.counted(site, statements, post, heading) == OF_A_POST

    async def test_of_settings_of_nodes(self, site: Site, statements: Statements, page: JSON) -> None:
        nodes = [node["id"] for node in page["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"]]
        one, *others = [
            {"name": "NODE_SET_CLASS_NAMES", "nodeId": node_id, "level": level, "classNames": ["big"]}
            for node_id in nodes
            for level in ("page", "site")
        ]
        assert await self.counted(site, statements, page, [one]) == WITH_SETTINGS
        page = await site.page("/about")
        assert await self.counted(site, statements, page, others) == WITH_SETTINGS

    async def test_of_blocks_for_several_pages(self, site: Site, statements: Statements, page: JSON) -> None:
        async def made(count: int, page: JSON) -> int:
            rows = [row(column()) for _ in range(count)]
            wrap = {"wrapBefore": {"rowId": id_(), "colId": id_()}}
            first, *others = [create_node(column_of(page), each) for each in rows]
            turned = [
                {
                    "name": "NODE_SET_TYPE",
                    "nodeId": each["id"],
                    "type": "row-branch",
                    "blockId": id_(),
                    "branchName": "B",
                }
                for each in rows
            ]
            return await self.counted(site, statements, page, [{**first, **wrap}, *others, *turned])

        assert await made(1, page) == AT_ONCE
        assert await made(4, await site.new_page("/other")) == AT_ONCE

    async def test_of_a_retry(self, site: Site, statements: Statements, page: JSON) -> None:
        actions = add_text(column_of(page), "<p>Once</p>")
        first = await site.save(page, *actions, key="retry")
        async with statements.counted() as sent:
            again = await site.save(page, *actions, key="retry")
        assert (again.json(), len(sent)) == (first.json(), 1)

    async def test_behind_another(self, site: Site, statements: Statements, page: JSON) -> None:
        async with site.client.kit.database.transaction() as other:
            await other.execute(text("UPDATE site SET version = version + 1"))
            async with statements.counted() as sent:
                saving = asyncio.create_task(site.save(page, *add_text(column_of(page), "<p>Mine</p>")))
                await until_somebody_waits(other)
                await other.commit()
                assert (await saving).status_code == 200
        assert len([each for each in sent if "pg_locks" not in each]) == BEHIND_ANOTHER, sent


class TestBehindAnother:
    """Somebody else's change is committed after the page was read and before anything was written."""

    async def test_both_changes_count_and_each_has_its_version(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        async with site.client.kit.database.transaction() as other:
            plugin = await other.get_one(Plugin, uuid.UUID(title["id"]))
            await changes.lock(other)
            saving = asyncio.create_task(site.save(page, *add_text(column_of(page), "<p>Mine</p>")))
            await until_somebody_waits(other)
            plugin.fields = {"content": "<h1>Theirs</h1>"}
            plugin.version = await changes.record(other, [f"plugin:{title['id']}"], user_id=None)
        answer = await saving
        after = answer.json()
        assert [each["fields"]["content"] for each in own_plugins(after)] == ["<h1>Theirs</h1>", "<p>Mine</p>"]
        assert (after["version"], answer.headers["Saved-Version"]) == (page["version"] + 2, str(page["version"] + 2))
        assert after == await site.page("/about")

    async def test_the_same_text_is_a_conflict(self, site: Site, page: JSON) -> None:
        [title] = own_plugins(page)
        async with site.client.kit.database.transaction() as other:
            await changes.lock(other)
            saving = asyncio.create_task(site.save(page, update_plugin(title["id"], "<h1>Mine</h1>")))
            await until_somebody_waits(other)
            changed = [f"plugin:{title['id']}", f"plugin:{title['id']}/fields/content"]
            await changes.record(other, changed, user_id=None)
        assert refused(await saving) == (409, "page_conflict")
        assert own_plugins(await site.page("/about"))[0]["fields"] == title["fields"]

    async def test_a_post_that_comes_to_show_the_text_tells_it_as_it_is(self, site: Site, page: JSON) -> None:
        """No other page showed the text when the save looked, so it meant to write at once."""
        [title] = own_plugins(page)
        post = await excerpts.post(site, "Words.", url="/post")
        await cards(site)
        async with site.client.kit.database.transaction() as other:
            await changes.lock(other)
            placing = asyncio.create_task(site.save(post, place_plugin(column_of(post), title["id"])))
            await until_somebody_waits(other)
            saving = asyncio.create_task(site.save(page, update_plugin(title["id"], "<p>As it is now.</p>")))
            await until_waiting(site, 2)
        assert [(await each).status_code for each in (placing, saving)] == [200, 200]
        [told] = await excerpts.listed(site)
        assert "As it is now." in str(told)

    async def test_a_plugin_made_meanwhile_is_cleaned_as_what_it_is(self, site: Site, page: JSON) -> None:
        plugin_id, evil = id_(), "<p>Hi<script>x()</script></p>"
        async with site.client.kit.database.transaction() as other:
            await changes.lock(other)
            actions = [create_plugin(plugin_id, evil), place_plugin(column_of(page), plugin_id)]
            saving = asyncio.create_task(site.save(page, *actions))
            await until_somebody_waits(other)
            version = await changes.record(other, [f"branch:{id_()}"], user_id=None)
            other.add(Plugin(id=uuid.UUID(plugin_id), ref="cms.text", fields={"content": "Old"}, version=version))
        assert (await saving).json()["plugins"][plugin_id]["fields"] == {"content": "<p>Hi</p>"}

    async def test_a_scope_that_is_being_renamed_meanwhile_is_refused(self, site: Site, page: JSON) -> None:
        """It changes no page yet, so the site's version is the same."""
        scope = str(uuid.uuid4())
        async with site.client.kit.database.transaction() as session:
            await keep_names(session, told(1, {scope: "club"}))
        async with site.client.kit.database.transaction() as other:
            await SiteRepository(other).get_for_update()
            saving = asyncio.create_task(site.save(page, whitelist(column_of(page), ["club"])))
            await until_somebody_waits(other)
            await keep_names(other, told(2, {scope: "society"}))
        assert refused(await saving) == (503, "scope_being_renamed")

    async def test_the_same_request_counts_once(self, site: Site, page: JSON) -> None:
        """Both have read that its key is unknown, also where it changes nothing and no version tells."""
        for actions in ([], add_text(column_of(page), "<p>Once</p>")):
            async with site.client.kit.database.transaction() as other:
                await changes.lock(other)
                saves = [asyncio.create_task(site.save(page, *actions, key=f"key-{len(actions)}")) for _ in range(2)]
                await until_waiting(site, 2)
            first, second = [(await saving).json() for saving in saves]
            assert first == second
