"""Nobody learns from the blog of a page that they may not see."""

import json
import uuid

import pytest
from sqlalchemy import text

from content.audience import NOBODYS, effective_scopes, included, visible
from content.model.visibility import passes
from tests.content.blog import (
    add,
    categories,
    change,
    data_of,
    delete,
    field_of,
    list_page,
    page_with,
    post_page,
    posts,
    replace,
    titles,
)
from tests.content.factory import JSON, Site, column_of, nodes_of, own_plugins, refused
from tests.content.feeds import CLUB, NOBODY, feed


@pytest.mark.parametrize("whitelist", [None, [], ["club"], ["club", "staff"], ["logged-in"]])
@pytest.mark.parametrize("scopes", [(), ("club",), ("crm:read",), ("editor",), ("super",)])
async def test_queries_decide_as_pages_do(site: Site, whitelist: list[str] | None, scopes: tuple[str, ...]) -> None:
    settings: JSON = {} if whitelist is None else {"config": {"scopeWhitelist": whitelist}}
    page = await site.new_page("/one", **settings)
    held = effective_scopes(frozenset(scopes), is_logged_in=bool(scopes))
    query = f"SELECT {visible('p', '$1::text[]')} FROM pages p WHERE p.id = $2::uuid"  # noqa: S608  # of constants
    found = await site.client.kit.database.pool.fetchval(query, sorted(held), page["page"]["id"])
    assert found is passes(whitelist, held)
    if not scopes:
        query = f"SELECT {visible('p', NOBODYS)} FROM pages p WHERE p.id = $1::uuid"  # noqa: S608  # of constants
        assert await site.client.kit.database.pool.fetchval(query, page["page"]["id"]) is found


@pytest.mark.parametrize(
    "audience",
    [
        None,
        [],
        [[]],
        [[[]]],
        [[["club"]]],
        [[["club"]], []],
        [[], [["club"]]],
        [[["club"], ["staff"]], [[]]],
        [[["club"], []]],
    ],
)
async def test_who_holds_no_scope_is_included_by_the_shorter_condition_as_by_the_whole(
    site: Site, audience: list[list[list[str]]] | None
) -> None:
    whole, shorter = included("given.audience", "$2::text[]"), included("given.audience", NOBODYS)
    query = (
        f"SELECT {whole} AS whole, {shorter} AS shorter FROM (SELECT $1::text::jsonb, $2::text[]) AS given (audience)"  # noqa: S608  # of constants
    )
    given = None if audience is None else json.dumps(audience)
    [row] = await site.client.kit.database.pool.fetch(query, given, [])
    assert bool(row["shorter"]) is bool(row["whole"])
    assert bool(row["shorter"]) is ([] in (audience or []))


class TestPosts:
    async def test_are_seen_by_those_who_may_see_one_of_their_pages(self, site: Site) -> None:
        page = await post_page(site, "/secret", "Secret society", CLUB)
        await post_page(site, "/open", "Open")
        member, post_id = site.tokens.bearer("club"), field_of(page, "blogPostId")
        assert await titles(site, NOBODY) == ["Open"]
        assert await titles(site, member, sort="title") == ["Open", "Secret society"]
        for path in (f"/cms/blog/posts/{post_id}", f"/cms/blog/posts/{post_id}/categories"):
            assert refused(await site.client.get(path)) == (404, "blog_post_not_found")
            assert (await site.client.get(path, headers=member)).status_code == 200
        await post_page(site, "/public", "Public", blogPostId=post_id)
        [shown] = (await site.client.get(f"/cms/blog/posts/{post_id}")).json()["pages"]
        assert shown["url"] == "/public"

    async def test_without_a_page_are_seen_by_editors_alone(self, site: Site) -> None:
        await site.client.post("/cms/blog/posts", json={"title": "Idea"}, headers=site.editor)
        assert await titles(site) == ["Idea"]
        assert await titles(site, NOBODY) == await titles(site, site.tokens.bearer("club")) == []

    async def test_a_scope_that_is_being_renamed_opens_none(self, site: Site) -> None:
        await post_page(site, "/secret", "Secret", CLUB)
        member = site.tokens.bearer("club")
        assert await titles(site, member) == ["Secret"]
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("""UPDATE site SET scope_renamings = '{"club": "society"}'"""))
        assert await titles(site, member) == []


