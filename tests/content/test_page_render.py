import pytest

from kit.testing import ServiceClient, Tokens
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    id_,
    leaf_of,
    own_plugins,
    refused,
    row,
    whitelist,
)
from tests.content.statements import Statements

SECRET = "<p>For members only</p>"


class TestGet:
    async def test_a_visitor_gets_the_page(self, site: Site) -> None:
        answer = await site.render("/")
        assert answer.status_code == 200
        render = answer.json()
        assert render["page"]["url"] == "/"
        assert render["isCacheable"] is True
        assert set(render["plugins"]) == {place["pluginId"] for place in render["page"]["plugins"]}

    async def test_tags_name_everything_that_is_shown(self, site: Site) -> None:
        render = (await site.render("/")).json()
        page = render["page"]
        assert set(render["tags"]) == {
            "site",
            "menu",
            f"page:{page['id']}",
            f"layout:{page['layoutId']}",
            f"template:{page['templateId']}",
            *(f"plugin:{plugin_id}" for plugin_id in render["plugins"]),
        }

    async def test_the_templates_css_can_be_left_out(self, site: Site) -> None:
        whole = (await site.render("/")).json()
        bare = (await site.client.get("/client/page-render", params={"url": "/", "css": False})).json()
        assert whole["template"]["inlineCSS"]
        assert bare == {**whole, "template": {**whole["template"], "inlineCSS": ""}}

    async def test_an_address_without_a_page_is_not_found(self, site: Site) -> None:
        assert refused(await site.render("/nowhere")) == (404, "page_not_found")

    @pytest.mark.parametrize("url", ["/a/../", "//", "/%2e%2e", "/%00", "/%ff", "about", "", "/" + "x" * 9000])
    async def test_an_address_that_no_page_can_have_is_not_found(self, site: Site, url: str) -> None:
        assert refused(await site.render(url)) == (404, "page_not_found")

    @pytest.mark.parametrize("url", ["/café", "/caf%C3%A9", "/caf%c3%a9/", "/cafe\u0301", "/café?a=b#c"])
    async def test_one_page_answers_every_spelling_of_its_address(self, site: Site, url: str) -> None:
        await site.new_page("/café")
        assert (await site.render(url)).json()["page"]["url"] == "/café"

    async def test_case_matters(self, site: Site) -> None:
        await site.new_page("/About")
        assert refused(await site.render("/about")) == (404, "page_not_found")

    async def test_before_the_set_up_nothing_is_found(self, client: ServiceClient, tokens: Tokens) -> None:
        assert refused(await Site(client, tokens).render("/")) == (404, "page_not_found")

    async def test_an_expired_token_counts_as_none(self, site: Site) -> None:
        answer = await site.render("/", site.tokens.bearer("editor", exp=1))
        assert answer.json()["isCacheable"] is True


class TestStatements:
    @pytest.fixture
    def statements(self, site: Site) -> Statements:
        return Statements(site.client.kit)

    async def test_a_render_is_one_statement_whatever_the_size(self, site: Site, statements: Statements) -> None:
        page = await site.new_page("/long")
        await site.render("/long")
        async with statements.counted() as small:
            await site.render("/long")
        texts = [action for _ in range(200) for action in add_text(column_of(page), "<p>More</p>")]
        await site.saved(page, *texts)
        await site.render("/long")
        async with statements.counted() as large:
            await site.render("/long")
        assert (len(small), len(large)) == (1, 1)

    async def test_the_first_after_another_page_was_made_reads_what_pages_share_and_the_menu(
        self, site: Site, statements: Statements
    ) -> None:
        await site.render("/")
        settings = {"title": "More", "url": "/more", "config": {"menu": {"visible": True}}}
        made = await site.client.post("/client/pages", json=settings, headers=site.editor)
        assert made.status_code == 201
        async with statements.counted() as sent:
            await site.render("/")
        assert len(sent) == 2
        async with statements.counted() as sent:
            await site.render("/")
        assert len(sent) == 1

    async def test_the_first_after_a_save_reads_no_more_than_the_page(self, site: Site, statements: Statements) -> None:
        home = await site.page("/")
        await site.save(home, *add_text(leaf_of(home), "<p>More</p>"))
        async with statements.counted() as sent:
            await site.render("/")
        assert len(sent) == 1

    async def test_branches_take_a_second_one_where_none_were_expected(
        self, site: Site, statements: Statements
    ) -> None:
        page = await site.new_page("/shared")
        inner, outer = column(), column()
        shared = row(inner)
        holder = row(outer)
        await site.saved(
            page,
            create_node(column_of(page), holder, wrapBefore={"rowId": id_(), "colId": id_()}),
            create_node(outer["id"], shared, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], "<p>Deep inside</p>"),
            _into_branch(shared, "Inner"),
            _into_branch(holder, "Outer"),
        )
        assert "Deep inside" in (await site.render("/shared")).text
        counts = []
        # However deep they are. A page without any is read by one, too, and the next is expected to be like it.
        for url in ("/", "/shared", "/shared", "/", "/"):
            async with statements.counted() as sent:
                render = (await site.render(url)).json()
            counts.append(len(sent))
            names = {branch["name"] for branch in render["page"]["branches"].values()}
            assert names == ({"Inner", "Outer"} if url == "/shared" else set())
        assert counts == [1, 2, 1, 1, 1]

    async def test_an_address_that_no_page_can_have_is_no_statement(self, site: Site, statements: Statements) -> None:
        async with statements.counted() as sent:
            await site.render("/a/../b")
        assert sent == []


