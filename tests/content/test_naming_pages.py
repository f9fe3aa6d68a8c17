"""The pages that an empty field of an address stands for, such as a product list's page of a product."""

import asyncio
import json
import uuid
from typing import Any

import pytest

from content.blocks.service import remove_rows
from content.pages.models import LISTED
from tests.content.factory import (
    Site,
    add_text,
    change_page,
    column_of,
    create_plugin,
    id_,
    nodes_of,
    place_plugin,
    put_site,
    whitelist,
)
from tests.content.statements import Statements
from tests.content.test_site import announced

TAG = "naming:ecom.product"


@pytest.fixture
async def shop(site: Site) -> Site:
    """A site with a page that lists products."""
    await put_site(site.client, site.tokens, hasEcom=True)
    await page_with(site, "/shop", "ecom.category")
    return site


async def page_with(site: Site, url: str, ref: str, *, trade: bool = False, **fields: Any) -> dict[str, Any]:
    page, plugin, node = await site.new_page(url), id_(), id_()
    actions = [create_plugin(plugin, ref=ref, **fields), place_plugin(column_of(page), plugin, node)]
    if trade:
        actions.append(whitelist(node, ["trade"], "page"))
    return await site.saved(page, *actions)


async def for_staff(site: Site, url: str) -> None:
    answer = await site.client.get("/client/pages", params={"q": url}, headers=site.editor)
    page = next(each for each in answer.json()["results"] if each["url"] == url)
    assert (await change_page(site, page, config={"scopeWhitelist": ["staff"]})).status_code == 200


async def naming(site: Site, url: str = "/shop", headers: Any = None) -> Any:
    return (await site.render(url, headers)).json()["namingPages"]


async def test_a_list_of_products_is_told_which_pages_show_one(shop: Site) -> None:
    assert await naming(shop) == {"ecom.product": []}
    await page_with(shop, "/shirt", "ecom.product", product=id_())
    await page_with(shop, "/trade", "ecom.product", trade=True)
    await page_with(shop, "/staff", "ecom.product")
    await for_staff(shop, "/staff")
    assert await naming(shop) == {"ecom.product": []}
    await page_with(shop, "/product", "ecom.product")
    await page_with(shop, "/a", "ecom.product")
    assert await naming(shop) == {"ecom.product": ["/a", "/product"]}
    assert TAG in (await shop.render("/shop")).json()["tags"]


async def test_a_page_without_such_a_list_is_not(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    assert await naming(shop, "/") == {}
    assert TAG not in (await shop.render("/")).json()["tags"]


async def test_an_editor_is_told_on_every_page_of_a_shop(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    assert await naming(shop, "/", shop.editor) == {"ecom.product": ["/product"]}
    await put_site(shop.client, shop.tokens, hasEcom=False)
    assert await naming(shop, "/", shop.editor) == {}


async def test_what_changes_it_is_told_of(shop: Site) -> None:
    page = await page_with(shop, "/product", "ecom.product")
    assert TAG in (await announced(shop.client))[-1]
    plugin = next(each for each in page["plugins"].values() if each["ref"] == "ecom.product")
    headers = {**shop.editor, "If-Match": f'"{plugin["version"]}"'}
    fields = {"fields": {"product": id_()}}
    answer = await shop.client.put(f"/cms/plugins/{plugin['id']}", json=fields, headers=headers)
    assert answer.status_code == 200, answer.text
    # And what lists pages: the page is one product's since now.
    assert {TAG, LISTED} <= {*(await announced(shop.client))[-1]}
    assert await naming(shop) == {"ecom.product": []}


async def test_what_lists_pages_is_told_of_one_that_is_put_back_as_it_was(shop: Site) -> None:
    page = await page_with(shop, "/product", "ecom.product")
    plugin = next(id for id, each in page["plugins"].items() if each["ref"] == "ecom.product")
    [node] = [each for each in nodes_of(page["page"]["blocks"][column_of(page)]) if each.get("pluginId") == plugin]
    page = await shop.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
    await shop.saved(page, place_plugin(column_of(page), plugin))
    assert LISTED in (await announced(shop.client))[-1]


async def test_a_layout_that_hides_a_column_is_told_of(shop: Site) -> None:
    page = await page_with(shop, "/product", "ecom.product")
    assert await naming(shop) == {"ecom.product": ["/product"]}
    layout_column = page["page"]["layout"]["block"]["nodes"][0]
    await shop.saved(await shop.page("/"), whitelist(layout_column["id"], ["staff"]))
    assert TAG in (await announced(shop.client))[-1]


async def test_a_layout_without_the_column_is_told_of(shop: Site) -> None:
    page = await page_with(shop, "/product", "ecom.product")
    layout_id, block = page["page"]["layoutId"], page["page"]["layout"]["block"]
    answer = await shop.client.get(f"/cms/layouts/{layout_id}", headers=shop.editor)
    # The nodes stay what they are, and the column is one for all pages.
    text = json.dumps(block).replace('"type": "col-unique"', '"type": "col-shared", "block": {"nodes": []}')
    headers = {**shop.editor, "If-Match": answer.headers["ETag"]}
    body = {"name": "Other", "block": json.loads(text)}
    before = len(await announced(shop.client))
    answer = await shop.client.put(f"/cms/layouts/{layout_id}", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    assert TAG in {tag for tags in (await announced(shop.client))[before:] for tag in tags}


async def test_a_shared_block_with_the_column_that_is_deleted_is_told_of(shop: Site) -> None:
    page = await page_with(shop, "/product", "ecom.product")
    around = next(node for node in nodes_of(page["page"]["layout"]["block"])
                  if column_of(page) in [each["id"] for each in node.get("block", {"nodes": []})["nodes"]])  # fmt: skip
    branch_id = id_()
    await shop.saved(page, {"name": "NODE_SET_TYPE", "nodeId": around["id"], "type": "row-branch", "blockId": branch_id,
                            "branchName": "Shared"})  # fmt: skip
    before = len(await announced(shop.client))
    await remove_rows(shop.client.kit.database, uuid.UUID(branch_id), None, lambda _: asyncio.sleep(0))
    assert TAG in {tag for tags in (await announced(shop.client))[before:] for tag in tags}


async def test_it_is_read_once_for_each_version_of_the_site(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    await shop.page("/shop")
    async with Statements(shop.client.kit).counted() as sent:
        assert await naming(shop) == {"ecom.product": ["/product"]}
    assert not [each for each in sent if "known.unless" in each]


async def test_it_is_not_read_anew_after_a_save_that_leaves_it_as_it_was(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    page = await shop.page("/shop")
    column, statements = column_of(page), Statements(shop.client.kit)
    async with statements.counted() as sent:
        page = (await shop.save(page, *add_text(column, "<p>New</p>"))).json()
    assert (page["namingPages"], len(sent)) == ({"ecom.product": ["/product"]}, 2), sent
    plugin = id_()
    async with statements.counted() as sent:
        page = (await shop.save(page, create_plugin(plugin, ref="ecom.product"), place_plugin(column, plugin))).json()
    assert page["namingPages"] == {"ecom.product": ["/product", "/shop"]}
    assert [each for each in sent if "known.unless" in each]


async def test_uses_of_plugins_name_the_pages(shop: Site) -> None:
    await page_with(shop, "/product", "ecom.product")
    answer = await shop.client.get("/cms/plugins/uses", headers=shop.editor)
    found = {use["ref"]: use["namingPages"] for use in answer.json()}
    assert (found["ecom.product"], found["cms.text"]) == (["/product"], [])