class TestCategories:
    async def test_have_the_name_of_their_page_and_are_hidden_with_it(self, site: Site) -> None:
        secret = await list_page(site, "/secret", "Secret society", CLUB)
        await list_page(site, "/secret/open", "Open")
        await post_page(site, "/other", "Other", categories=[field_of(secret, "blogCategoryId")])
        [shown] = await categories(site, NOBODY)
        assert (shown["name"], shown["parentId"]) == ("Open", None)
        answer = await site.client.get(f"/cms/blog/categories/{field_of(secret, 'blogCategoryId')}")
        assert refused(answer) == (404, "blog_category_not_found")
        assert [post["categories"] for post in await posts(site, NOBODY)] == [[]]
        assert len(await categories(site, site.tokens.bearer("club"))) == 2

    async def test_that_are_hidden_do_not_tell_what_is_in_them(self, site: Site) -> None:
        secret = field_of(await list_page(site, "/secret", "Secret society", CLUB), "blogCategoryId")
        await list_page(site, "/secret/open", "Open")
        await post_page(site, "/other", "Other", categories=[secret])
        member = site.tokens.bearer("club")
        assert await titles(site, NOBODY, **{"category-id": secret}) == []
        assert await titles(site, member, **{"category-id": secret}) == ["Other"]
        assert await categories(site, NOBODY, **{"parent-id": secret}) == []
        assert [each["name"] for each in await categories(site, member, **{"parent-id": secret})] == ["Open"]


