"""Every write of what pages share brings a version of the site, by which it is remembered."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from content.files.adopting import adopt_some
from tests.content.blog import field_of, list_page, post_page, posts
from tests.content.factory import Site, add_text, create_plugin, id_, place_plugin, put_site, whitelist
from tests.content.library import file
from tests.content.library import tell as tell_of_files
from tests.content.scopes.names import BOTH, RENAMED, header_of, told
from tests.content.scopes.names import tell as tell_of_scopes
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
from tests.content.test_dark_mode import background
from tests.content.test_site import tell as tell_of_site
from tests.content.test_site import tell_trackers
from tests.content.test_site import told as told_of_site
from tests.content.versions_of_writes import held_to_versions
from tests.kit.working import with_worker

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
