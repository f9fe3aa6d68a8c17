"""What pages share is remembered for a version of the site: nothing of it is late."""

import asyncio

from sqlalchemy import text

from tests.content.blog import change as change_settings
from tests.content.factory import Site, add_text, put_site, update_plugin
from tests.content.scopes.names import header_of
from tests.content.shared_parts.pages import (
    checked,
    footer_column_of,
    layout_of,
    seen,
    share_text_in_block,
    shared_texts,
    shown,
    template_of,
)
from tests.content.templates.calls import SOURCES
from tests.content.templates.calls import change as change_template
from tests.content.templates.calls import create as create_template
from tests.content.test_site import tell as tell_of_site
from tests.content.test_site import tell_trackers
from tests.content.test_site import told as told_of_site


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
