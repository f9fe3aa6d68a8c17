"""A word that only members may read, in all kinds of places, is in no answer that anybody else gets.

Every call that reads is asked, as the OpenAPI documents list them, with the ids of all that hides the word.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest

from tests.stack import Stack
from tests.waiting import eventually
from tests.whole.accounts import logged_in
from tests.whole.hidden_images import add_images
from tests.whole.page_calls import add_plugin, create_page, new_id, put_actions, render

DOCUMENTS = Path(__file__).parents[2] / "web" / "openapi"
MEMBERS = "hidden-words"
# What the web host answers itself; all of it is of templates.
OF_TEMPLATES = [
    f"/client/api/templates/{{id}}/{name}"
    for name in (
        *("css/inline", "css/external", "scss/shared", "scss/inline", "scss/external"),
        *("js", "js/min", "fonts"),
    )
]
# Those tell other things of a blog and of the pages around theirs.
LISTS = (
    *("cms.menu", "cms.breadcrumb", "cms.relativeNavigation", "cms.sitemap", "cms.blogList", "cms.blogMenu"),
    *("cms.blogPostMenu", "cms.blogPost", "cms.blogTitle", "cms.blogDate", "cms.search"),
)


@dataclass
class Hidden:
    """Pages and parts of pages with a word that members read, and the open pages that could tell of them."""

    word: str
    """In texts, titles, names and descriptions."""
    beside: str
    """A word in the same texts to search for: answers may say what was asked for."""
    ids: set[str] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)
    """Those of the ids that are pages'."""
    closed: list[str] = field(default_factory=list)
    """Addresses of pages for members."""
    open: list[str] = field(default_factory=list)
    """Addresses of pages for all, which show other pages or have parts for members."""

    @property
    def text(self) -> str:
        return f"{self.beside} {self.word}"


@pytest.fixture(scope="module")
def owner(stack: Stack, owner_cookies: httpx.Cookies) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies.jar, timeout=30
    ) as client:
        yield client


@pytest.fixture(scope="module")
def hidden(owner: httpx.Client) -> Iterator[Hidden]:
    made = Hidden(f"word{uuid.uuid4().hex}", f"beside{uuid.uuid4().hex}")
    blog = f"/{made.beside}"
    _add_plugins(owner, made, _page(owner, made, blog, "Open list", is_open=True), ["cms.blogList"])
    _add_plugins(owner, made, _page(owner, made, f"{blog}/post"), ["cms.blogPost", "cms.text", "cms.faq"])
    # A category for members, with a post in it that is open, and all lists on a page below.
    _add_plugins(owner, made, _page(owner, made, f"{blog}/list"), ["cms.blogList"])
    below = _page(owner, made, f"{blog}/list/open", "Open post", is_open=True)
    _add_plugins(owner, made, below, LISTS)
    pictures = _page(owner, made, f"{blog}/pictures", "Open with pictures", is_open=True)
    made.ids |= add_images(owner, pictures, made.text, MEMBERS)
    _add_parts(owner, made, _page(owner, made, f"{blog}/parts", "Open with parts", is_open=True))
    for path, name in (("/cms/blog/posts/filters/page", "title"), ("/cms/blog/categories", "name")):
        records = owner.get(path, params={"limit": 100, "q": made.word}).json()["results"]
        made.ids |= {record["id"] for record in records if made.word in record[name]}
    yield made
    for url in [*made.closed, *made.open]:
        owner.delete(f"/client/pages/{render(owner, url)['page']['id']}").raise_for_status()


def found_by(client: httpx.Client, words: str) -> set[str]:
    """The addresses of the pages that a search finds."""
    found = client.get("/cms/search", params={"query": words}).raise_for_status().json()["results"]
    return {result["url"] for result in found}


def _page(client: httpx.Client, made: Hidden, url: str, title: str = "", *, is_open: bool = False) -> str:
    text = made.text
    menu: dict[str, Any] = {"visible": True, "label": title or text}
    config = {"menu": menu, **({} if is_open else {"scopeWhitelist": [MEMBERS]})}
    more: dict[str, Any] = {}
    if not is_open:
        item = {"name": f"{text} {url}"[:200], "data": {"@type": "Thing", "name": text}}
        linked = client.post("/client/linked-data", json=item).raise_for_status().json()["id"]
        more = {"displayTitle": text, "linkedData": [linked]}
        more["meta"] = dict.fromkeys(("title", "description", "shareTitle", "shareDescription"), text)
        made.ids.add(linked)
    page = create_page(client, title or text, url=url, config=config, newLayout=True, **more)
    made.pages.add(page["id"])
    made.ids |= {page["id"], page["layoutId"]}
    (made.open if is_open else made.closed).append(url)
    return url


