"""Lists are rendered again when a post's page shows another image first, no matter which change caused that."""

import asyncio
import json
import uuid
from typing import NamedTuple

import pytest

from content.blocks.service import remove_rows
from tests.content.blog import add, change, post_page, wrapped
from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    nodes_of,
    own_plugins,
    place_plugin,
    row,
    whitelist,
)
from tests.content.library import file, folder, tell
from tests.content.listed_images import (
    POSTS,
    cards,
    image_of,
    images,
    last_tags,
    nodes_with,
    pictured,
    seen,
    tags,
    update,
)
from tests.content.test_blocks import branch_row
from tests.kit.working import run_jobs


class Shared(NamedTuple):
    """A branch block with an image, which a post's page shows, and another page."""

    branch_id: str
    row_id: str
    """On the post's page."""
    column_id: str
    plugin_id: str
    image: JSON


async def shared_block(site: Site) -> Shared:
    page, shared = await post_page(site, "/post", "Post"), row(column())
    await cards(site)
    branch_id, plugin_id, [inner] = id_(), id_(), shared["block"]["nodes"]
    turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
            "branchName": "Shared"}  # fmt: skip
    await site.saved(page, wrapped(column_of(page), shared), turn)
    other = await site.new_page("/other")
    other = await site.saved(other, wrapped(column_of(other), branch_row(branch_id)))
    await tell(site.client, image := file())
    create = create_plugin(plugin_id, ref="cms.textImage", picture={"file": image["id"]}, text="")
    await site.saved(other, create, place_plugin(inner["id"], plugin_id))
    return Shared(branch_id, shared["id"], inner["id"], plugin_id, image)


