import pytest

from tests.content.factory import (
    Site,
    change_page,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    place_plugin,
    row,
    whitelist,
)
from tests.content.statements import Statements
from tests.content.url_maps import added


class TestWithPlugin:
    async def test_it_is_the_oldest_that_anyone_may_see(self, site: Site) -> None:
        assert await self.found(site) is None
        for url in ("/club", "/forgotten", "/later"):
            page = await site.new_page(url)
            plugin = id_()
            ref = create_plugin(plugin, ref="cms.resetPassword")
            await site.saved(page, ref, place_plugin(column_of(page), plugin))
        assert await self.found(site) == "/club"
        listed = await site.client.get("/client/pages", params={"q": "/club"}, headers=site.editor)
        answer = await change_page(site, listed.json()["results"][0], config={"scopeWhitelist": ["club"]})
        assert answer.status_code == 200
        assert await self.found(site) == "/forgotten"

    @pytest.mark.parametrize("source", ["/reset", "/re*"])
    async def test_a_page_that_a_url_map_hides_is_no_place_to_send_anybody(self, site: Site, source: str) -> None:
        """Its visitors are led on, and the secret of an email with them."""
        for url in ("/reset", "/other"):
            page, plugin = await site.new_page(url), id_()
            ref = create_plugin(plugin, ref="cms.resetPassword")
            await site.saved(page, ref, place_plugin(column_of(page), plugin))
        assert await self.found(site) == "/reset"
        await added(site, source, "https://other.example/")
        assert await self.found(site) == "/other"

    async def test_a_plugin_that_some_see_is_no_place_to_send_all_to(self, site: Site) -> None:
        for url in ("/hidden", "/open"):
            page = await site.new_page(url)
            plugin, node = id_(), id_()
            ref = create_plugin(plugin, ref="cms.resetPassword")
            kept = [whitelist(node, ["club"])] if url == "/hidden" else []
            await site.saved(page, ref, place_plugin(column_of(page), plugin, node), *kept)
        assert await self.found(site) == "/open"

    async def test_in_a_branch_that_some_see_it_is_hidden_and_one_statement_tells(self, site: Site) -> None:
        for url in ("/first", "/second", "/third"):
            page, plugin, node, branch = await site.new_page(url), id_(), id_(), id_()
            inner = column()
            shared = row(inner)
            await site.saved(
                page,
                create_node(column_of(page), shared, wrapBefore={"rowId": id_(), "colId": id_()}),
                create_plugin(plugin, ref="cms.resetPassword"),
                place_plugin(inner["id"], plugin, node),
                {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch,
                 "branchName": url},
                *([] if url == "/third" else [whitelist(node, ["club"])]),
            )  # fmt: skip
        statements = Statements(site.client.kit)
        async with statements.counted() as sent:
            assert await self.found(site) == "/third"
        assert len(sent) == 1

    async def test_auth_does_not_ask(self, site: Site) -> None:
        headers = site.tokens.internal("auth", to="content")
        answer = await site.client.get("/private/pages/with-plugin", params={"ref": "cms.login"}, headers=headers)
        assert answer.status_code == 403

    async def found(self, site: Site) -> str | None:
        answer = await site.client.get(
            "/private/pages/with-plugin",
            params={"ref": "cms.resetPassword"},
            headers=site.tokens.internal("cms", to="content"),
        )
        address: str | None = answer.json()["url"]
        return address
