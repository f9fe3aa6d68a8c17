"""What pages share is remembered for a version of the site: nothing of it is late, and nothing is anybody else's."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from copy import deepcopy
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from content.app import app
from content.files.adopting import adopt_some
from content.page_render import shared_parts
from content.page_render.shared_parts import SharedMemory
from kit.testing import ServiceClient, Start
from tests.content.blog import change as change_settings
from tests.content.blog import field_of, list_page, post_page, posts
from tests.content.compiler import Compiler
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    nodes_of,
    place_plugin,
    put_site,
    row,
    update_plugin,
    whitelist,
)
from tests.content.library import file
from tests.content.library import tell as tell_of_files
from tests.content.scopes.names import BOTH, RENAMED, header_of, hear, told
from tests.content.scopes.names import tell as tell_of_scopes
from tests.content.statements import Statements
from tests.content.templates.calls import SOURCES
from tests.content.templates.calls import change as change_template
from tests.content.templates.calls import create as create_template
from tests.content.test_dark_mode import background
from tests.content.test_site import tell as tell_of_site
from tests.content.test_site import tell_trackers
from tests.content.test_site import told as told_of_site
from tests.content.versions_of_writes import held_to_versions
from tests.kit.working import with_worker


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app, mounts={"http://web.test": Compiler().app})


@pytest.fixture
async def pages(site: Site) -> Site:
    """Two pages of one layout and one template, of which both have been asked for."""
    for url in ("/one", "/two"):
        await site.new_page(url)
        await shown(site, url)
    return site


async def shown(site: Site, url: str = "/two", headers: JSON | None = None) -> JSON:
    """What somebody gets of a page."""
    answer = await site.render(url, headers)
    assert answer.status_code == 200, answer.text
    render: JSON = answer.json()
    return render


def shared_texts(render: JSON) -> list[JSON]:
    """The texts in the page's layout."""
    placed = [node["pluginId"] for node in nodes_of(render["page"]["layout"]["block"]) if node["type"] == "plugin"]
    return [plugin for id in placed if (plugin := render["plugins"].get(id)) and plugin["ref"] == "cms.text"]