def _add_plugins(client: httpx.Client, made: Hidden, url: str, refs: Any) -> None:
    """Adds plugins that have the text in them wherever they take one."""
    state = render(client, url)
    column = next(iter(state["page"]["blocks"]))
    actions: list[dict[str, Any]] = []
    fields: dict[str, Any] = {"cms.text": {"content": f"<p>{made.text}</p>"}, "cms.faq": {"heading": made.text}}
    for ref in refs:
        plugin = new_id()
        actions += add_plugin(column, ref, fields.get(ref), 9, plugin_id=plugin)
        made.ids.add(plugin)
    _save(client, state, actions)


def _add_parts(client: httpx.Client, made: Hidden, url: str) -> None:
    """Adds a row, a plugin's node and a shared block for members, at either level, with the text in them; and a post.

    Lists and feeds tell how that begins.
    """
    state = render(client, url)
    column = next(iter(state["page"]["blocks"]))
    actions: list[dict[str, Any]] = []
    around = [new_id() for _ in range(6)]
    for turn, (level, part) in enumerate(product(("site", "page"), ("row", "plugin", "branch"))):
        row, col, node, plugin, branch = (new_id() for _ in range(5))
        made.ids |= {row, node, plugin} | ({branch} if part == "branch" else set())
        inner = {"nodes": [{"id": col, "type": "col", "block": {"nodes": []}}]}
        created = {"id": row, "type": "row", "block": inner}
        if part == "branch":
            actions.append({"name": "BLOCK_CREATE", "blockId": branch, "branchName": made.text, "block": inner})
            created = {"id": row, "type": "row-branch", "blockId": branch}
        wrap = {"wrapBefore": {"rowId": new_id(), "colId": around[turn]}}
        actions.append({"name": "NODE_CREATE", "parentId": column, "index": turn + 1, "node": created, **wrap})
        text = {"content": f"<p>{made.text}</p>"}
        actions += add_plugin(col, "cms.text", text, plugin_id=plugin, node_id=node)
        whitelist = {"nodeId": node if part == "plugin" else row, "level": level, "scopeWhitelist": [MEMBERS]}
        actions.append({"name": "NODE_SET_SCOPE_WHITELIST", **whitelist})
    _save(client, state, actions + add_plugin(around[0], "cms.blogPost", index=9))


def _save(client: httpx.Client, state: dict[str, Any], actions: list[dict[str, Any]]) -> None:
    answer = put_actions(client, state, actions)
    assert answer.status_code == 200, answer.text


@pytest.fixture(scope="module")
def member(stack: Stack) -> Iterator[httpx.Client]:
    with logged_in(stack, MEMBERS) as client:
        yield client


@pytest.fixture(scope="module", params=["visitor", "stranger"])
def other(request: pytest.FixtureRequest, stack: Stack) -> Iterator[httpx.Client]:
    """Nobody, and somebody with a scope that opens nothing."""
    if request.param == "stranger":
        with logged_in(stack, "something-else") as client:
            yield client
    else:
        with httpx.Client(base_url=stack.base_url, timeout=30) as client:
            yield client


def tells(answer: httpx.Response, made: Hidden) -> list[str]:
    """What an answer tells that is for members: the word, or the address of a page that was not asked for."""
    text = answer.text + json.dumps(dict(answer.headers))
    asked = unquote(str(answer.request.url))
    # A render's tags name the addresses above the one that was asked for, whether there are pages or not.
    text = re.sub(r'"address:([^"]*)"', lambda tag: "" if f"{tag[1]}/" in asked else tag[0], text)
    names = {url: re.compile(rf"{url}(?![\w/-])") for url in made.closed}
    told = [url for url, name in names.items() if name.search(text) and not name.search(asked)]
    return told + ([made.word] if made.word in text else [])


