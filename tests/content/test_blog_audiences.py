"""Nobody learns from the blog of a post, or of a category, that a page shows to others alone."""

import json
from typing import Any

import pytest

from content.audience import effective_scopes, included
from content.blog import audiences
from content.blog.tasks import mend_audiences
from content.model.visibility import passes, placed_plugins
from tests.content.blog import categories, change, data_of, delete, field_of, list_page, page_with, posts, titles
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
    refused,
    row,
    whitelist,
)
from tests.content.scopes.names import BOTH, RENAMED, announced, hear, step, told
from tests.content.statements import Statements
from tests.content.test_blog_visibility import feed

NOBODY: JSON = {}


def wrapped(parent_id: str, node: JSON) -> JSON:
    """The action that puts a row into a column of plugins."""
    return create_node(parent_id, node, wrapBefore={"rowId": id_(), "colId": id_()})


async def in_column(site: Site, url: str, title: str, ref: str = "cms.blogPost", **fields: Any) -> tuple[JSON, JSON]:
    """An open page with a plugin in a row of a column of its own; its render, and the row."""
    page, shared = await site.new_page(url, title), row(column())
    plugin_id = id_()
    [inner] = shared["block"]["nodes"]
    page = await site.saved(
        page,
        wrapped(column_of(page), shared),
        create_plugin(plugin_id, ref=ref, **fields),
        place_plugin(inner["id"], plugin_id),
    )
    return page, shared


async def kept(site: Site, page: JSON, *nodes: str, scopes: tuple[str, ...] = ("club",), level: str = "site") -> JSON:
    return await site.saved(page, *(whitelist(node, scopes, level) for node in nodes))


async def unknown(site: Site) -> int:
    found: int = await site.client.kit.database.pool.fetchval(
        "SELECT count(*) FROM blog_post_pages WHERE audience IS NULL"
    )
    return found


def field_of_ref(render: JSON, name: str) -> Any:
    """A field of the page's post, wherever it stands."""
    return next(each["fields"][name] for each in render["plugins"].values() if each["ref"] == "cms.blogPost")


@pytest.mark.parametrize("scopes", [(), ("club",), ("rower",), ("club", "rower"), ("editor",), ("super",)])
@pytest.mark.parametrize(
    "audience",
    [[[]], [], [[["club"]]], [[["club"], ["rower", "coach"]]], [[["staff"]], [["rower"]]], [[["logged-in"]]]],
)
async def test_queries_decide_as_renders_do(site: Site, audience: list[Any], scopes: tuple[str, ...]) -> None:
    held = effective_scopes(frozenset(scopes), is_logged_in=bool(scopes))
    query = f"SELECT {included('$1::text::jsonb', '$2::text[]')}"
    found = await site.client.kit.database.pool.fetchval(query, json.dumps(audience), sorted(held))
    sees_all = not held.isdisjoint({"admin", "super"})
    assert found is (sees_all or any(all(passes(each, held) for each in place) for place in audience))