class TestMenu:
    async def test_it_shows_the_pages_in_the_menu_by_order_then_age(self, site: Site) -> None:
        await site.new_page("/last", "Last", config={"menu": {"visible": True}})
        await site.new_page("/first", "First", config={"menu": {"visible": True, "order": -1, "label": "Start"}})
        await site.new_page("/hidden", "Hidden", config={"menu": {"visible": False}})
        await site.new_page("/later", "Later", config={"menu": {"visible": True}})
        data = _menu((await site.render("/")).json())["data"]
        assert data["siteName"] == "Willow & Sons"
        assert [item["label"] for item in data["items"]] == ["Start", "Home", "Last", "Later"]
        assert data["items"][0]["url"] == "/first"

    async def test_a_page_for_some_is_shown_to_them_only(self, site: Site) -> None:
        await site.new_page("/club", "Club", config={"menu": {"visible": True}, "scopeWhitelist": ["club"]})
        visitor = (await site.render("/")).json()
        member = (await site.render("/", site.tokens.bearer("club"))).json()
        assert [item["label"] for item in _menu(visitor)["data"]["items"]] == ["Home"]
        assert [item["label"] for item in _menu(member)["data"]["items"]] == ["Home", "Club"]

    async def test_what_it_leaves_out_for_visitors_does_not_keep_the_page_from_being_kept(self, site: Site) -> None:
        club = await site.new_page("/club", "Club", config={"menu": {"visible": True}, "scopeWhitelist": ["club"]})
        visitor = await site.render("/")
        member = await site.render("/", site.tokens.bearer("club"))
        assert visitor.json()["isCacheable"] is True
        assert member.json()["isCacheable"] is False
        assert (visitor.headers.get("Made-For"), member.headers.get("Made-For")) == ("anybody", None)
        # Nothing of the page is in what is kept, and what would put it in there makes it stale.
        assert "club" not in visitor.text.lower()
        assert club["page"]["id"] not in visitor.text
        assert "menu" in visitor.json()["tags"]

    async def test_data_is_never_saved(self, site: Site) -> None:
        page = await site.new_page("/about")
        after = await site.saved(page, *add_text(column_of(page), "<p>x</p>"))
        answer = await site.client.get("/cms/plugins", params={"ref": "cms.menu"}, headers=site.editor)
        stored, _of_the_footer = answer.json()["results"]
        assert "data" not in stored
        assert "data" not in stored["fields"]
        assert _menu(after)["data"]["items"]


class TestPageForSome:
    @pytest.fixture
    async def club(self, site: Site) -> Site:
        await site.new_page("/club", "Club", config={"scopeWhitelist": ["club"]})
        return site

    async def test_a_visitor_has_to_log_in(self, club: Site) -> None:
        answer = await club.render("/club")
        assert refused(answer) == (401, "page_not_visible")
        assert "Club" not in answer.text

    async def test_somebody_without_the_scope_may_not_see_it(self, club: Site) -> None:
        answer = await club.render("/club", club.tokens.bearer("crm:read"))
        assert refused(answer) == (403, "page_not_visible")
        assert "Club" not in answer.text

    @pytest.mark.parametrize("scope", ["club", "editor", "admin", "super"])
    async def test_members_and_editors_see_it_and_it_is_not_kept(self, club: Site, scope: str) -> None:
        answer = await club.render("/club", club.tokens.bearer(scope))
        assert answer.status_code == 200
        assert answer.json()["isCacheable"] is False


