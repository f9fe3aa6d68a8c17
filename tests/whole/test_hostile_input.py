"""Bad input through the gateway: refused with a problem that says why, and nothing has changed."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import psutil
import pytest

from tests.stack import Stack
from tests.whole.accounts import logged_in
from tests.whole.page_calls import create_page, first_text, new_id, put_actions, render, set_text
from tests.whole.raw_http import SECONDS, blocks, chunks, send
from tests.whole.refusals import problem

JSON = {"Content-Type": "application/json"}
MEGABYTE = 1024 * 1024


def unique_column(state: dict[str, Any]) -> str:
    found: str = next(iter(state["page"]["blocks"]))
    return found


def row_of(columns: int) -> dict[str, Any]:
    nodes = [{"id": new_id(), "type": "col", "block": {"nodes": []}} for _ in range(columns)]
    return {"id": new_id(), "type": "row", "block": {"nodes": nodes}}


@pytest.fixture
def page(owner_client: httpx.Client) -> dict[str, Any]:
    """The render of a new page."""
    return render(owner_client, create_page(owner_client, "Hostile input")["url"])


class TestPageAddress:
    def test_spaces_become_hyphens(self, owner_client: httpx.Client, visitor_client: httpx.Client) -> None:
        tail = uuid.uuid4().hex
        answer = owner_client.post("/client/pages", json={"title": "Spaces", "url": f"  my  first {tail} "})
        assert answer.json()["url"] == f"/my-first-{tail}"
        assert visitor_client.get(f"/my-first-{tail}").status_code == 200

    @pytest.mark.parametrize(
        ("url", "code"),
        [
            ("/a/../b", "url_invalid"),
            ("/%2e%2e/b", "url_invalid"),
            ("//evil.example", "url_invalid"),
            ("/\\evil.example", "url_invalid"),
            ("/a%00b", "url_invalid"),
            ("/%ff", "url_invalid"),
            ("/%2561uth", "url_invalid"),
            ("/a?b", "url_invalid"),
            ("/safe\u202egnp.exe", "url_invalid"),
            ("/" + "x" * 3_000, "url_invalid"),
            ("/" + "\U0001f409" * 900, "url_invalid"),
            ("/auth/me", "url_reserved"),
            ("/%61uth", "url_reserved"),
            ("/CMS-Admin/pages", "url_reserved"),
            ("/api", "url_reserved"),
            ("/healthz", "url_reserved"),
        ],
    )
    def test_what_no_page_can_have_is_refused(self, owner_client: httpx.Client, url: str, code: str) -> None:
        answer = owner_client.post("/client/pages", json={"title": "Refused", "url": url})
        assert problem(answer, 422, code)["errors"][0]["field"] == "url"

    def test_one_that_exists_is_refused_however_it_is_spelt(
        self, owner_client: httpx.Client, page: dict[str, Any]
    ) -> None:
        url = page["page"]["url"]
        for spelling in (url, f"{url}/", url.replace("h", "%68"), url.removeprefix("/")):
            answer = owner_client.post("/client/pages", json={"title": "Twice", "url": spelling})
            assert problem(answer, 409, "url_taken")["pageId"] == page["page"]["id"]


class TestActions:
    @pytest.mark.parametrize(
        ("action", "code"),
        [
            (lambda _: {"name": "NODE_DELETE", "nodeId": new_id()}, "node_not_found"),
            (lambda _: set_text(new_id(), "<p>x</p>"), "plugin_not_found"),
            (
                lambda state: {
                    "name": "NODE_CREATE",
                    "parentId": state["page"]["layout"]["block"]["nodes"][0]["id"],
                    "index": 0,
                    "node": {"id": new_id(), "type": "col", "block": {"nodes": []}},
                },
                "child_not_allowed",
            ),
            (
                lambda state: {
                    "name": "NODE_CREATE",
                    "parentId": unique_column(state),
                    "index": 0,
                    "node": row_of(7),
                    "wrapAfter": {"rowId": new_id(), "colId": new_id()},
                },
                "too_many_columns",
            ),
            (lambda state: {**set_text(first_text(state), ""), "fields": {"content": {"a": 1}}}, "wrong_type"),
            (lambda state: {**set_text(first_text(state), ""), "fields": {"smuggled": 1}}, "unknown_field"),
            (lambda state: {**set_text(first_text(state), ""), "isCacheable": True}, "unknown_field"),
            (lambda _: {"name": "PAGE_DELETE"}, "union_tag_invalid"),
        ],
        ids=["missing-node", "missing-plugin", "column-in-root", "seven-columns", "type", "field", "member", "name"],
    )
    def test_a_faulty_action_is_named_and_undoes_the_good_one_before_it(
        self, owner_client: httpx.Client, page: dict[str, Any], action: Callable[[Any], Any], code: str
    ) -> None:
        good = set_text(first_text(page), "<p>Half a save</p>")
        answer = put_actions(owner_client, page, [good, action(page)])
        assert answer.status_code == 422, answer.text
        (fault,) = answer.json()["errors"]
        assert fault["field"].startswith("actions.1")
        assert fault["code"] == code
        assert render(owner_client, page["page"]["url"])["plugins"] == page["plugins"]

    def test_ten_thousand_at_once_are_refused(self, owner_client: httpx.Client, page: dict[str, Any]) -> None:
        action = set_text(first_text(page), "<p>x</p>")
        told = problem(put_actions(owner_client, page, [action] * 10_000), 422, "validation_failed")
        assert told["errors"][0]["field"] == "actions"

    def test_a_version_to_come_is_refused(self, owner_client: httpx.Client, page: dict[str, Any]) -> None:
        ahead = {**page, "version": page["version"] + 1_000_000}
        action = set_text(first_text(page), "<p>x</p>")
        problem(put_actions(owner_client, ahead, [action]), 422, "version_unknown")


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            b'{"title": NaN}',
            b'{"title": Infinity}',
            b'{"title": "a", "url": "/a", "config": {"menu": {"visible": true, "order": 1e400}}}',
            b'{"title": "\\ud800", "url": "/a"}',
            b'{"title": "a\\u0000b", "url": "/a"}',
            b"\xff\xfe{",
            b"{",
            b"[" * 60_000,
            b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
            b'{"title": "a", "url": ' + b"[" * 200 + b"]" * 200 + b"}",
        ],
        ids=["nan", "infinity", "1e400", "surrogate", "nul", "bytes", "broken", "open", "deep", "nested"],
    )
    def test_what_is_no_json_of_ours_is_refused(self, owner_client: httpx.Client, body: bytes) -> None:
        problem(owner_client.post("/client/pages", content=body, headers=JSON), 422, "invalid_json")

    def test_numbers_and_flags_are_not_mended(self, owner_client: httpx.Client, page: dict[str, Any]) -> None:
        for version in ("1", 1.5, True, -1, 2**60):
            answer = put_actions(owner_client, {**page, "version": version}, [])
            assert problem(answer, 422, "validation_failed")["errors"][0]["field"] == "version"

    @pytest.mark.parametrize("body", [b"{", b"[" * 100_000, b"x" * MEGABYTE], ids=["broken", "deep", "large"])
    @pytest.mark.parametrize("path", ["/client/pages", "/cms/config/1", "/client/templates", "/client/blocks"])
    def test_whoever_is_not_logged_in_hears_that_first(
        self, visitor_client: httpx.Client, path: str, body: bytes
    ) -> None:
        method = "PUT" if path.endswith("1") else "POST"
        problem(visitor_client.request(method, path, content=body, headers=JSON), 401, "unauthorized")

    @pytest.mark.parametrize("way", ["gateway", "content", "auth"])
    @pytest.mark.parametrize("is_declared", [True, False], ids=["declared", "chunked"])
    def test_a_hundred_megabytes_are_refused_at_once_and_not_kept(
        self, stack: Stack, owner_cookies: httpx.Cookies, way: str, is_declared: bool
    ) -> None:
        size = 100 * MEGABYTE
        base_url = stack.base_url if way == "gateway" else stack.urls[way]
        length = {"Content-Length": str(size)} if is_declared else {"Transfer-Encoding": "chunked"}
        session = next(cookie.value for cookie in owner_cookies.jar if cookie.name == "pagewright_session")
        headers = {**JSON, **length, "Origin": stack.base_url, "Cookie": f"pagewright_session={session}"}

        def growth() -> int:
            before = _memory(stack)
            answer = send(
                base_url,
                "/auth/tokens" if way == "auth" else "/client/pages",
                method="POST",
                headers=headers,
                body=blocks(size) if is_declared else chunks(size),
            )
            assert (answer.status, answer.code) == (413, "payload_too_large")
            assert answer.seconds < SECONDS
            return _memory(stack) - before

        # Others use the services meanwhile, and some of their calls take much; a body that was kept would show each time.
        assert min(growth() for _ in range(3)) < 80 * MEGABYTE


def _memory(stack: Stack) -> int:
    """Bytes that content and auth hold."""
    return sum(int(psutil.Process(stack.pid(name)).memory_info().rss) for name in ("content", "auth"))


class TestTwoEditors:
    @pytest.fixture
    def other(self, stack: Stack) -> Iterator[httpx.Client]:
        with logged_in(stack, "editor", name="Ed Itor") as client:
            yield client

    def test_the_same_part_is_a_conflict_that_says_who(
        self, owner_client: httpx.Client, other: httpx.Client, page: dict[str, Any]
    ) -> None:
        plugin = first_text(page)
        assert put_actions(other, page, [set_text(plugin, "<p>Theirs</p>")]).status_code == 200
        answer = put_actions(owner_client, page, [set_text(plugin, "<p>Mine</p>")])
        (conflict,) = problem(answer, 409, "page_conflict")["conflicts"]
        assert conflict["resource"] == f"plugin:{plugin}"
        assert conflict["actionIndexes"] == [0]
        assert conflict["changedBy"]["name"] == "Ed Itor"
        assert answer.json()["current"]["plugins"][plugin]["fields"]["content"] == "<p>Theirs</p>"

    def test_different_parts_both_land(
        self, owner_client: httpx.Client, other: httpx.Client, page: dict[str, Any]
    ) -> None:
        classes = {"nodeId": unique_column(page), "level": "page", "classNames": ["wide"]}
        theirs = put_actions(other, page, [set_text(first_text(page), "<p>Theirs</p>")])
        mine = put_actions(owner_client, page, [{"name": "NODE_SET_CLASS_NAMES", **classes}])
        assert (theirs.status_code, mine.status_code) == (200, 200)
        after = render(owner_client, page["page"]["url"])
        assert after["plugins"][first_text(page)]["fields"]["content"] == "<p>Theirs</p>"
        assert after["page"]["nodeFields"][unique_column(page)]["page"]["classNames"] == ["wide"]