class TestCategoriesWithoutTheirPage:
    """A category bears the name of its page, and outlives it: a restricted one is not to be read of afterwards."""

    async def test_stay_hidden_once_it_is_deleted(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        await delete(site, secret)
        await self.check_hidden(site, category_id)

    async def test_stay_hidden_once_the_list_is_taken_off_it(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        list_node = nodes_of(secret["page"]["blocks"][column_of(secret)])[-1]
        await site.saved(secret, {"name": "BLOCK_REMOVE_NODE", "nodeId": list_node["id"]})
        await self.check_hidden(site, category_id)

    async def test_stay_hidden_once_it_shows_the_list_otherwise(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        update = {"name": "PLUGIN_UPDATE", "pluginId": own_plugins(secret)[-1]["id"]}
        await site.saved(secret, {**update, "fields": {"displayMode": "titles"}})
        await self.check_hidden(site, category_id)

    async def test_are_seen_where_everybody_saw_the_last_page(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        shown = await list_page(site, "/open", "Open", blogCategoryId=category_id)
        await delete(site, secret)
        assert len(await categories(site, NOBODY)) == 1
        await delete(site, shown)
        assert len(await categories(site, NOBODY)) == 1

    async def test_are_seen_again_on_an_open_page(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        await delete(site, secret)
        await list_page(site, "/open", "Open", blogCategoryId=category_id)
        assert [each["id"] for each in await categories(site, NOBODY)] == [category_id]

    async def test_are_seen_under_a_name_that_an_editor_gives_them(self, site: Site) -> None:
        secret, category_id = await self.secret(site)
        await delete(site, secret)
        [category] = await categories(site)
        category = await replace(site, "categories", category, position=0)
        await self.check_hidden(site, category_id)
        await replace(site, "categories", category, name="Societies")
        assert [each["name"] for each in await categories(site, NOBODY)] == ["Societies"]

    async def secret(self, site: Site) -> tuple[JSON, str]:
        """A restricted page, and its category, in which a post is that everybody sees."""
        secret = await list_page(site, "/secret", "Secret society", CLUB)
        category_id: str = field_of(secret, "blogCategoryId")
        await post_page(site, "/post", "Open post", categories=[category_id])
        return secret, category_id

    async def check_hidden(self, site: Site, category_id: str) -> None:
        assert [category["name"] for category in await categories(site)] == ["Secret society"]
        for headers in (NOBODY, site.tokens.bearer("club")):
            assert await categories(site, headers) == []
            answer = await site.client.get(f"/cms/blog/categories/{category_id}", headers=headers)
            assert refused(answer) == (404, "blog_category_not_found")
            [post] = await posts(site, headers)
            assert post["categories"] == []
            seen = await site.render("/post", headers)
            assert data_of(seen.json())["post"]["categories"] == []
        assert await feed(site, f"/categories/{category_id}/feed.xml") is None


class TestTitles:
    async def test_of_hidden_pages_are_not_given_to_what_others_see(self, site: Site) -> None:
        shown = await post_page(site, "/open", "Open")
        hidden = await post_page(site, "/secret", "Secret", CLUB, blogPostId=field_of(shown, "blogPostId"))
        blog = await list_page(site, "/blog", "Blog")
        club = await list_page(site, "/club", "Club", CLUB, blogCategoryId=field_of(blog, "blogCategoryId"))
        for page in (hidden, club):
            await change(site, page, title="Secret society")
        assert await titles(site, NOBODY) == ["Open"]
        assert [category["name"] for category in await categories(site, NOBODY)] == ["Blog"]
        for page in (shown, blog):
            await change(site, page, title="Renamed")
        assert await titles(site, NOBODY) == ["Renamed"]
        assert [category["name"] for category in await categories(site, NOBODY)] == ["Renamed"]

    async def test_of_hidden_pages_are_followed_where_all_pages_are_for_the_same(self, site: Site) -> None:
        page = await post_page(site, "/one", "One", CLUB)
        await post_page(site, "/two", "Two", CLUB, blogPostId=field_of(page, "blogPostId"))
        await change(site, page, title="First")
        assert await titles(site) == ["First"]


class TestPlugins:
    async def test_show_nothing_of_a_hidden_page(self, site: Site) -> None:
        blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
        secret = await list_page(site, "/blog/secret", "Secret society", CLUB)
        hidden = await post_page(site, "/blog/secret/rite", "The rite", CLUB)
        await post_page(
            site, "/blog/open", "Open", categories=[blog, field_of(secret, "blogCategoryId")], blogPostId=None
        )
        for url, ref in (("/menu", "cms.blogMenu"), ("/posts", "cms.blogPostMenu"), ("/newest", "cms.blogList")):
            fields = {"displayMode": "titles"} if ref == "cms.blogList" else {}
            await page_with(site, url, "A page", ref, None, **fields)
        for url in ("/blog", "/blog/open", "/menu", "/posts", "/newest"):
            seen = await site.render(url)
            assert seen.status_code == 200
            for secret_word in ("Secret society", "The rite", "/blog/secret", hidden["page"]["id"]):
                assert secret_word not in seen.text, (url, secret_word)
        member = (await site.render("/blog", site.tokens.bearer("club"))).json()
        assert [post["title"] for post in data_of(member)["posts"]] == ["Open", "The rite"]

    async def test_menus_of_a_post_are_those_of_a_category_that_the_visitor_may_see(self, site: Site) -> None:
        secret = field_of(await list_page(site, "/secret", "Secret society", CLUB), "blogCategoryId")
        await list_page(site, "/secret/below", "Below")
        blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
        await list_page(site, "/blog/news", "News")
        await post_page(site, "/one", "One", categories=[secret])
        await post_page(site, "/two", "Two", categories=[blog])
        page = await post_page(site, "/both", "Both", categories=[secret, blog])
        page = await add(site, await add(site, page, "cms.blogPostMenu"), "cms.blogMenu")
        seen = (await site.render("/both")).json()
        assert [post["title"] for post in data_of(seen, -2)["posts"]] == ["Both", "Two"]
        assert [item["name"] for item in data_of(seen, -1)["items"]] == ["News"]


async def test_calls_of_editors_are_refused_to_others(site: Site) -> None:
    page = await post_page(site, "/one", "One")
    address = f"/cms/blog/posts/{field_of(page, 'blogPostId')}"
    member = site.tokens.bearer("club")
    for method, path in (
        ("POST", "/cms/blog/posts"),
        ("PUT", address),
        ("DELETE", address),
        ("PUT", f"{address}/categories"),
    ):
        body: JSON = {} if method == "DELETE" else {"json": {"title": "Mine", "categories": [str(uuid.uuid4())]}}
        assert (await site.client.request(method, path, headers=member, **body)).status_code == 403
    assert await titles(site) == ["One"]
