"""Whom posts name: who makes one, unless somebody says otherwise."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from content.app import app
from kit.testing import Start, Tokens
from tests.content.blog import add, data_of, post_page, posts, replace
from tests.content.factory import (
    JSON,
    Site,
    column_of,
    create_page,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    put_site,
)


class _People:
    """Stands where auth stands: knows what people are called, and what it was asked for."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.asked: list[Sequence[str]] = []
        self.answer: Response | None = None
        """Instead of the names."""
        self.is_silent = False

    async def __call__(self, request: Request) -> Response:
        ids = request.query_params.getlist("ids")
        self.asked.append(ids)
        if self.is_silent:
            await asyncio.Event().wait()
        return self.answer or JSONResponse({id: self.names[id] for id in ids if id in self.names})


@pytest.fixture
async def people() -> _People:
    return _People()


@pytest.fixture
async def site(start: Start, tokens: Tokens, people: _People) -> Site:
    """A site whose editor is called Ada Lovelace."""

    # A route takes a function for an endpoint, and an object for an application.
    async def names(request: Request) -> Response:
        return await people(request)

    routes = [Route("/private/people/names", names), *tokens.app.routes]
    client = await start(app, mounts={"http://auth.test": Starlette(routes=routes)})
    await put_site(client, tokens)
    site = Site(client, tokens)
    people.names[site.user_id] = "Ada Lovelace"
    return site


async def authors(site: Site) -> list[str]:
    return [post["author"] for post in await posts(site, sort="title")]


async def make(site: Site, headers: JSON | None = None, **data: Any) -> JSON:
    """POST a post."""
    answer = await site.client.post("/cms/blog/posts", json={"title": "A", **data}, headers=headers or site.editor)
    assert answer.status_code == 201, answer.text
    made: JSON = answer.json()
    return made


class TestWhoMakesAPost:
    async def test_is_its_author_and_visitors_read_so(self, site: Site, people: _People) -> None:
        page = await post_page(site, "/hills", "Hills")
        assert await authors(site) == ["Ada Lovelace"]
        assert people.asked == [[site.user_id]]
        assert data_of((await site.render("/hills")).json())["post"]["author"] == "Ada Lovelace"
        # Nothing is asked for where no post is made.
        await site.saved(page, create_plugin(own_plugins(page)[0]["id"], "<h1>Other</h1>"))
        await site.new_page("/about")
        assert len(people.asked) == 1

    async def test_is_its_author_when_it_comes_with_a_new_page(self, site: Site) -> None:
        assert (await create_page(site, "/hills", "Hills", blogPost={})).status_code == 201
        assert await authors(site) == ["Ada Lovelace"]

    async def test_is_the_author_of_a_copy(self, site: Site, people: _People) -> None:
        page = await post_page(site, "/hills", "Hills")
        other = id_()
        people.names[other] = "Grace Hopper"
        for copied, title in ((page, "Hills, once more"), (await site.new_page("/about", "About"), "About, too")):
            answer = await site.client.post(
                f"/client/pages/{copied['page']['id']}/duplicate",
                json={"title": title},
                headers=site.tokens.bearer("editor", user=other),
            )
            assert answer.status_code == 201, answer.text
        assert await authors(site) == ["Ada Lovelace", "Grace Hopper"]
        # Of a page without a post no name is needed.
        assert people.asked == [[site.user_id], [other]]

    async def test_is_the_person_whose_api_token_it_is(self, site: Site) -> None:
        token = site.tokens.api_token("editor", userId=site.user_id)
        assert (await make(site, {"Authorization": f"Bearer {token}"}))["author"] == "Ada Lovelace"

    async def test_is_its_author_where_the_save_has_to_begin_anew(self, site: Site) -> None:
        pages = [await site.new_page(f"/{name}", name) for name in "abcd"]
        answers = await asyncio.gather(
            *(
                site.save(page, create_plugin(plugin, ref="cms.blogPost"), place_plugin(column_of(page), plugin))
                for page, plugin in zip(pages, [id_() for _ in pages], strict=True)
            )
        )
        assert {answer.status_code for answer in answers} == {200}
        assert await authors(site) == ["Ada Lovelace"] * 4

    async def test_may_have_a_longer_name_than_an_author(self, site: Site, people: _People) -> None:
        people.names[site.user_id] = f"{'A' * 200} {'B' * 200}"
        await post_page(site, "/hills")
        assert await authors(site) == ["A" * 200]


class TestWithoutAName:
    async def test_of_somebody_who_is_gone_it_names_nobody(self, site: Site, people: _People) -> None:
        people.names.clear()
        await post_page(site, "/hills")
        assert await authors(site) == [""]

    @pytest.mark.parametrize("status", [422, 500, 503])
    async def test_it_is_made_where_auth_refuses(self, site: Site, people: _People, status: int) -> None:
        people.answer = JSONResponse({"code": "no"}, status)
        await post_page(site, "/hills")
        await create_page(site, "/lakes", blogPost={})
        await make(site)
        assert await authors(site) == ["", "", ""]

    async def test_it_is_made_where_auth_does_not_answer(
        self, site: Site, people: _People, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.user_names._TIMEOUT", 0.05)
        people.is_silent = True
        await post_page(site, "/hills")
        assert await authors(site) == [""]


class TestCalls:
    async def test_what_is_left_out_is_the_callers_name_and_what_is_empty_is_nobody(
        self, site: Site, people: _People
    ) -> None:
        assert (await make(site, author=""))["author"] == ""
        assert (await make(site, author=" Grace "))["author"] == "Grace"
        assert people.asked == []
        assert [(await make(site))["author"], (await make(site, author=None))["author"]] == ["Ada Lovelace"] * 2

    async def test_a_replacement_that_leaves_the_author_out_keeps_it(self, site: Site, people: _People) -> None:
        post = await make(site, author="Grace")
        post.pop("author")
        post = await replace(site, "posts", post, title="B")
        assert (post["title"], post["author"]) == ("B", "Grace")
        assert (await replace(site, "posts", post, author=""))["author"] == ""
        assert people.asked == []

    async def test_a_changed_author_is_what_pages_show(self, site: Site) -> None:
        page = await post_page(site, "/hills", "Hills")
        await add(site, page, "cms.text", content="<p>More</p>")
        [post] = await posts(site)
        await replace(site, "posts", post, author="Grace")
        # A later save of the page makes no post, and leaves it.
        await add(site, await site.page("/hills"), "cms.text", content="<p>Most</p>")
        assert await authors(site) == ["Grace"]