class TestAPostForMembers:
    """On an open page, in a row that is for the club."""

    @pytest.fixture
    async def blog(self, site: Site) -> str:
        found: str = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
        return found

    @pytest.fixture
    async def post(self, site: Site, blog: str) -> JSON:
        page, shared = await in_column(site, "/blog/rite", "The rite", categories=[blog])
        # In the open row above it.
        [above] = [node for node in nodes_of(page["page"]["blocks"][column_of(page)]) if node["type"] == "col"][:1]
        title_id = id_()
        page = await site.saved(page, create_plugin(title_id, ref="cms.blogTitle"), place_plugin(above["id"], title_id))
        return await kept(site, page, shared["id"])

    async def test_is_in_no_call_for_strangers(self, site: Site, post: JSON, blog: str) -> None:
        post_id = field_of_ref(post, "blogPostId")
        member = site.tokens.bearer("club")
        for headers, seen in ((NOBODY, []), (site.tokens.bearer("other"), []), (member, ["The rite"])):
            assert await titles(site, headers) == seen
            assert await titles(site, headers, **{"category-id": blog}) == seen
            answer = await site.client.get(f"/cms/blog/posts/{post_id}", headers=headers)
            assert answer.status_code == (200 if seen else 404)
            assert (answer.json().get("pages", []) != []) is bool(seen)
            found = await site.client.get(
                f"/cms/search/blog-categories/{blog}", params={"query": "rite"}, headers=headers
            )
            assert [each["url"] for each in found.json()["results"]] == ["/blog/rite" for _ in seen]
        assert await titles(site) == ["The rite"]

    async def test_is_in_no_list_menu_or_feed_for_strangers(self, site: Site, post: JSON) -> None:
        for url, ref in (("/menu", "cms.blogPostMenu"), ("/cards", "cms.blogList"), ("/sub", "cms.blogMenu")):
            fields = {"displayMode": "cards"} if ref == "cms.blogList" else {}
            await page_with(site, url, "A page", ref, None, **fields)
        member = site.tokens.bearer("club")
        for url in ("/blog", "/menu", "/cards"):
            assert "The rite" not in (await site.render(url)).text, url
            assert [each["title"] for each in data_of((await site.render(url, member)).json())["posts"]] == ["The rite"]
        seen = (await site.render("/blog/rite")).json()
        assert seen["isCacheable"] is False
        assert data_of(seen)["post"] is None
        assert data_of((await site.render("/blog/rite", member)).json())["post"]["title"] == "The rite"
        assert await feed(site, "/feed.xml") is None
        found = await feed(site, "/blog/feed.xml")
        assert found is not None
        assert found["entries"] == []

    async def test_is_seen_once_its_row_is_open_and_who_shows_the_blog_is_told(self, site: Site, post: JSON) -> None:
        restricted = next(
            id for id, levels in post["page"]["nodeFields"].items() if levels["site"].get("scopeWhitelist")
        )
        opened = await kept(site, post, restricted, scopes=())
        assert await titles(site, NOBODY) == ["The rite"]
        assert {"blog-posts", "blog-categories"} <= {*(await announced(site.client))[-1]["tags"]}
        await kept(site, opened, restricted, level="page")
        assert await titles(site, NOBODY) == []
        assert {"blog-posts", "blog-categories"} <= {*(await announced(site.client))[-1]["tags"]}

    async def test_is_seen_where_another_page_shows_it_to_all(self, site: Site, post: JSON) -> None:
        post_id = field_of_ref(post, "blogPostId")
        public = await page_with(site, "/public", "Public", "cms.blogPost", None, blogPostId=post_id)
        answer = (await site.client.get(f"/cms/blog/posts/{post_id}")).json()
        assert [page["url"] for page in answer["pages"]] == ["/public"]
        assert data_of((await site.render("/blog")).json())["posts"][0]["url"] == "/public"
        await delete(site, public)
        assert await titles(site, NOBODY) == []

    async def test_is_seen_by_whom_all_around_it_lets_through(self, site: Site, post: JSON) -> None:
        inner = next(
            node["id"] for node in nodes_of(post["page"]["blocks"][column_of(post)])
            if node["type"] == "plugin" and post["plugins"][node["pluginId"]]["ref"] == "cms.blogPost"
        )  # fmt: skip
        await kept(site, post, inner, scopes=("rower", "coach"))
        assert await titles(site, site.tokens.bearer("club")) == []
        assert await titles(site, site.tokens.bearer("rower")) == []
        assert await titles(site, site.tokens.bearer("club", "coach")) == ["The rite"]

    async def test_keeps_its_members_while_the_scope_is_renamed(self, site: Site, post: JSON) -> None:
        club, society = site.tokens.bearer("club"), site.tokens.bearer("society")
        for event in (told(1, BOTH), told(2, RENAMED)):
            await hear(site.client, event)
        assert await titles(site, club) == await titles(site, society) == []
        while await step(site.client):
            pass
        assert await titles(site, society) == ["The rite"]
        assert await titles(site, club) == await titles(site, NOBODY) == []


def path_to(nodes: list[JSON], node_id: str) -> list[str]:
    """The ids from the root to a node; none where it is not among these."""
    for node in nodes:
        if node["id"] == node_id:
            return [node_id]
        if below := path_to(node.get("block", {"nodes": []})["nodes"], node_id):
            return [node["id"], *below]
    return []