def footer_of(render: JSON) -> JSON:
    footer: JSON = render["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][2]
    return footer


def footer_column_of(render: JSON) -> str:
    found: str = footer_of(render)["block"]["nodes"][0]["block"]["nodes"][0]["id"]
    return found


def checked(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, answer.text
    return answer


async def layout_of(site: Site) -> JSON:
    layout_id = (await site.page("/"))["page"]["layoutId"]
    found: JSON = checked(await site.client.get(f"/cms/layouts/{layout_id}", headers=site.editor)).json()
    return found


async def template_of(site: Site) -> JSON:
    template_id = (await site.page("/"))["template"]["id"]
    found: JSON = checked(await site.client.get(f"/client/templates/{template_id}", headers=site.editor)).json()
    return found


def seen(record: JSON, site: Site) -> JSON:
    return {**site.editor, "If-Match": f'"{record["version"]}"'}


class TestStatements:
    @pytest.fixture
    def statements(self, pages: Site) -> Statements:
        return Statements(pages.client.kit)

    async def test_of_a_page_only_its_own_is_read(self, pages: Site, statements: Statements) -> None:
        await shown(pages, "/one")
        async with statements.counted() as sent:
            await shown(pages)
        [statement] = sent
        assert [table for table in ("layouts", "templates", "branch_blocks") if table in statement] == []

    async def test_without_css_too(self, pages: Site, statements: Statements) -> None:
        whole = await shown(pages)
        async with statements.counted() as sent:
            answer = await pages.client.get("/client/page-render", params={"url": "/two", "css": False})
        assert len(sent) == 1
        assert answer.json() == {**whole, "template": {**whole["template"], "inlineCSS": ""}}

    async def test_what_was_first_read_without_css_has_it(self, pages: Site) -> None:
        whole = await shown(pages)
        await pages.new_page("/three")
        await pages.client.get("/client/page-render", params={"url": "/one", "css": False})
        assert (await shown(pages))["template"] == whole["template"]
        assert whole["template"]["inlineCSS"]

    async def test_a_change_takes_one_more_and_only_once(self, pages: Site, statements: Statements) -> None:
        await put_site(pages.client, pages.tokens, name="Elm")
        counts = []
        for url in ("/one", "/two", "/one"):
            async with statements.counted() as sent:
                await shown(pages, url)
            counts.append(len(sent))
        # The menu is another version's, too.
        assert counts == [3, 1, 1]

    async def test_pages_with_blocks_of_their_own_are_read_whole(self, pages: Site, statements: Statements) -> None:
        block: JSON = checked(
            await pages.client.post("/client/blocks", json={"name": "Hours"}, headers=pages.editor)
        ).json()
        page, wrap = await pages.page("/two"), {"wrapBefore": {"rowId": id_(), "colId": id_()}}
        node = {"id": id_(), "type": "row-branch", "blockId": block["id"]}
        await pages.saved(page, create_node(column_of(page), node, 100, **wrap))
        counts = []
        for url in ("/one", "/one", "/two", "/two", "/one", "/one"):
            async with statements.counted() as sent:
                render = await shown(pages, url)
            counts.append(len(sent))
            assert [*render["page"]["branches"]] == ([block["id"]] if url == "/two" else [])
        assert counts == [1, 1, 2, 1, 1, 1]

    async def test_blocks_of_the_layout_are_remembered_with_it(self, pages: Site, statements: Statements) -> None:
        await share_text_in_block(pages)
        await shown(pages, "/one")
        async with statements.counted() as sent:
            render = await shown(pages)
        assert len(sent) == 1
        assert [branch["name"] for branch in render["page"]["branches"].values()] == ["Inner"]
        assert "Deep inside" in str(render["plugins"])

    async def test_no_more_pairs_than_have_room(
        self, pages: Site, statements: Statements, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(shared_parts, "MOST_PARTS", 1)
        other = await pages.new_page("/other", newLayout=True)
        for url in ("/one", "/other", "/two", "/other"):
            render = await shown(pages, url)
            assert (render["page"]["layoutId"] == other["page"]["layoutId"]) is (url == "/other")


async def share_text_in_block(site: Site) -> str:
    """Put a text into a branch block of the layout; the id of the text."""
    page, col, plugin_id = await site.page("/one"), column(), id_()
    shared = row(col)
    footer = footer_of(page)["id"]
    await site.saved(
        page,
        create_node(footer, shared),
        *add_text(col["id"], "<p>Deep inside</p>", plugin_id=plugin_id),
        {
            "name": "NODE_SET_TYPE",
            "nodeId": shared["id"],
            "type": "row-branch",
            "blockId": id_(),
            "branchName": "Inner",
        },
    )
    return plugin_id


class TestChanges:
    """Each is seen by the next page, whatever was remembered of the pages before."""

    async def test_of_a_text_in_the_layout(self, pages: Site) -> None:
        plugin = shared_texts(await pages.page("/one"))[0]
        address = f"/cms/plugins/{plugin['id']}"
        body = {"fields": {"content": "<p>Said by a call</p>"}}
        checked(await pages.client.put(address, json=body, headers=seen(plugin, pages)))
        assert "Said by a call" in str(shared_texts(await shown(pages)))
        await pages.save(await pages.page("/one"), update_plugin(plugin["id"], "<p>Said by a save</p>"))
        assert "Said by a save" in str(shared_texts(await shown(pages)))

    async def test_of_a_text_in_a_block_of_the_layout(self, pages: Site) -> None:
        plugin_id = await share_text_in_block(pages)
        await shown(pages)
        await pages.save(await pages.page("/one"), update_plugin(plugin_id, "<p>Deeper</p>"))
        assert (await shown(pages))["plugins"][plugin_id]["fields"]["content"] == "<p>Deeper</p>"

    async def test_by_a_save_in_another_process(self, pages: Site) -> None:
        """Which this one hears nothing of."""
        plugin = shared_texts(await pages.page("/one"))[0]
        await shown(pages)
        async with pages.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE site SET version = version + 1"))
            changed = text(
                """UPDATE plugins SET fields = '{"content": "<p>Elsewhere</p>"}' WHERE id = CAST(:id AS uuid)"""
            )
            await session.execute(changed, {"id": plugin["id"]})
            before = await shown(pages)
        assert "Elsewhere" not in str(before["plugins"])
        assert "Elsewhere" in str(shared_texts(await shown(pages)))

    async def test_of_the_layout(self, pages: Site) -> None:
        page = await pages.page("/one")
        await pages.save(page, *add_text(footer_column_of(page), "<p>Imprint</p>"))
        assert "Imprint" in str(shared_texts(await shown(pages)))
        layout = await layout_of(pages)
        [root] = layout["block"]["nodes"]
        body = {"name": "Bare", "block": {"nodes": [{**root, "block": {"nodes": root["block"]["nodes"][:2]}}]}}
        address = f"/cms/layouts/{layout['id']}"
        checked(await pages.client.put(address, json=body, headers=seen(layout, pages)))
        after = await shown(pages)
        assert (after["page"]["layout"]["name"], shared_texts(after)) == ("Bare", [])

    async def test_of_settings_of_its_nodes(self, pages: Site) -> None:
        page = await pages.page("/one")
        header = header_of(page)
        big = {"name": "NODE_SET_CLASS_NAMES", "nodeId": header, "level": "site", "classNames": ["big"]}
        await pages.save(page, big)
        assert (await shown(pages))["page"]["nodeFields"][header]["site"]["classNames"] == ["big"]

    async def test_of_the_template(self, pages: Site) -> None:
        before = await template_of(pages)
        changed = {**SOURCES, "js": before["js"], "name": "Dusk", "fonts": [{"family": "Lora"}]}
        checked(await change_template(pages, before, pages.tokens.bearer("super"), **changed))
        after = (await shown(pages))["template"]
        assert (after["name"], after["fonts"]) == ("Dusk", [{"family": "Lora"}])
        assert after["version"] > before["version"]
        assert after["inlineCSS"] == "$INK: #222;BODY { COLOR: $INK }"

    async def test_of_the_site(self, pages: Site) -> None:
        await put_site(pages.client, pages.tokens, name="Elm & Daughters", hasEcom=True)
        after = (await shown(pages))["site"]
        assert (after["name"], after["hasEcom"]) == ("Elm & Daughters", True)
        await tell_of_site(pages.client, told_of_site(7, siteName="Oak", language="de"))
        after = (await shown(pages))["site"]
        assert (after["name"], after["language"], after["hasEcom"]) == ("Oak", "de", False)
        await tell_trackers(pages.client, 7)
        assert (await shown(pages))["site"]["trackers"]["hosts"] == ["stats.example"]
        await tell_of_site(pages.client, told_of_site(8, darkMode="off"))
        assert (await shown(pages))["site"]["followsDarkMode"] is False

    async def test_of_which_layout_and_template_a_page_has(self, pages: Site) -> None:
        other = await pages.new_page("/other", newLayout=True)
        dark = checked(await create_template(pages, **SOURCES)).json()
        before = await shown(pages)
        await change_settings(pages, before, layoutId=other["page"]["layoutId"], templateId=dark["id"])
        after = await shown(pages)
        assert (after["page"]["layoutId"], after["template"]["name"]) == (other["page"]["layoutId"], "Dark")
        assert shared_texts(after) == []
        assert shared_texts(await shown(pages, "/one"))


class TestViewers:
    """What is remembered is the same for all. What is shown of it is not."""

    @pytest.fixture
    async def kept(self, pages: Site) -> Site:
        """A site whose footer is for the club, in all of its pages."""
        await tell_of_scopes(pages.client, told(1, BOTH))
        page = await pages.page("/one")
        secret = add_text(footer_column_of(page), "<p>For the club</p>")
        await pages.saved(page, *secret, whitelist(footer_of(page)["id"], ["club"]))
        return pages

    @pytest.mark.parametrize("first", ["editor", "club", "staff", None])
    async def test_whoever_came_first_each_gets_what_is_theirs(self, kept: Site, first: str | None) -> None:
        footer = footer_of(await kept.page("/one"))["id"]
        await kept.new_page("/fresh")
        viewers: list[str | None] = [first, "club", None, "editor", "staff", None, "club"]
        for viewer in viewers:
            for url in ("/one", "/two"):
                answer = await kept.render(url, kept.tokens.bearer(viewer) if viewer else None)
                sees = viewer in {"club", "editor"}
                assert ("For the club" in answer.text) is sees
                assert (footer in answer.text) is sees
                assert ("scopeWhitelist" in answer.text) is (viewer == "editor")
                assert answer.json()["isCacheable"] is False

    async def test_an_editor_who_views_it_as_others_do(self, kept: Site) -> None:
        await shown(kept, "/one", kept.editor)
        for scopes, sees in (("-", False), ("staff", False), ("club", True)):
            answer = await kept.render("/two", {**kept.editor, "View-As": scopes})
            assert ("For the club" in answer.text) is sees
            assert "scopeWhitelist" not in answer.text

    async def test_a_name_that_begins_to_be_renamed_opens_nothing_at_once(self, kept: Site) -> None:
        """It is no change of a page, and brings no version."""
        member, version = kept.tokens.bearer("club"), (await kept.page("/two"))["version"]
        assert "For the club" in str(await shown(kept, "/two", member))
        await hear(kept.client, told(2, RENAMED, BOTH))
        after = await shown(kept, "/two", member)
        assert after["version"] == version
        assert "For the club" not in str(after)

    async def test_a_file_that_is_hidden_from_one_is_there_for_another(self, pages: Site) -> None:
        image, plugin_id, page = file("x.jpg", isPublic=False, scopeWhitelist=["club"]), id_(), await pages.page("/one")
        await tell_of_files(pages.client, image)
        picture = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
        await pages.saved(page, picture, place_plugin(footer_column_of(page), plugin_id))
        for viewer in ("club", None, "editor", "club", None):
            answer = await pages.render("/two", pages.tokens.bearer(viewer) if viewer else None)
            assert (image["id"] in str(answer.json()["plugins"])) is (viewer is not None)

    async def test_nothing_that_is_remembered_is_changed_by_a_request(self, kept: Site) -> None:
        image, plugin_id, page = file("x.jpg", scopeWhitelist=["club"]), id_(), await kept.page("/one")
        logo = file("logo.png")
        await tell_of_files(kept.client, image, logo)
        await tell_of_site(kept.client, told_of_site(7, logo={"file": logo["id"]}))
        picture = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
        page = await kept.page("/one")
        await kept.saved(page, picture, place_plugin(footer_column_of(page), plugin_id))
        memory = kept.client.app.state.sources.shared
        await shown(kept, "/one")
        before = remembered(memory)
        assert before
        assert "For the club" in str(before)
        for viewer in ("club", None, "editor", "staff"):
            for url in ("/one", "/two", "/"):
                await shown(kept, url, kept.tokens.bearer(viewer) if viewer else None)
        assert remembered(memory) == before


def remembered(memory: SharedMemory) -> Any:
    """A copy of all that is remembered."""
    return deepcopy([_plain(part) for part in memory._parts.values()])


def _plain(value: Any) -> Any:
    if hasattr(value, "items"):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


Write = Callable[[Site], Awaitable[object]]


async def _layouts(site: Site) -> None:
    layout = await layout_of(site)
    address, body = f"/cms/layouts/{layout['id']}", {"name": "Wide", "block": layout["block"]}
    checked(await site.client.put(address, json=body, headers=seen(layout, site)))
    copy = {"name": "Copy", "copyOf": layout["id"]}
    made = checked(await site.client.post("/cms/layouts", json=copy, headers=site.editor)).json()
    checked(await site.client.delete(f"/cms/layouts/{made['id']}", headers=site.editor))


async def _templates(site: Site) -> None:
    before = await template_of(site)
    checked(await change_template(site, before, site.tokens.bearer("super"), **SOURCES, js=before["js"]))
    made = checked(await create_template(site, **SOURCES)).json()
    checked(await site.client.delete(f"/client/templates/{made['id']}", headers=site.admin))


async def _plugins(site: Site) -> None:
    plugin = shared_texts(await site.page("/one"))[0]
    address, body = f"/cms/plugins/{plugin['id']}", {"fields": {"content": "<p>Other</p>"}}
    checked(await site.client.put(address, json=body, headers=seen(plugin, site)))
    page, plugin_id = await site.page("/one"), id_()
    await site.saved(page, create_plugin(plugin_id))
    checked(await site.client.delete(f"/cms/plugins/{plugin_id}", headers=site.editor))


async def _saves(site: Site) -> None:
    page = await site.page("/one")
    page = await site.saved(page, *add_text(footer_column_of(page), "<p>Imprint</p>"))
    page = await site.saved(page, whitelist(header_of(page), ["club"]))
    await site.saved(page, background(header_of(page), {"backgroundImage": "/a.jpg"}, "site"))
    assert (await shown(site))["site"]["followsDarkMode"] is False


async def _blocks(site: Site) -> None:
    await share_text_in_block(site)
    [block] = checked(await site.client.get("/client/blocks/branches", headers=site.editor)).json()["results"]
    address = f"/client/blocks/{block['id']}"
    checked(await site.client.put(address, json={"name": "Other"}, headers=seen(block, site)))
    copy = {"name": "Copy", "copyOf": block["id"]}
    checked(await site.client.post("/client/blocks", json=copy, headers=site.editor))
    checked(await with_worker(site.client, site.client.delete(address, headers=site.editor)))


async def _pages(site: Site) -> None:
    landing = await site.new_page("/landing", newLayout=True)
    address = f"/client/pages/{landing['page']['id']}"
    checked(await site.client.delete(address, headers=site.editor))


async def _settings(site: Site) -> None:
    await put_site(site.client, site.tokens, name="Elm")
    await tell_of_site(site.client, told_of_site(7, siteName="Oak", darkMode="off"))
    await tell_trackers(site.client, 7)


async def _scopes(site: Site) -> None:
    await tell_of_scopes(site.client, told(1, BOTH))
    page = await site.page("/one")
    await site.saved(page, whitelist(header_of(page), ["club"]))
    await tell_of_scopes(site.client, told(2, RENAMED))


async def _categories_of_posts(site: Site) -> None:
    news = field_of(await list_page(site, "/news", "News"), "blogCategoryId")
    await post_page(site, "/post")
    [post] = await posts(site)
    address = f"/cms/blog/posts/{post['id']}/categories"
    checked(await site.client.put(address, json={"categories": [news]}, headers=seen(post, site)))
    assert field_of(await site.page("/post"), "categories") == [news]


async def _adopted_images(site: Site) -> None:
    page, plugin_id, image = await site.page("/one"), id_(), file("x.jpg")
    picture = create_plugin(plugin_id, ref="cms.textImage", picture={"address": "/files/x.jpg"}, text="")
    await site.saved(page, picture, place_plugin(footer_column_of(page), plugin_id))
    await tell_of_files(site.client, image)
    async with site.client.kit.database.transaction() as session:
        await adopt_some(session, None)
    assert (await shown(site))["plugins"][plugin_id]["fields"]["picture"] == {"file": image["id"]}


class TestVersions:
    """Every write of what is remembered brings a version, or pages would go on showing what was there before it."""

    @pytest.fixture
    async def held(self, pages: Site) -> AsyncIterator[Site]:
        async with held_to_versions(pages.client):
            yield pages

    @pytest.mark.parametrize(
        "write",
        [
            _layouts,
            _templates,
            _plugins,
            _saves,
            _blocks,
            _pages,
            _settings,
            _scopes,
            _categories_of_posts,
            _adopted_images,
        ],
    )
    async def test_each_write_brings_one(self, held: Site, write: Write) -> None:
        before = (await shown(held))["version"]
        await write(held)
        assert (await shown(held))["version"] > before

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE layouts SET name = 'Other'",
            "UPDATE templates SET fonts = '[]'",
            "UPDATE plugins SET fields = '{}'",
            "UPDATE site SET name = 'Other'",
            "DELETE FROM plugins",
        ],
    )
    async def test_one_that_brought_none_would_be_refused(self, held: Site, statement: str) -> None:
        with pytest.raises(IntegrityError, match="without a version"):
            async with held.client.kit.database.transaction() as session:
                await session.execute(text(statement))


async def test_pages_that_are_asked_for_while_a_layout_changes_are_of_one_moment(pages: Site) -> None:
    """A page never has a version and an older layout."""
    plugin = shared_texts(await pages.page("/one"))[0]
    said = {plugin["fields"]["content"]: (await pages.page("/one"))["version"]}

    async def change() -> None:
        for number in range(8):
            words = f"<p>{number}</p>"
            answer = checked(await pages.save(await pages.page("/one"), update_plugin(plugin["id"], words)))
            said[words] = answer.json()["version"]

    async def look() -> list[tuple[str, int]]:
        found = []
        for number in range(24):
            render = await shown(pages, ("/one", "/two")[number % 2])
            found.append((shared_texts(render)[0]["fields"]["content"], render["version"]))
        return found

    _, *looked = await asyncio.gather(change(), look(), look(), look())
    for content, version in (pair for pairs in looked for pair in pairs):
        assert said[content] == version
