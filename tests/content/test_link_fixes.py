"""Other addresses in the place of those that lead nowhere, and the way back."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from content.links import checking, fixing, replacing
from content.links.storing import replace_uses
from content.page_render.save import save
from kit.testing.databases import WorkerDatabase
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    refused,
    update_plugin,
)
from tests.content.links import LINKS, check, faults, link_to, replace, undo, uses
from tests.content.test_audit_entries import entries
from tests.content.test_site import announced
from tests.old_release import old_release

TEXT = '<p>See <a href="/old?a=1&amp;b=2" title="a &gt; b">the <em>old</em></a> and <a href="/other">more</a></p>'


async def page_with(site: Site, url: str, html: str) -> JSON:
    page = await site.new_page(url, url.strip("/"))
    return await site.saved(page, *add_text(column_of(page), html))


async def text_of(site: Site, url: str) -> str:
    content: str = own_plugins(await site.page(url))[-1]["fields"]["content"]
    return content


class _BrokenOff(BaseException):
    """In the place of the end of a process: nobody expects it."""


def _fail_at(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    async def fail(*_: object) -> None:
        raise _BrokenOff

    monkeypatch.setattr(fixing, name, fail)


class TestReplace:
    async def test_and_back_where_the_page_writes_the_address_another_way(self, site: Site) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        done = await replace(site, await link_to(site, "/nowhere"), "/o'brien")
        assert await text_of(site, "/one") == '<p><a href="/o\'brien">to</a></p>'
        assert (await undo(site, done))["changed"] == 1
        assert await text_of(site, "/one") == '<p><a href="/nowhere">to</a></p>'

    async def test_of_an_image_by_one_of_the_library_and_back(self, site: Site) -> None:
        """That is stored by its path."""
        await page_with(site, "/one", '<p><img src="/gone.png" alt="A"></p>')
        await check(site)
        host = site.client.kit.settings.public_url
        done = await replace(site, await link_to(site, "/gone.png"), f"{host}/files/a/b.png")
        assert 'src="/files/a/b.png"' in await text_of(site, "/one")
        again = await replace(site, await link_to(site, "/files/a/b.png"), "/other.png")
        assert (again["changed"], again["skipped"]) == (1, [])
        assert (await undo(site, again))["changed"] == 1
        assert (await undo(site, done))["changed"] == 1
        assert 'src="/gone.png"' in await text_of(site, "/one")

    async def test_everywhere_and_back(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fixing, "PAGES_AT_ONCE", 1)
        for url in ("/one", "/two"):
            await page_with(site, url, '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        done = await replace(site, link, "/one")
        assert (done["changed"], done["remaining"]) == (1, 1)
        done = await replace(site, link, "/one", fixId=done["fixId"])
        assert (done["changed"], done["remaining"], done["skipped"]) == (1, 0, [])
        for url in ("/one", "/two"):
            assert await text_of(site, url) == '<p><a href="/one">to</a></p>'
        assert await faults(site) == {}
        assert {use["pageUrl"] for use in await uses(site, link_id=(await link_to(site, "/one"))["id"])} == {
            "/one",
            "/two",
        }
        assert any(tag.startswith("plugin:") for tag in (await announced(site.client))[-1])
        undone = await undo(site, done)
        assert (undone["changed"], undone["next"]) == (1, 1)
        undone = await undo(site, done, undone["next"])
        assert (undone["changed"], undone["next"]) == (1, None)
        for url in ("/one", "/two"):
            assert await text_of(site, url) == '<p><a href="/nowhere">to</a></p>'
        assert await faults(site) == {"/nowhere": "page_not_found"}
        again = await undo(site, done)
        assert (again["changed"], len(again["skipped"])) == (0, 1)

    async def test_on_one_page_alone(self, site: Site) -> None:
        pages = [await page_with(site, url, '<p><a href="/nowhere">to</a></p>') for url in ("/one", "/two")]
        await check(site)
        link = await link_to(site, "/nowhere")
        done = await replace(site, link, None, pageId=pages[0]["page"]["id"])
        assert done["changed"] == 1
        assert (await text_of(site, "/one"), await text_of(site, "/two")) == (
            "<p>to</p>",
            '<p><a href="/nowhere">to</a></p>',
        )
        assert [use["pageUrl"] for use in await uses(site, link_id=link["id"])] == ["/two"]
        await undo(site, done)
        assert await text_of(site, "/one") == '<p><a href="/nowhere">to</a></p>'
        assert len(await uses(site, link_id=link["id"])) == 2

    async def test_of_nodes_links_and_backgrounds(self, site: Site) -> None:
        page = await site.new_page("/one")
        column, row = column_of(page), page["page"]["layout"]["block"]["nodes"][0]["id"]
        picture = {"allowBackground": True, "backgroundImage": "/nowhere", "backgroundColour": "#fff"}
        plugin = id_()
        before = await site.saved(
            page,
            {"name": "NODE_SET_HREF", "nodeId": column, "level": "page", "href": "/nowhere", "hrefTarget": "_blank"},
            {"name": "LINK_SET", "nodeId": row, "href": "/nowhere", "targetBlank": True},
            {"name": "NODE_SET_BACKGROUND", "nodeId": row, "level": "site", "background": picture},
            create_plugin(plugin, ref="cms.textImage", picture={"address": "/nowhere", "alt": "Here"}, heading="Kept"),
            place_plugin(column, plugin),
        )
        await check(site)
        link = await link_to(site, "/nowhere")
        done = await replace(site, link, "/right")
        assert done["changed"] == 4
        after = (await site.page("/one"))["page"]
        assert after["nodeFields"][column]["page"] == {"href": "/right", "hrefTarget": "_blank"}
        assert after["links"][row] == {"href": "/right", "targetBlank": True}
        assert after["nodeFields"][row]["site"] == {**picture, "backgroundImage": "/right"}
        mended = {"picture": {"address": "/right", "alt": "Here"}, "heading": "Kept"}
        assert own_plugins(await site.page("/one"))[-1]["fields"] == mended
        assert (await undo(site, done))["changed"] == 4
        assert (await site.page("/one"))["page"]["nodeFields"] == before["page"]["nodeFields"]
        assert (await site.page("/one"))["page"]["links"] == before["page"]["links"]

    async def test_what_was_changed_since_is_seen_and_left(self, site: Site) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        render = await site.page("/one")
        plugin = own_plugins(render)[-1]["id"]
        render = await site.saved(render, update_plugin(plugin, '<p><a href="/nowhere">to</a> and new words</p>'))
        done = await replace(site, link, "/")
        assert await text_of(site, "/one") == '<p><a href="/">to</a> and new words</p>'
        await site.saved(await site.page("/one"), update_plugin(plugin, "<p>All new</p>"))
        undone = await undo(site, done)
        assert undone["changed"] == 0
        assert undone["skipped"][0]["detail"] == "This has been changed meanwhile."
        assert await text_of(site, "/one") == "<p>All new</p>"

    async def test_what_of_a_page_is_put_back_is_so_in_the_list_too(self, site: Site) -> None:
        page = await page_with(site, "/one", '<p><a href="/nowhere">first</a></p>')
        column = column_of(page)
        await site.saved(
            page,
            *add_text(column, '<p><a href="/nowhere">second</a></p>'),
            {"name": "NODE_SET_HREF", "nodeId": column, "level": "page", "href": "/nowhere", "hrefTarget": ""},
        )
        await check(site)
        link = await link_to(site, "/nowhere")
        done = await replace(site, link, "/one")
        assert done["changed"] == 3
        second = own_plugins(await site.page("/one"))[-1]["id"]
        await site.saved(
            await site.page("/one"), update_plugin(second, '<p><a href="/one">second</a> with other words</p>')
        )
        undone = await undo(site, done)
        assert (undone["changed"], len(undone["skipped"])) == (2, 1)
        assert {use["text"] for use in await uses(site, link_id=link["id"])} >= {"first"}
        assert len(await uses(site, link_id=link["id"])) == 2
        assert [use["text"] for use in await uses(site, link_id=(await link_to(site, "/one"))["id"])] == ["second"]
        # The next check finds nothing else.
        await check(site)
        assert len(await uses(site, link_id=link["id"])) == 2
        assert [use["text"] for use in await uses(site, link_id=(await link_to(site, "/one"))["id"])] == ["second"]

    async def test_a_save_between_reading_and_writing_is_not_overwritten(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        plugin = own_plugins(await site.page("/one"))[-1]["id"]
        saving = save
        overtaken = False

        async def overtake(*args: object, **more: object) -> object:
            nonlocal overtaken
            if not overtaken:
                overtaken = True
                text = '<p><a href="/nowhere">to</a> meanwhile</p>'
                await site.saved(await site.page("/one"), update_plugin(plugin, text))
            return await saving(*args, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(replacing, "save", overtake)
        done = await replace(site, await link_to(site, "/nowhere"), "/")
        assert (overtaken, done["changed"]) == (True, 1)
        assert await text_of(site, "/one") == '<p><a href="/">to</a> meanwhile</p>'

    async def test_a_page_and_the_record_of_its_fix_change_together(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A process that ended between the two left a page that could not be taken back."""
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        with monkeypatch.context() as patched:
            _fail_at(patched, "_note")
            await self._broken_off(site, f"{LINKS}/{link['id']}/replacements", {"to": "/"})
        assert await text_of(site, "/one") == '<p><a href="/nowhere">to</a></p>'
        assert len(await uses(site, link_id=link["id"])) == 1
        done = await replace(site, link, "/")
        with monkeypatch.context() as patched:
            _fail_at(patched, "_bring_back")
            await self._broken_off(site, f"{LINKS}/fixes/{done['fixId']}/undo", {})
        assert await text_of(site, "/one") == '<p><a href="/">to</a></p>'
        assert (await undo(site, done))["changed"] == 1

    @staticmethod
    async def _broken_off(site: Site, address: str, body: JSON) -> None:
        with pytest.raises(_BrokenOff):
            await site.client.post(address, json=body, headers=site.editor)

    @pytest.mark.parametrize("to", ["/", None])
    async def test_a_check_that_had_read_the_page_before_knows_of_it(
        self, site: Site, monkeypatch: pytest.MonkeyPatch, to: str | None
    ) -> None:
        """It brought the former address back, and the next fix said that the link is not there any more."""
        for url in ("/one", "/two"):
            await page_with(site, url, '<p><a href="/nowhere">to</a> <a href="/gone">too</a></p>')
        await check(site)
        of_one = (await uses(site, q="/one"))[0]["pageId"]
        link = await link_to(site, "/nowhere")
        done: list[JSON] = []
        self._after_reading(monkeypatch, lambda: self._fix(site, link, done, to=to, pageId=of_one))
        await check(site)
        assert done[0]["changed"] == 1
        broken = {(use["pageUrl"], use["written"]) for use in await uses(site, state="broken")}
        assert broken == {("/one", "/gone"), ("/two", "/gone"), ("/two", "/nowhere")}
        assert len(await uses(site, q="/one")) == (1 if to is None else 2)

        self._after_reading(monkeypatch, lambda: undo(site, done[0]))
        await check(site)
        assert await text_of(site, "/one") == '<p><a href="/nowhere">to</a> <a href="/gone">too</a></p>'
        assert {use["written"] for use in await uses(site, page_id=of_one)} == {"/gone", "/nowhere"}
        assert await faults(site) == {"/gone": "page_not_found", "/nowhere": "page_not_found"}

    @staticmethod
    def _after_reading(monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]) -> None:
        """Have something happen between the reading of all pages and the storing of what stood on them."""

        async def act_first(*args: object) -> None:
            monkeypatch.setattr(checking, "replace_uses", replace_uses)
            await act()
            await replace_uses(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(checking, "replace_uses", act_first)

    @staticmethod
    async def _fix(site: Site, link: JSON, done: list[JSON], **how: Any) -> None:
        done.append(await replace(site, link, **how))

    async def test_what_is_taken_back_after_a_check_stands_there_alone(self, site: Site) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        done = await replace(site, await link_to(site, "/nowhere"), "/gone")
        await check(site)
        assert (await undo(site, done))["changed"] == 1
        assert [use["written"] for use in await uses(site, q="/one")] == ["/nowhere"]

    @pytest.mark.parametrize("is_checked", [False, True])
    async def test_what_stood_there_before_stays_in_the_list(self, site: Site, *, is_checked: bool) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a> <a href="/gone">too</a></p>')
        await check(site)
        done = await replace(site, await link_to(site, "/nowhere"), "/gone")
        assert [use["written"] for use in await uses(site, q="/one")] == ["/gone"]
        if is_checked:
            await check(site)
        assert (await undo(site, done))["changed"] == 1
        assert sorted(use["written"] for use in await uses(site, q="/one")) == ["/gone", "/nowhere"]

    async def test_a_list_from_before_a_check_names_the_same_places(self, site: Site) -> None:
        """It said that the link is not there any more, which stood in front of everybody."""
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        [use] = await uses(site, link_id=link["id"])
        await check(site)
        assert (await replace(site, link, "/", useId=use["id"]))["changed"] == 1
        assert await text_of(site, "/one") == '<p><a href="/">to</a></p>'

    async def test_a_place_that_is_not_in_the_list_any_more_begins_no_fix(self, site: Site) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await page_with(site, "/two", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        [use] = await uses(site, link_id=link["id"], q="/one")
        plugin = own_plugins(await site.page("/one"))[-1]["id"]
        await site.saved(await site.page("/one"), update_plugin(plugin, "<p>Nothing</p>"))
        await check(site)
        address, body = f"{LINKS}/{link['id']}/replacements", {"to": "/", "useId": use["id"]}
        answer = await site.client.post(address, json=body, headers=site.editor)
        assert refused(answer) == (404, "link_use_not_found")
        assert await site.client.kit.database.pool.fetchval("SELECT count(*) FROM link_fixes") == 0
        assert await entries(site, "link") == []

    async def test_what_is_not_there_any_more_leaves_the_list(self, site: Site) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        plugin = own_plugins(await site.page("/one"))[-1]["id"]
        await site.saved(await site.page("/one"), update_plugin(plugin, "<p>Nothing</p>"))
        done = await replace(site, link, "/")
        assert (done["changed"], done["remaining"]) == (0, 0)
        assert await uses(site, link_id=link["id"]) == []

    @pytest.mark.parametrize("to", ["javascript:alert(1)", "//evil.example", "/\\evil", "data:text/html,x", " "])
    async def test_nothing_that_runs_is_put_into_a_page(self, site: Site, to: str) -> None:
        await page_with(site, "/one", '<p><a href="/nowhere">to</a></p>')
        await check(site)
        link = await link_to(site, "/nowhere")
        answer = await site.client.post(f"{LINKS}/{link['id']}/replacements", json={"to": to}, headers=site.editor)
        assert answer.status_code == 422
        assert await text_of(site, "/one") == '<p><a href="/nowhere">to</a></p>'


async def test_what_the_release_before_fixed_is_kept_page_by_page(worker_database: WorkerDatabase) -> None:
    """It kept what it did to all pages in one array."""
    fix_id, changes = id_(), [{"pageId": id_(), "values": []}, {"pageId": id_(), "values": []}]
    async with old_release(worker_database, "content", "0019") as old:
        query = "INSERT INTO content_of_old.link_fixes (id, created_by, changes) VALUES ($1, $1, $2)"
        await old.connection.execute(query, fix_id, json.dumps(changes))
        await old.upgrade()
        rows = await old.connection.fetch(
            "SELECT fix_id::text, page_id::text, change FROM content_of_old.link_fix_pages"
        )
        assert {(row["fix_id"], row["page_id"]) for row in rows} == {(fix_id, each["pageId"]) for each in changes}
        assert [json.loads(row["change"])["pageId"] for row in rows] == [row["page_id"] for row in rows]
        await old.connection.execute("INSERT INTO content_of_old.link_fixes (id, created_by) VALUES ($1, $1)", id_())
