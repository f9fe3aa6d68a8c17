"""What hostile or secret content does to what visitors get: nothing."""

from __future__ import annotations

import asyncio
import re
import uuid
from html.parser import HTMLParser
from typing import Any

import asyncpg
import httpx
import orjson
import pytest

from tests.stack import Stack
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    element_of,
    first_text,
    new_id,
    put_actions,
    render,
    set_text,
)
from tests.whole.raw_http import send

BREAKOUTS = [
    '"><pwned onpwned="1">',
    "'><pwned onpwned='1'>",
    "</style><script>pwned()</script>",
    "</script><script>pwned()</script>",
    "red;}pwned{background:url(//evil.example)}",
    "x\\22 ) ;}pwned{color:red",
    "javascript:pwned()",
    " java\tscript:pwned()",
    "data:text/html,<script>pwned()</script>",
    "//evil.example/pwned",
    "/\\evil.example/pwned",
    "script",
    "a b\nc",
]
ACTIONS = {
    "NODE_SET_TAG_NAME": lambda value: {"tagName": value},
    "NODE_SET_TRANSITION_NAME": lambda value: {"transitionName": value},
    "NODE_SET_IDS": lambda value: {"ids": [value]},
    "NODE_SET_CLASS_NAMES": lambda value: {"classNames": [value]},
    "NODE_SET_SCOPE_WHITELIST": lambda value: {"scopeWhitelist": [value]},
}
BACKGROUND = ["backgroundColour", "backgroundTextColour", "backgroundTextShadow", "backgroundImage"]
BACKGROUND += ["backgroundVideoUrl", "backgroundMaskPositionX"]
RUNS_OR_LEAVES = re.compile(r"\s*(java\s*script|data):|[/\\]{2}", re.IGNORECASE)
# A word is a scope's name or a transition's as good as any, and a class may be called script.
HARMLESS = {(name, "script") for name in ACTIONS if name != "NODE_SET_TAG_NAME"}


@pytest.fixture
def page(owner_client: httpx.Client) -> dict[str, Any]:
    """The render of a new page with a layout of its own, which no visitor has asked for yet."""
    return render(owner_client, create_page(owner_client, "Hostile content", newLayout=True)["url"])


def unique_column(state: dict[str, Any]) -> str:
    found: str = next(iter(state["page"]["blocks"]))
    return found


class Document(HTMLParser):
    """What a browser would make of a page, as far as it can run or restyle something."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.styles = ""
        self._is_style = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._is_style = tag == "style"

    def handle_data(self, data: str) -> None:
        if self._is_style:
            self.styles += data

    def check(self) -> None:
        """Nothing of BREAKOUTS became an element, a handler, an address that runs, or a style rule."""
        for tag, attributes in self.elements:
            assert tag != "pwned"
            assert not [name for name in attributes if name.startswith("on")]
            for name in ("href", "src"):
                address = re.sub(r"[\x00-\x20]", "", attributes.get(name, "")).lower()
                assert not address.startswith(("javascript:", "data:")), attributes
            if tag == "script" and attributes.get("type") != "application/ld+json":
                assert attributes["src"].startswith("/assets/")
        outside_strings = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', self.styles)
        assert not re.search(r"pwned\s*[({]|url\((?!/assets/|\"\"\))", outside_strings)


class TestNodeFields:
    @pytest.mark.parametrize("name", ACTIONS)
    @pytest.mark.parametrize("level", ["site", "page"])
    def test_hostile_values_are_refused(
        self, owner_client: httpx.Client, page: dict[str, Any], name: str, level: str
    ) -> None:
        for value in BREAKOUTS:
            if (name, value) in HARMLESS:
                continue
            action = {"name": name, "nodeId": unique_column(page), "level": level, **ACTIONS[name](value)}
            assert put_actions(owner_client, page, [action]).status_code == 422, value

    @pytest.mark.parametrize("field", BACKGROUND)
    def test_hostile_backgrounds_are_refused(
        self, owner_client: httpx.Client, page: dict[str, Any], field: str
    ) -> None:
        for value in BREAKOUTS:
            if value == "script" and field.endswith("Colour"):
                continue  # Any word may be a colour; one that is none colours nothing.
            action = {"nodeId": unique_column(page), "level": "page", "background": {field: value}}
            answer = put_actions(owner_client, page, [{"name": "NODE_SET_BACKGROUND", **action}])
            assert answer.status_code == 422, value

    @pytest.mark.parametrize("value", BREAKOUTS)
    def test_hostile_links_are_refused_or_lead_to_a_path_here(
        self, owner_client: httpx.Client, visitor_client: httpx.Client, page: dict[str, Any], value: str
    ) -> None:
        column = unique_column(page)
        for link in (
            {"name": "LINK_SET", "nodeId": column, "href": value, "targetBlank": True},
            {"name": "NODE_SET_HREF", "nodeId": column, "level": "page", "href": value, "hrefTarget": ""},
        ):
            answer = put_actions(owner_client, page, [link])
            # Nearly all characters may stand in a relative address.
            assert answer.status_code == 422 or not RUNS_OR_LEAVES.match(value)
        html = visitor_client.get(page["page"]["url"]).text
        Document(html).check()
        assert 'href="//evil.example' not in html

    @pytest.mark.parametrize("value", BREAKOUTS)
    def test_even_if_they_were_stored_they_would_do_nothing(
        self, stack: Stack, visitor_client: httpx.Client, page: dict[str, Any], value: str
    ) -> None:
        fields = {
            "tagName": value,
            "transitionName": value,
            "ids": [value, value + "2"],
            "classNames": [value],
            "href": value,
            "hrefTarget": value,
            "backgroundVideoMp4": value,
            **dict.fromkeys(BACKGROUND, value),
        }
        column = unique_column(page)
        asyncio.run(
            _store(
                stack,
                "UPDATE pages SET node_fields = $2, links = $3, meta = $4, linked_data = $5 WHERE id = $1",
                page["page"]["id"],
                {column: {"site": fields, "page": fields}},
                {column: {"href": value, "targetBlank": True}},
                {
                    **dict.fromkeys(("title", "description", "shareTitle", "shareDescription"), value),
                    "canonical": value,
                    "image": {"file": value, "alt": value},
                },
                [{"@type": "Thing", "name": value}],
            )
        )
        answer = visitor_client.get(page["page"]["url"])
        assert answer.status_code == 200
        assert "Hostile content" in answer.text
        Document(answer.text).check()


async def _store(stack: Stack, statement: str, identifier: str, *documents: Any) -> None:
    """Put JSON into content's tables behind its back."""
    connection = await asyncpg.connect(stack.service_dsn("content"))
    try:
        await connection.execute(statement, uuid.UUID(identifier), *(orjson.dumps(each).decode() for each in documents))
    finally:
        await connection.close()