class TestSharedBlock:
    async def test_changed_on_another_page(self, site: Site) -> None:
        shared = await shared_block(site)
        assert POSTS in await last_tags(site)
        assert await image_of(site) == shared.image["id"]
        await tell(site.client, second := file("second.jpg"))
        other = await site.page("/other")
        other = await site.saved(other, update(shared.plugin_id, picture={"file": second["id"]}))
        assert POSTS in await last_tags(site)
        assert await image_of(site) == second["id"]
        other = await site.saved(other, whitelist(shared.column_id, ["club"]))
        assert await image_of(site) is None
        other = await site.saved(other, whitelist(shared.column_id, []))
        assert await image_of(site) == second["id"]
        [node] = [each for each in nodes_of(other["page"]["branches"][shared.branch_id]["block"])
                  if each.get("pluginId") == shared.plugin_id]  # fmt: skip
        await site.saved(other, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
        assert await image_of(site) is None

    async def test_emptied_and_taken_out_by_one_save(self, site: Site) -> None:
        shared = await shared_block(site)
        other = await site.page("/other")
        [node] = [each for each in nodes_of(other["page"]["branches"][shared.branch_id]["block"])
                  if each.get("pluginId") == shared.plugin_id]  # fmt: skip
        emptied = update(shared.plugin_id, picture=None)
        await site.saved(other, emptied, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
        assert POSTS in await last_tags(site)
        assert await image_of(site) is None

    async def test_taken_off_the_page_and_back_and_deleted_for_all(self, site: Site) -> None:
        shared = await shared_block(site)
        post = await site.saved(await site.page("/post"), {"name": "NODE_DELETE", "nodeId": shared.row_id})
        assert POSTS in await last_tags(site)
        assert await image_of(site) is None
        await site.saved(post, create_node(column_of(post), branch_row(shared.branch_id)))
        assert await image_of(site) == shared.image["id"]

        async def progress(_: float) -> None:
            await asyncio.sleep(0)

        await remove_rows(site.client.kit.database, uuid.UUID(shared.branch_id), None, progress)
        assert POSTS in await last_tags(site)
        assert await image_of(site) is None

    async def test_in_a_layout_it_stands_for_no_post(self, site: Site) -> None:
        shared = await shared_block(site)
        page = await post_page(site, "/two", "Two", {"newLayout": True})
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        await site.saved(page, create_node(root, branch_row(shared.branch_id), 0))
        assert await images(site) == {"Post": shared.image["id"], "Two": None}


class TestStale:
    """Lists are made anew when the image of a post is another one."""

    @pytest.fixture
    async def image(self, site: Site) -> JSON:
        return file()

    @pytest.fixture
    async def post(self, site: Site, image: JSON) -> JSON:
        page = await pictured(site, image)
        await cards(site)
        assert POSTS in await tags(site)
        return page

    async def test_another_one_chosen_by_a_save_of_one_field(self, site: Site, post: JSON, image: JSON) -> None:
        await tell(site.client, other := file("other.jpg"))
        plugin = own_plugins(post)[-1]["id"]
        post = await site.saved(post, update(plugin, picture={"file": other["id"]}))
        assert POSTS in await last_tags(site)
        assert await image_of(site) == other["id"]
        await site.saved(post, update(plugin, picture={"file": other["id"], "crop": "0-0-5000-10000"}))
        assert POSTS in await last_tags(site)
        assert (await seen(site))["data"]["posts"][0]["image"]["crop"] == "0-0-5000-10000"

    async def test_words_beside_it_change_nothing_where_the_page_has_a_description(
        self, site: Site, post: JSON
    ) -> None:
        await change(site, post, meta={"description": "About it."})
        post = await site.page("/post")
        await site.saved(post, update(own_plugins(post)[-1]["id"], text="<p>More</p>"))
        assert POSTS not in await last_tags(site)

    async def test_another_one_by_a_call(self, site: Site, post: JSON, image: JSON) -> None:
        await tell(site.client, other := file("other.jpg"))
        plugin = own_plugins(post)[-1]
        fields = {**plugin["fields"], "picture": {"file": other["id"]}}
        headers = {**site.editor, "If-Match": "*"}
        answer = await site.client.put(f"/cms/plugins/{plugin['id']}", json={"fields": fields}, headers=headers)
        assert answer.status_code == 200, answer.text
        assert POSTS in await last_tags(site)
        assert await image_of(site) == other["id"]

    async def test_taken_off_the_page_and_back(self, site: Site, post: JSON, image: JSON) -> None:
        [node] = nodes_with(post, "cms.textImage")
        post = await site.saved(post, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
        assert POSTS in await last_tags(site)
        assert await image_of(site) is None
        await site.saved(post, place_plugin(column_of(post), node["pluginId"]))
        assert await image_of(site) == image["id"]

    async def test_another_one_before_it(self, site: Site, post: JSON, image: JSON) -> None:
        await tell(site.client, other := file("other.jpg"))
        plugin_id = id_()
        create = create_plugin(plugin_id, ref="cms.textImage", picture={"file": other["id"]}, text="")
        await site.saved(post, create, place_plugin(column_of(post), plugin_id, index=0))
        assert await image_of(site) == other["id"]

    async def test_what_the_library_changes(self, site: Site, post: JSON, image: JSON) -> None:
        place = folder("inside")
        await tell(site.client, {**image, "version": 2, "contentVersion": "new-1"})
        assert f"file:{image['id']}" in (await last_tags(site)) & await tags(site)
        assert (await seen(site))["files"][image["id"]]["address"] == "/files/a%20b.jpg?v=new-1"
        await tell(site.client, {**image, "version": 3, "isPublic": False})
        assert f"file:{image['id']}" in (await last_tags(site)) & await tags(site)
        assert await image_of(site) is None
        await tell(site.client, {**image, "version": 4, "folderId": place["id"]}, folders=[place])
        assert await image_of(site) == image["id"]
        assert f"folder:{place['id']}" in await tags(site)
        kept = {**place, "version": 2, "scopeWhitelist": ["club"]}
        await tell(site.client, folders=[kept], tags=[f"folder:{place['id']}"])
        assert await image_of(site) is None
        await tell(site.client, {**image, "version": 5, "isDeleted": True})
        assert await image_of(site) is None

    async def test_what_a_layout_does_with_the_columns(self, site: Site, post: JSON, image: JSON) -> None:
        own = await site.new_page("/own", newLayout=True)
        # Its only column takes over what the page has.
        await change(site, post, layoutId=own["page"]["layoutId"])
        assert await image_of(site) == image["id"]
        own = await site.saved(own, whitelist(column_of(own), ["club"]))
        assert await images(site) == {}
        assert await image_of(site, site.tokens.bearer("club")) is None
        await site.saved(own, whitelist(column_of(own), []))
        assert await image_of(site) == image["id"]
        address = f"/cms/layouts/{own['page']['layoutId']}"
        layout = (await site.client.get(address, headers=site.editor)).json()
        block = json.loads(json.dumps(layout["block"]))
        next(node for node in nodes_of(block) if node["type"] == "col-unique")["id"] = id_()
        body = {"name": layout["name"], "block": block}
        headers = {**site.editor, "If-Match": f'"{layout["version"]}"'}
        answer = await site.client.put(address, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        assert await images(site, site.editor) == {"Post": None}

    async def test_what_a_shared_block_of_the_layout_does_with_the_columns(
        self, site: Site, post: JSON, image: JSON
    ) -> None:
        own = await site.new_page("/own", newLayout=True)
        await change(site, post, layoutId=own["page"]["layoutId"])
        column_id, around = column_of(own), own["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][0]
        turn = {"name": "NODE_SET_TYPE", "nodeId": around["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        own = await site.saved(own, turn)
        assert await image_of(site) == image["id"]
        for node_id in (column_id, around["id"]):
            own = await site.saved(own, whitelist(node_id, ["club"]))
            assert POSTS in await last_tags(site)
            assert await image_of(site, site.tokens.bearer("club")) is None
            own = await site.saved(own, whitelist(node_id, []))
            assert await image_of(site) == image["id"]
        more = create_node(around["id"], column())
        await site.saved(own, more, {"name": "NODE_DELETE", "nodeId": column_id})
        assert await images(site, site.editor) == {"Post": None}

    async def test_a_shared_block_of_a_shared_block_of_the_layout_goes_with_the_columns(
        self, site: Site, post: JSON, image: JSON
    ) -> None:
        own = await site.new_page("/own", newLayout=True)
        await change(site, post, layoutId=own["page"]["layoutId"])
        root = own["page"]["layout"]["block"]["nodes"][0]
        around, holder, inner_id = root["block"]["nodes"][0], row(column()), id_()
        turn = {"name": "NODE_SET_TYPE", "type": "row-branch", "branchName": "Shared"}
        own = await site.saved(
            own,
            create_node(root["id"], holder),
            {
                "name": "LAYOUT_MOVE_NODE",
                "nodeId": around["id"],
                "parentId": holder["block"]["nodes"][0]["id"],
                "index": 0,
            },
            {**turn, "nodeId": around["id"], "blockId": inner_id},
            {**turn, "nodeId": holder["id"], "blockId": id_()},
        )
        assert await image_of(site) == image["id"]
        await remove_rows(site.client.kit.database, uuid.UUID(inner_id), None, lambda _: asyncio.sleep(0))
        assert POSTS in await last_tags(site)
        assert await images(site, site.editor) == {"Post": None}

    async def test_a_copy_of_the_page_has_it(self, site: Site, post: JSON, image: JSON) -> None:
        address = f"/client/pages/{post['page']['id']}/duplicate"
        answer = await site.client.post(address, json={"title": "Copy"}, headers=site.editor)
        assert answer.status_code == 201, answer.text
        assert [*(await images(site)).values()] == [image["id"]] * 2

    async def test_an_address_that_the_library_comes_to_know(self, site: Site) -> None:
        page = await post_page(site, "/post", "Post")
        await add(site, page, "cms.textImage", picture={"address": "/files/a%20b.jpg"}, text="")
        await cards(site)
        image = file()
        await tell(site.client, image, span={"of": "files", "after": None, "until": None})
        await run_jobs(site.client)
        assert await image_of(site) == image["id"]
        # It goes by the file now, and not by the address.
        await tell(site.client, {**image, "version": 2, "name": "renamed.jpg"})
        assert await image_of(site) == image["id"]
