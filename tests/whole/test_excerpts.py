"""What visitors read of a post without a description in lists and feeds: its first words, and no others' words."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import httpx

from tests.waiting import eventually
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    first_text,
    new_id,
    own_column,
    put_actions,
    render,
    set_text,
)


def saved(owner: httpx.Client, url: str, actions: Callable[[dict[str, Any]], list[dict[str, Any]]]) -> None:
    state = render(owner, url)
    answer = put_actions(owner, state, actions(state))
    assert answer.status_code == 200, answer.text


def test_a_list_begins_a_post_with_what_everybody_may_read(
    owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    opening, second = (f"{word} {uuid.uuid4().hex}" for word in ("Opening", "Second"))
    blog = create_page(owner_client, "Journal")["url"]
    saved(owner_client, blog, lambda state: add_plugin(own_column(state), "cms.blogList"))
    post = create_page(owner_client, "A week in the hills", url=f"{blog}/hills")["url"]
    node = new_id()

    def write(state: dict[str, Any]) -> list[dict[str, Any]]:
        column, plugin = own_column(state), new_id()
        texts = add_plugin(column, "cms.text", {"content": f"<h2>Day one</h2><p>{opening} &amp; <b>tea</b></p>"}, 9,
                           plugin_id=plugin, node_id=node)  # fmt: skip
        return [
            *add_plugin(column, "cms.blogPost", index=9),
            *texts,
            *add_plugin(column, "cms.text", {"content": f"<p>{second}</p>"}, 9),
            set_text(first_text(state), "<h1>A week in the hills</h1>"),
        ]

    saved(owner_client, post, write)

    def told() -> list[str]:
        """The list as a page and as the data that it is edited and followed with, and its feeds."""
        pages = [visitor_client.get(blog), visitor_client.get("/client/page-render", params={"url": blog})]
        feeds = [visitor_client.get(f"{blog}/{name}") for name in ("feed.xml", "atom.xml")]
        return [answer.raise_for_status().text for answer in (*pages, *feeds)]

    def shown(words: str) -> bool:
        return f'<p class="pw-blog-list-excerpt">{words}</p>' in visitor_client.get(blog).text

    eventually(lambda: shown(f"{opening} &amp; tea {second}"))
    assert all(opening in each for each in told())
    # Once it is for members, nobody else is told of it, nor are they.
    whitelist = {"nodeId": node, "level": "page", "scopeWhitelist": ["members"]}
    saved(owner_client, post, lambda _: [{"name": "NODE_SET_SCOPE_WHITELIST", **whitelist}])
    eventually(lambda: shown(second))
    for each in told():
        assert second in each
        assert opening not in each
    # What an editor writes goes before it.
    settings = owner_client.get(f"/client/pages/{render(owner_client, post)['page']['id']}").json()
    answer = owner_client.put(
        f"/client/pages/{settings['id']}",
        json={"title": settings["title"], "url": post, "meta": {"description": "Written by hand."}},
        headers={"If-Match": "*"},
    )
    assert answer.status_code == 200, answer.text
    eventually(lambda: shown("Written by hand."))