class TestARestrictionHoldsWithItsSave:
    """Whatever it is on, and whatever else the page has got before it."""

    @pytest.mark.parametrize("level", ["site", "page"])
    async def test_on_each_node_around_a_post(self, site: Site, level: str) -> None:
        page, shared = await in_column(site, "/rite", "The rite")
        inner = shared["block"]["nodes"][0]["id"]
        [node] = [
            node["id"] for node in nodes_of(page["page"]["blocks"][column_of(page)])
            if node["type"] == "plugin" and page["plugins"][node["pluginId"]]["ref"] == "cms.blogPost"
        ]  # fmt: skip
        around = path_to(page["page"]["layout"]["block"]["nodes"], column_of(page))
        around += path_to(page["page"]["blocks"][column_of(page)]["nodes"], node)
        assert {node, shared["id"], column_of(page)} < {*around}
        for each in around:
            page = await site.saved(page, *add_text(inner, "<p>Beside it.</p>"))
            assert await titles(site, NOBODY) == ["The rite"]
            page = await kept(site, page, each, level=level)
            assert await titles(site, NOBODY) == [], each
            assert await titles(site, site.tokens.bearer("club")) == ["The rite"]
            page = await kept(site, page, each, level=level, scopes=("rower",))
            assert await titles(site, site.tokens.bearer("club")) == [], each
            # What is added meanwhile opens nothing.
            page = await site.saved(page, *add_text(inner, "<p>More of it.</p>"))
            assert await titles(site, NOBODY) == []
            page = await kept(site, page, each, level=level, scopes=())
            assert await titles(site, NOBODY) == ["The rite"], each

    async def test_on_each_node_around_the_list_of_a_category(self, site: Site) -> None:
        page = await list_page(site, "/blog", "Blog")
        [node] = [
            node["id"] for node in nodes_of(page["page"]["blocks"][column_of(page)])
            if node["type"] == "plugin" and page["plugins"][node["pluginId"]]["ref"] == "cms.blogList"
        ]  # fmt: skip
        around = path_to(page["page"]["layout"]["block"]["nodes"], column_of(page))
        around += path_to(page["page"]["blocks"][column_of(page)]["nodes"], node)
        for each in around:
            page = await site.saved(page, *add_text(column_of(page), "<p>Beside it.</p>"))
            page = await kept(site, page, each)
            assert await categories(site, NOBODY) == [], each
            assert len(await categories(site, site.tokens.bearer("club"))) == 1
            page = await kept(site, page, each, scopes=())
            assert len(await categories(site, NOBODY)) == 1, each

    async def test_on_the_page(self, site: Site) -> None:
        page = await page_with(site, "/rite", "The rite", "cms.blogPost")
        await change(site, page, config={"scopeWhitelist": ["club"]})
        await site.saved(await site.page("/rite"), *add_text(column_of(page), "<p>Beside it.</p>"))
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club")) == ["The rite"]

    async def test_on_a_row_that_comes_around_the_post_in_the_same_save(self, site: Site) -> None:
        page, _ = await in_column(site, "/rite", "The rite")
        other = row(column())
        [node] = [
            each for each in nodes_of(page["page"]["blocks"][column_of(page)])
            if each["type"] == "plugin" and page["plugins"][each["pluginId"]]["ref"] == "cms.blogPost"
        ]  # fmt: skip
        await site.saved(
            page,
            {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]},
            create_node(column_of(page), other, 0),
            place_plugin(other["block"]["nodes"][0]["id"], node["pluginId"]),
            whitelist(other["id"], ["club"], "page"),
        )
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club")) == ["The rite"]

    async def test_on_a_layout_whatever_else_comes_into_it(self, site: Site) -> None:
        """A plugin that comes into a layout shows nothing of the blog to more or fewer: the audiences of its pages stay."""
        await page_with(site, "/one", "One", "cms.blogPost")
        page = await page_with(site, "/two", "Two", "cms.blogPost")
        shared = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
        async with Statements(site.client.kit).counted() as sent:
            page = await site.saved(page, *add_text(shared, "<p>In all headers.</p>"))
        assert not [each for each in sent if "SET audience" in each]
        assert await titles(site, NOBODY, sort="title") == ["One", "Two"]
        restriction = whitelist(column_of(page), ["club"])
        page = await site.saved(page, *add_text(shared, "<p>And this.</p>"), restriction)
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club"), sort="title") == ["One", "Two"]

    async def test_on_a_row_of_a_layout_that_shows_a_post(self, site: Site) -> None:
        post_id = field_of(await page_with(site, "/one", "One", "cms.blogPost"), "blogPostId")
        page = await site.new_page("/plain", "Plain")
        plugin_id = id_()
        column_id = next(
            node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared"
        )
        actions = [
            create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id),
            place_plugin(column_id, plugin_id),
        ]
        page = await site.saved(page, *actions)
        await kept(site, await site.page("/one"), column_of(page))
        # By the header of any page.
        assert await titles(site, NOBODY) == ["One"]
        page = await site.saved(await site.page("/plain"), whitelist(column_id, ["club"]))
        assert await titles(site, NOBODY) == []
        await site.saved(page, whitelist(column_id, []))
        assert await titles(site, NOBODY) == ["One"]


