"""Nobody learns from the blog of a post, or of a category, that a page shows to others alone."""

import json
from typing import Any

import pytest

from content.audience import effective_scopes, included
from content.blog.tasks import mend_audiences
from content.model.visibility import passes
from tests.content.blog import (
    NOBODY,
    categories,
    data_of,
    delete,
    field_of,
    field_of_ref,
    in_column,
    kept,
    list_page,
    page_with,
    posts,
    titles,
)
from tests.content.factory import JSON, Site, column_of, create_plugin, id_, nodes_of, place_plugin, refused
from tests.content.feeds import feed
from tests.content.scopes.names import BOTH, RENAMED, announced, hear, step, told


async def unknown(site: Site) -> int:
    found: int = await site.client.kit.database.pool.fetchval(
        "SELECT count(*) FROM blog_post_pages WHERE audience IS NULL"
    )
    return found


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