class TestWhitelistedNode:
    """What a whitelist hides must not be in any output: not the text, not the ids, not as a tag."""

    @pytest.fixture
    async def hidden(self, site: Site) -> tuple[Site, list[str]]:
        page = await site.new_page("/mixed")
        block_id, plugin_id, node_id, second = id_(), id_(), id_(), id_()
        col = column()
        secret_row = row(col)
        actions = [
            *add_text(column_of(page), SECRET, plugin_id=plugin_id, node_id=node_id),
            whitelist(node_id, ["club"]),
            create_node(column_of(page), secret_row, 0, wrapAfter={"rowId": id_(), "colId": id_()}),
            *add_text(col["id"], SECRET, plugin_id=second),
            {"name": "NODE_SET_TYPE", "nodeId": secret_row["id"], "type": "row-branch", "blockId": block_id,
             "branchName": "Members' corner"},
            whitelist(secret_row["id"], ["club"], "page"),
        ]  # fmt: skip
        await site.saved(page, *actions)
        return site, [plugin_id, node_id, second, block_id, col["id"], secret_row["id"]]

    @pytest.mark.parametrize("scopes", [None, ["crm:read"]])
    async def test_others_get_nothing_of_it(self, hidden: tuple[Site, list[str]], scopes: list[str] | None) -> None:
        site, ids = hidden
        answer = await site.render("/mixed", site.tokens.bearer(*scopes) if scopes else None)
        assert answer.status_code == 200
        assert "members" not in answer.text.lower()
        assert "club" not in answer.text
        assert [found for found in ids if found in answer.text] == []
        assert answer.json()["isCacheable"] is False
        assert answer.json()["page"]["hasScopeWhitelist"] is True

    async def test_a_member_sees_it(self, hidden: tuple[Site, list[str]]) -> None:
        site, ids = hidden
        answer = await site.render("/mixed", site.tokens.bearer("club"))
        assert answer.text.count(SECRET) == 2
        assert [found for found in ids if found not in answer.text] == []
        assert answer.json()["isCacheable"] is False

    async def test_who_else_sees_it_is_told_to_editors_alone(self, hidden: tuple[Site, list[str]]) -> None:
        site, _ = hidden
        member = await site.render("/mixed", site.tokens.bearer("club"))
        assert "scopeWhitelist" not in member.text
        assert "scopeWhitelist" in (await site.render("/mixed", site.editor)).text

    async def test_its_block_is_not_found_for_others(self, hidden: tuple[Site, list[str]]) -> None:
        site, ids = hidden
        page_id = (await site.page("/mixed"))["page"]["id"]
        address = f"/client/page-render/{page_id}/blocks/{ids[3]}"
        assert refused(await site.client.get(address)) == (404, "block_not_found")
        member = await site.client.get(address, headers=site.tokens.bearer("club"))
        assert SECRET in member.text


class TestGetBlock:
    async def test_an_editor_gets_a_block_that_the_page_does_not_show(self, site: Site) -> None:
        page = await site.new_page("/one")
        col = column()
        shared = row(col)
        block_id = id_()
        await site.saved(
            page,
            create_node(column_of(page), shared, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(col["id"], "<p>Shared</p>"),
            {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": block_id,
             "branchName": "Shared"},
        )  # fmt: skip
        home = (await site.page("/"))["page"]["id"]
        address = f"/client/page-render/{home}/blocks/{block_id}"
        found = await site.client.get(address, headers=site.editor)
        assert found.json()["branch"]["name"] == "Shared"
        assert [plugin["fields"]["content"] for plugin in found.json()["plugins"].values()] == ["<p>Shared</p>"]
        assert refused(await site.client.get(address)) == (404, "block_not_found")

    async def test_a_page_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get(f"/client/page-render/{id_()}/blocks/{id_()}")
        assert refused(answer) == (404, "page_not_found")


class TestUnknownPlugin:
    async def test_it_is_kept_with_its_fields(self, site: Site) -> None:
        page = await site.new_page("/strange")
        plugin_id = id_()
        create = {
            "name": "PLUGIN_CREATE",
            "pluginId": plugin_id,
            "ref": "acme.rocket",
            "fields": {"fuel": [1, {"a": None}]},
        }
        place = add_text(column_of(page), "", plugin_id=plugin_id)[1]
        await site.saved(page, create, place)
        rocket = own_plugins((await site.render("/strange")).json())[1]
        assert (rocket["ref"], rocket["fields"]) == ("acme.rocket", {"fuel": [1, {"a": None}]})


def _menu(render: JSON) -> JSON:
    return next(plugin for plugin in render["plugins"].values() if plugin["ref"] == "cms.menu")


def _into_branch(node: JSON, name: str) -> JSON:
    return {
        "name": "NODE_SET_TYPE",
        "nodeId": node["id"],
        "type": "row-branch",
        "blockId": id_(),
        "branchName": name,
    }