async def test_a_post_that_moves_between_rows_is_seen_as_they_are(site: Site) -> None:
    page, shared = await in_column(site, "/one", "One")
    other = row(column())
    page = await site.saved(page, create_node(column_of(page), other, 0), whitelist(shared["id"], ["club"]))
    [plugin_node] = [node for node in nodes_of(page["page"]["blocks"][column_of(page)]) if node["type"] == "plugin"
                     and page["plugins"][node["pluginId"]]["ref"] == "cms.blogPost"]  # fmt: skip
    assert await titles(site, NOBODY) == []
    page = await site.saved(
        page,
        {"name": "BLOCK_REMOVE_NODE", "nodeId": plugin_node["id"]},
        place_plugin(other["block"]["nodes"][0]["id"], plugin_node["pluginId"]),
    )
    assert await titles(site, NOBODY) == ["One"]
    await site.saved(page, whitelist(other["id"], ["club"]))
    assert await titles(site, NOBODY) == []


class TestWhatManyPagesShow:
    async def test_a_layout_keeps_the_posts_of_its_pages_to_some(self, site: Site) -> None:
        for number in (1, 2):
            await page_with(site, f"/{number}", f"Post {number}", "cms.blogPost")
        page = await site.new_page("/plain", "Without a post")
        kept_page = await kept(site, page, column_of(page))
        assert await titles(site, NOBODY) == []
        assert await titles(site, site.tokens.bearer("club"), sort="title") == ["Post 1", "Post 2"]
        of_save = (await announced(site.client))[-2:]
        assert any({"blog-posts", "blog-categories"} <= {*each["tags"]} for each in of_save)
        own = await site.new_page("/own", "Own layout", newLayout=True)
        settings = await site.page("/1")
        await change(site, settings, layoutId=own["page"]["layoutId"])
        # Its post stands in a column that the layout does not have.
        assert await titles(site, site.tokens.bearer("club")) == ["Post 2"]
        await change(site, settings, layoutId=page["page"]["layoutId"])
        await kept(site, kept_page, column_of(page), scopes=())
        assert await titles(site, NOBODY, sort="title") == ["Post 1", "Post 2"]

    async def test_as_many_trees_are_walked_for_six_posts_as_for_two(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        walked: list[Any] = []

        def counted(page: Any) -> Any:
            walked.append(page)
            return placed_plugins(page)

        monkeypatch.setattr(audiences, "placed_plugins", counted)
        page = await site.new_page("/plain", "Without a post")
        counts: list[int] = []
        for numbers in (range(2), range(2, 6)):
            for number in numbers:
                await page_with(site, f"/{number}", f"Post {number}", "cms.blogPost")
            walked.clear()
            page = await kept(site, await site.page("/plain"), column_of(page))
            counts.append(len(walked))
            assert await titles(site, NOBODY) == []
            assert len(await titles(site, site.tokens.bearer("club"))) == numbers.stop
            await kept(site, page, column_of(page), scopes=())
            assert len(await titles(site, NOBODY)) == numbers.stop
        assert counts[0] == counts[1]

    async def test_a_new_tree_of_a_layout_loses_its_whitelists(self, site: Site) -> None:
        page = await page_with(site, "/1", "Post", "cms.blogPost")
        unique = column_of(page)
        page = await kept(site, page, unique)
        assert await titles(site, NOBODY) == []
        address = f"/cms/layouts/{page['page']['layoutId']}"
        layout = (await site.client.get(address, headers=site.editor)).json()
        block = json.loads(json.dumps(layout["block"]))
        next(node for node in nodes_of(block) if node["id"] == unique)["id"] = id_()
        body = {"name": layout["name"], "block": block}
        answer = await site.client.put(
            address, json=body, headers={**site.editor, "If-Match": f'"{layout["version"]}"'}
        )
        assert answer.status_code == 200, answer.text
        # The post's column is gone, and its whitelist with it: nobody sees the post on its page.
        assert await titles(site, NOBODY) == await titles(site, site.tokens.bearer("club")) == []
        assert await titles(site) == ["Post"]

    async def test_a_branch_block_keeps_nothing_to_some_where_it_is_not(self, site: Site) -> None:
        """A copy of a layout's tree has the same nodes as a branch block that one of its rows becomes in the other."""
        post_id = field_of(await page_with(site, "/post", "Post", "cms.blogPost"), "blogPostId")
        await kept(site, await site.page("/post"), column_of(await site.page("/post")))
        page, shared, plugin_id = await site.new_page("/one", "One"), row(column()), id_()
        [inner] = shared["block"]["nodes"]
        place = next(node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] == "col-shared")
        page = await site.saved(
            page,
            wrapped(place, shared),
            create_plugin(plugin_id, ref="cms.blogPost", blogPostId=post_id),
            place_plugin(inner["id"], plugin_id),
        )
        made = (await site.client.post("/cms/layouts", json={"name": "Copy"}, headers=site.editor)).json()
        copy = await site.client.put(
            f"/cms/layouts/{made['id']}",
            json={"name": "Copy", "block": page["page"]["layout"]["block"]},
            headers={**site.editor, "If-Match": f'"{made["version"]}"'},
        )
        assert copy.status_code == 200, copy.text
        await change(site, await site.new_page("/two", "Two"), layoutId=made["id"])
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": id_(),
                "branchName": "Shared"}  # fmt: skip
        await site.saved(await site.page("/one"), whitelist(inner["id"], ["club"]), turn)
        for _ in range(2):
            stored = await site.client.kit.database.pool.fetch(
                "SELECT url, audience FROM blog_post_pages JOIN pages ON id = page_id WHERE url IN ('/one', '/two')"
            )
            assert {row["url"]: row["audience"] for row in stored} == {"/one": [[["club"]]], "/two": [[]]}
            await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET audience = NULL")
            await mend_audiences(site.client.kit)

    async def test_a_branch_block_keeps_its_posts_to_some_on_all_pages(self, site: Site) -> None:
        page, shared = await in_column(site, "/one", "One")
        branch_id = id_()
        turn = {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
                "branchName": "Shared"}  # fmt: skip
        page = await site.saved(page, turn)
        other = await site.new_page("/two", "Two")
        other_row = id_()
        other = await site.saved(
            other,
            wrapped(column_of(other), {"id": other_row, "type": "row-branch", "blockId": branch_id}),
        )
        assert await titles(site, NOBODY) == ["One"]
        await kept(site, other, shared["block"]["nodes"][0]["id"])
        assert await titles(site, NOBODY) == []
        opened = await kept(site, await site.page("/one"), shared["block"]["nodes"][0]["id"], scopes=())
        page = await kept(site, opened, shared["id"])
        # On the second page it is still open.
        assert await titles(site, NOBODY) == ["One"]
        await kept(site, await site.page("/two"), other_row)
        assert await titles(site, NOBODY) == []