class TestPages:
    def test_members_read_all_of_it(self, member: httpx.Client, hidden: Hidden) -> None:
        for url in hidden.closed:
            answer = member.get(url)
            assert answer.text.count(hidden.word) >= 4, url
            assert tells(answer, hidden)
        assert member.get(f"{hidden.open[-1]}").text.count(f"<p>{hidden.text}</p>") == 6
        assert hidden.word in member.get(hidden.open[1]).text
        # A picture, one of a gallery and a figure, each with more than one of these.
        eventually(lambda: member.get(hidden.open[2]).text.count(hidden.word) >= 5)
        # Where other tests change many pages at a time, the worker makes some of them ready for a search, and not the search.
        eventually(lambda: found_by(member, hidden.beside) >= {hidden.closed[0], hidden.open[-1]})

    def test_nobody_else_does_whoever_asked_before(
        self, owner: httpx.Client, member: httpx.Client, other: httpx.Client, hidden: Hidden
    ) -> None:
        blog = hidden.open[0]
        pages = [
            *hidden.open,
            *hidden.closed,
            "/",
            f"{hidden.beside}-missing",
            "/sitemap.xml",
            "/robots.txt",
            "/feed.xml",
        ]
        pages += [f"{url}/{name}" for url in (blog, *hidden.closed) for name in ("feed.xml", "atom.xml")]
        pages += [f"{url}?query={hidden.beside}&posts-page=1&safe=1" for url in hidden.open]
        for url in pages:
            tags = [client.get(url).headers.get("ETag") for client in (owner, member)]
            first = other.get(url)
            assert not tells(first, hidden), url
            for tag in [tag for tag in tags if tag]:
                again = other.get(url, headers={"If-None-Match": tag})
                assert (again.status_code, again.text) == (first.status_code, first.text) or tag == first.headers[
                    "ETag"
                ]
            # What the visitor got is not what is kept for those who may.
            if url in hidden.closed:
                assert hidden.word in member.get(url).text

    def test_what_is_asked_with_scripts(self, other: httpx.Client, hidden: Hidden) -> None:
        for url in [*hidden.open, *hidden.closed]:
            for path in ("/client/page-render", "/client/url-maps/destination"):
                assert not tells(other.get(path, params={"url": url, "source": url}), hidden), url


class TestCalls:
    def test_no_call_that_reads_tells_it(self, other: httpx.Client, hidden: Hidden) -> None:
        asked = 0
        for path, parameters in _reads():
            for address in _addresses(path, hidden):
                answers = [other.get(address, params=params) for params in _queries(parameters, hidden)]
                asked += len(answers)
                for answer in answers:
                    assert answer.status_code < 500, (answer.url, answer.text)
                    assert not tells(answer, hidden), (answer.url, answer.text)
                if answers[0].status_code in {401, 403} and answers[0].json()["code"] in {
                    "unauthorized",
                    "scope_missing",
                }:
                    break  # Whatever it would be about.
        assert asked > 300

    def test_it_is_there_to_be_told(self, owner: httpx.Client, hidden: Hidden) -> None:
        lists = [(path, parameters) for path, parameters in _reads() if "{" not in path and "q" in parameters]
        telling = [
            path
            for path, parameters in lists
            if hidden.word in owner.get(path, params=_queries(parameters, hidden)[-1]).text
        ]
        assert len(telling) >= 5, telling

    def test_nor_how_much_there_is_of_it(self, other: httpx.Client, member: httpx.Client, hidden: Hidden) -> None:
        params = {"query": hidden.word}
        eventually(lambda: len(found_by(member, hidden.word)) >= 2)
        answer = other.get("/cms/search", params=params)
        unknown = other.get("/cms/search", params={"query": f"{hidden.word}x"})
        assert answer.text.replace(hidden.word, "") == unknown.text.replace(f"{hidden.word}x", "")


def _reads() -> Iterator[tuple[str, list[str]]]:
    """The paths of all calls that read, with the names of what they take in the query."""
    for file in sorted(DOCUMENTS.glob("*.json")):
        for path, operations in json.loads(file.read_text(encoding="utf-8"))["paths"].items():
            # Streams do not end, and another site is asked by those that need a scope.
            if "get" in operations and not path.endswith(("/events", "/external/status")):
                parameters = operations["get"].get("parameters", [])
                yield path, [each["name"] for each in parameters if each["in"] == "query"]
    yield from ((path, []) for path in OF_TEMPLATES)


def _queries(parameters: list[str], hidden: Hidden) -> list[dict[str, str]]:
    searched = {name: hidden.beside for name in parameters if name in {"q", "query", "value"}}
    return [{}, {**searched, "limit": "100"}] if "limit" in parameters else [searched]


def _addresses(path: str, hidden: Hidden) -> Iterator[str]:
    """The addresses of a path with each id that it could be about."""
    names = re.findall(r"\{\w+\}", path)
    of_content = path.startswith(("/client/", "/cms/"))
    if not names:
        yield path
    elif not of_content:
        yield re.sub(r"\{\w+\}", new_id(), path)
    else:
        # Of two, the first is a page's.
        for first in sorted(hidden.pages if len(names) > 1 else hidden.ids):
            for second in sorted(hidden.ids if len(names) > 1 else {""}):
                yield path.replace(names[0], first, 1).replace(names[-1], second)
