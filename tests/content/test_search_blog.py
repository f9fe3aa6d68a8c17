"""Searching the posts of a category."""

import uuid

from tests.content.blog import change, delete, field_of, in_column, list_page, post_page, replace
from tests.content.factory import JSON, Site, refused, whitelist
from tests.content.search import text_of

CLUB = {"config": {"scopeWhitelist": ["club"]}}


async def found(site: Site, category_id: str, headers: JSON | None = None, query: str = "regatta") -> list[str]:
    """The titles of the posts of a category that have a word of every title here."""
    path = f"/cms/search/blog-categories/{category_id}"
    answer = await site.client.get(path, params={"query": query}, headers=headers)
    assert answer.status_code == 200, answer.text
    results = answer.json()["results"]
    assert answer.json()["total"] == len(results)
    return sorted(text_of(result["titleParts"]) for result in results)


async def test_finds_the_posts_of_a_category_and_of_those_below_it(site: Site) -> None:
    blog = await list_page(site, "/blog", "Regatta blog")
    below = await list_page(site, "/blog/club", "Club")
    await post_page(site, "/blog/spring", "Spring regatta")
    await post_page(site, "/blog/club/autumn", "Autumn regatta")
    await post_page(site, "/other", "Other regatta")
    await site.new_page("/blog/page", "No post of the regatta")
    assert await found(site, field_of(blog, "blogCategoryId")) == ["Autumn regatta", "Spring regatta"]
    assert await found(site, field_of(below, "blogCategoryId")) == ["Autumn regatta"]


async def test_follows_posts_as_they_are_renamed_sorted_and_deleted(site: Site) -> None:
    blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
    page = await post_page(site, "/blog/one", "A regatta")
    await change(site, page, title="The great regatta")
    assert await found(site, blog) == ["The great regatta"]
    post_id = field_of(page, "blogPostId")
    post = (await site.client.get(f"/cms/blog/posts/{post_id}", headers=site.editor)).json()
    post = await replace(site, "posts", post, categories=[])
    assert await found(site, blog) == []
    await replace(site, "posts", post, categories=[blog])
    assert await found(site, blog) == ["The great regatta"]
    await delete(site, page)
    assert await found(site, blog) == []


async def test_a_title_outside_of_the_category_does_not_say_how_a_query_is_read(site: Site) -> None:
    blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
    await post_page(site, "/blog/one", "A cup of the spring")
    await post_page(site, "/blog/two", "A cup of the autumn")
    await site.new_page("/cup", "Cup -autumn")
    assert await found(site, blog, query="cup -autumn") == ["A cup of the spring"]
    await post_page(site, "/blog/three", "Cup -autumn")
    assert await found(site, blog, query="cup -autumn") == ["A cup of the autumn", "Cup -autumn"]


async def test_finds_visible_pages_alone(site: Site) -> None:
    blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
    await post_page(site, "/blog/open", "Open regatta")
    await post_page(site, "/blog/secret", "Secret regatta", CLUB)
    assert await found(site, blog) == ["Open regatta"]
    assert await found(site, blog, site.tokens.bearer("club")) == ["Open regatta", "Secret regatta"]


async def test_finds_no_page_whose_post_is_in_a_part_for_some(site: Site) -> None:
    blog = field_of(await list_page(site, "/blog", "Blog"), "blogCategoryId")
    page, part = await in_column(site, "/blog/one", "One regatta")
    assert await found(site, blog) == ["One regatta"]
    await site.saved(page, whitelist(part["id"], ["club"]))
    assert await found(site, blog) == []
    assert await found(site, blog, site.tokens.bearer("club")) == ["One regatta"]


async def test_an_unknown_category_and_a_hidden_one_are_the_same_to_visitors(site: Site) -> None:
    hidden = field_of(await list_page(site, "/secret", "Secret", CLUB), "blogCategoryId")
    await post_page(site, "/open", "Open regatta", categories=[hidden])
    answers = [
        await site.client.get(f"/cms/search/blog-categories/{category_id}", params={"query": "regatta"})
        for category_id in (hidden, uuid.uuid4())
    ]
    assert [refused(answer) for answer in answers] == [(404, "blog_category_not_found")] * 2
    assert answers[0].json()["detail"] == answers[1].json()["detail"]
    assert await found(site, hidden, site.tokens.bearer("club")) == ["Open regatta"]