async def test_a_category_that_is_listed_for_members_is_hidden_with_its_list(site: Site) -> None:
    page, shared = await in_column(site, "/secret", "Secret society", "cms.blogList")
    await list_page(site, "/open", "Open")
    await kept(site, page, shared["id"])
    member = site.tokens.bearer("club")
    assert [each["name"] for each in await categories(site, NOBODY)] == ["Open"]
    assert len(await categories(site, member)) == 2
    found = {each["name"]: each for each in await categories(site)}
    # Nobody is offered feeds that are not there.
    assert {name: each["feed"] for name, each in found.items()} == {"Open": "/open", "Secret society": None}
    category = found["Secret society"]["id"]
    assert refused(await site.client.get(f"/cms/blog/categories/{category}")) == (404, "blog_category_not_found")
    await page_with(site, "/other", "Other", "cms.blogPost", None, categories=[category])
    assert "Secret society" not in (await site.render("/other")).text
    assert "Secret society" in (await site.render("/other", member)).text
    assert await feed(site, "/secret/feed.xml") is None


async def test_what_is_not_known_is_for_editors_until_the_worker_has_looked(site: Site) -> None:
    await page_with(site, "/one", "One", "cms.blogPost")
    assert await unknown(site) == 0
    # As the release before, which is still running, stores it.
    await site.client.kit.database.pool.execute("UPDATE blog_post_pages SET audience = NULL")
    assert await titles(site, NOBODY) == []
    assert await titles(site) == ["One"]
    assert await mend_audiences(site.client.kit) == 1
    assert await titles(site, NOBODY) == ["One"]
    assert await mend_audiences(site.client.kit) == 0


async def test_the_state_of_posts_says_who_sees_them(site: Site) -> None:
    page, shared = await in_column(site, "/members", "For members")
    await kept(site, page, shared["id"])
    await page_with(site, "/open", "Open", "cms.blogPost")
    await site.client.post("/cms/blog/posts", json={"title": "Idea"}, headers=site.editor)
    found = {state: await titles(site, state=state) for state in ("public", "restricted", "without_page")}
    assert found == {"public": ["Open"], "restricted": ["For members"], "without_page": ["Idea"]}
    assert {post["title"]: post["state"] for post in await posts(site)} == {
        title: state for state, [title] in found.items()
    }
    # A stranger's list stays what a stranger may see.
    assert await titles(site, NOBODY, state="restricted") == await titles(site, NOBODY, state="without_page") == []