class TestTitles:
    @pytest.mark.parametrize("value", BREAKOUTS)
    def test_titles_labels_and_descriptions_are_text(
        self, owner_client: httpx.Client, visitor_client: httpx.Client, value: str
    ) -> None:
        # A title with a line break is refused, and put on one line it is a title like others.
        title = " ".join(value.split()) if any(character < " " for character in value) else value
        words = {"displayTitle": title, "meta": {"title": title, "description": value}}
        if title != value:
            named = {"title": value, "url": f"/{uuid.uuid4().hex}"}
            assert owner_client.post("/client/pages", json=named).status_code == 422
        created = owner_client.post("/client/pages", json={"title": title, "url": f"/{uuid.uuid4().hex}", **words})
        assert created.status_code == 201, created.text
        answer = visitor_client.get(created.json()["url"])
        assert answer.status_code == 200
        Document(answer.text).check()


class TestUnknownPlugin:
    def test_it_is_kept_for_editors_and_nothing_for_visitors(
        self, owner_client: httpx.Client, visitor_client: httpx.Client, page: dict[str, Any]
    ) -> None:
        plugin, node, column = new_id(), new_id(), unique_column(page)
        fields = {"pictures": [{"src": "javascript:pwned()"}], "caption": '<img src=x onerror="pwned()">', "n": 1.5}
        add = add_plugin(column, "acme.gallery", fields, 1, plugin_id=plugin, node_id=node)
        state = put_actions(owner_client, page, add).raise_for_status().json()
        for turn in range(3):
            actions: list[dict[str, Any]] = [
                set_text(first_text(state), f"<p>Turn {turn}</p>"),
                {"name": "LAYOUT_MOVE_NODE", "nodeId": node, "parentId": column, "index": turn % 2},
            ]
            state = put_actions(owner_client, state, actions).raise_for_status().json()
        kept = render(owner_client, page["page"]["url"])
        assert kept["plugins"][plugin]["ref"] == "acme.gallery"
        assert kept["plugins"][plugin]["fields"] == fields
        html = visitor_client.get(page["page"]["url"]).text
        assert "Turn 2" in element_of(html, first_text(state))
        assert "acme.gallery" not in html
        assert "pwned" not in html
        assert plugin not in html
        # In the editor's frame there is a placeholder, before anything is edited too.
        framed = owner_client.get(page["page"]["url"], headers={"Sec-Fetch-Dest": "iframe"}).text
        assert "acme.gallery" in framed
        assert "pwned" not in framed


class TestPathsToTheHost:
    @pytest.mark.parametrize(
        "target",
        [
            *("/%", "/%zz", "/%00", "/a%00b", "/%ff%fe", "/%ED%A0%80", "/%C0%AE%C0%AE/x", "/\x85\xff"),
            *("//evil.example", "///evil.example//", "/\\evil.example", "/%5cevil.example", "/%5C%5Cevil.example"),
            *("/%2F%2Fevil.example", "/%2fevil.example/", "/.//evil.example", "/x/..//evil.example", "/%2e//evil.example"),
            *("/a/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/assets/../../package.json", "/assets/..%2f..%2fx"),
            *("/%0d%0aSet-Cookie:%20a=b", "/a/?x=%0d%0aSet-Cookie:%20a=b", "/a%0d%0aLocation:%20//evil.example"),
            *("/a/?//evil.example", "//evil.example/?/", "//evil.example/%2e%2e", "http://evil.example/x", "/@evil.example"),
            *("/" + "x" * 10_000, "/" + "%41" * 3_000, "/" + "/" * 5_000 + "evil.example", "/" + "x" * 100_000),
            *("/cms-setup//evil.example", "/cms-login?redirectedFrom=//evil.example", "/client/api/templates/..%2f/css/inline"),
            *("/client/page-render?url=%ED%A0%80", "/client/page-render?url=/%00", "/client/page-render?url=//evil.example"),
            "/client/page-render?url=" + "x" * 9_000,
        ],
        ids=lambda target: target[:30],
    )  # fmt: skip
    def test_they_neither_lead_off_the_site_nor_break_it(self, stack: Stack, target: str) -> None:
        answer = send(stack.base_url, target)
        assert 200 <= answer.status < 500
        location = answer.headers.get("Location", "/")
        assert re.match(r"/(?![/\\])", location)
        assert answer.headers["Set-Cookie"] is None
        assert b"root:" not in answer.body
        if answer.status in {301, 302}:
            # Where it leads is either a page or none, and no further redirect: nothing goes round in circles.
            assert send(stack.base_url, location).status not in {301, 302}
