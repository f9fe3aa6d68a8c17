"""Pages are kept, for anybody and by address alone, until what they show changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.announced_again import in_one_of_three
from tests.auth.programs import OWN, carrying, form
from tests.stack import Stack
from tests.web.seen import SEEN_WITHIN
from tests.whole.accounts import owner_session
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

pytestmark = pytest.mark.xdist_group("site of the web host")

MANY = 200
"""Requests."""


def pages_kept(host: httpx.Client) -> int:
    kept: int = host.get("/healthz").json()["cache"]["pages"]
    return kept


def keep_the_front_page(host: httpx.Client) -> None:
    """Have it kept, which it is not while changes made earlier are still being announced."""
    end = time.monotonic() + SEEN_WITHIN
    while pages_kept(host) == 0:
        assert time.monotonic() < end
        host.get("/")


def is_kept_after(host: httpx.Client, refuse: Callable[[], object]) -> bool:
    """Whether pages stay in the cache when a call is refused."""

    def is_kept() -> bool:
        keep_the_front_page(host)
        refuse()
        return pages_kept(host) > 0

    return in_one_of_three(is_kept)


def seen(host: httpx.Client, url: str, words: str) -> bool:
    end = time.monotonic() + SEEN_WITHIN
    while words not in host.get(url).text:
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class TestKeeping:
    def test_one_page_is_kept_once_whatever_its_query(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Kept once")["url"]
        host.get(url)
        before = pages_kept(host)
        tags = {host.get(f"{url}?utm={number}").headers["etag"] for number in range(MANY)}
        assert len(tags) == 1
        assert pages_kept(host) <= before + 1

    def test_the_answer_says_where_its_time_went(self, host: httpx.Client) -> None:
        keep_the_front_page(host)
        end = time.monotonic() + SEEN_WITHIN
        while (kept := host.get("/").headers["server-timing"]) != "cache;desc=hit":
            assert time.monotonic() < end, kept
        made = host.get("/nothing-is-here-yet").headers["server-timing"]
        parts = dict(part.split(";dur=") for part in made.split(", "))
        assert {"content", "total"} <= parts.keys()
        assert 0 < float(parts["content"]) <= float(parts["total"])

    def test_addresses_without_a_page_fill_nothing(self, host: httpx.Client) -> None:
        host.get("/no-such-page-0")
        before = pages_kept(host)
        for number in range(1, MANY):
            assert host.get(f"/no-such-page-{number}").status_code == 404
        assert pages_kept(host) <= before + 1

    def test_many_who_ask_at_once_get_the_same(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Asked for at once")["url"]
        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda _: host.get(url), range(64)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.headers["etag"] for answer in answers}) == 1

    def test_a_page_with_parts_for_some_is_never_kept(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Partly secret")["url"]
        state = render(owner_client, url)
        text = first_text(state)
        node = next(node["id"] for node in plugin_nodes(state) if node["pluginId"] == text)
        whitelist = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node, "level": "page", "scopeWhitelist": ["editor"]}
        assert put_actions(owner_client, state, [set_text(text, "<p>For editors</p>"), whitelist]).is_success
        answer = host.get(url)
        assert "For editors" not in answer.text
        assert answer.headers["cache-control"] == "private, no-store"
        assert "etag" not in answer.headers

    def test_a_menu_that_leaves_a_page_out_is_kept_for_visitors_until_that_changes(
        self, host: httpx.Client, owner_client: httpx.Client, owner_cookies: httpx.Cookies
    ) -> None:
        url = create_page(owner_client, "Beside a secret")["url"]
        in_menu = {"menu": {"visible": True, "label": "Secret in the menu"}}
        secret = create_page(owner_client, "In the menu for some", config={**in_menu, "scopeWhitelist": ["editor"]})
        link = f'href="{secret["url"]}"'
        session = {"Cookie": f"pagewright_session={owner_cookies['pagewright_session']}", "Sec-Fetch-Dest": "iframe"}
        assert link in host.get(url, headers=session).text
        kept = host.get(url)
        assert link not in kept.text
        assert "Secret in the menu" not in kept.text
        assert kept.headers["cache-control"] == "public, max-age=0, s-maxage=1"
        assert host.get(url).headers["etag"] == kept.headers["etag"]
        settings = {"title": secret["title"], "url": secret["url"]}
        address = f"/client/pages/{secret['id']}"
        opened = owner_client.put(
            address, json={**settings, "config": in_menu}, headers={"If-Match": f'"{secret["version"]}"'}
        )
        assert opened.status_code == 200
        assert seen(host, url, link)
        closed = owner_client.put(
            address, json={**settings, "config": secret["config"]}, headers={"If-Match": opened.headers["ETag"]}
        )
        assert closed.status_code == 200
        end = time.monotonic() + SEEN_WITHIN
        while link in host.get(url).text:
            assert time.monotonic() < end
        assert owner_client.delete(address).status_code == 204


class TestChanges:
    def test_a_save_is_seen(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Edited often")["url"]
        other = create_page(owner_client, "Not edited")["url"]
        for number in range(5):
            host.get(url)
            kept = host.get(other).headers["etag"]
            state = render(owner_client, url)
            assert put_actions(
                owner_client, state, [set_text(first_text(state), f"<p>Version {number}</p>")]
            ).is_success
            assert seen(host, url, f"Version {number}")
            assert host.get(other).headers["etag"] == kept

    def test_a_new_page_in_the_menu_is_seen_on_the_others(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        host.get("/")
        menu = {"menu": {"visible": True, "label": "Brand new"}}
        page = create_page(owner_client, "New in the menu", config=menu)
        assert seen(host, "/", f'href="{page["url"]}"')
        assert owner_client.delete(f"/client/pages/{page['id']}").status_code == 204
        end = time.monotonic() + SEEN_WITHIN
        while page["url"] in host.get("/").text:
            assert time.monotonic() < end

    def test_a_page_that_was_removed_is_gone(self, host: httpx.Client, owner_client: httpx.Client) -> None:
        page = create_page(owner_client, "Soon gone")
        assert host.get(page["url"]).status_code == 200
        assert owner_client.delete(f"/client/pages/{page['id']}").status_code == 204
        end = time.monotonic() + SEEN_WITHIN
        while host.get(page["url"]).status_code != 410:
            assert time.monotonic() < end

    def test_nobody_is_left_with_the_old_when_saves_and_visits_race(
        self, host: httpx.Client, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Raced")["url"]
        with ThreadPoolExecutor(4) as pool:
            for number in range(10):
                state = render(owner_client, url)
                visits = [pool.submit(host.get, url) for _ in range(8)]
                assert put_actions(
                    owner_client, state, [set_text(first_text(state), f"<p>Race {number}</p>")]
                ).is_success
                for visit in visits:
                    visit.result()
        assert seen(host, url, "Race 9")


def refusal(host: httpx.Client, headers: dict[str, str]) -> tuple[int, str]:
    """Status and code of the answer to clearing."""
    refused = host.delete("/client/api/cache", headers=headers)
    return refused.status_code, refused.json()["code"]


class TestClearing:
    def test_editors_clear_it(self, host: httpx.Client, stack: Stack, owner_cookies: httpx.Cookies) -> None:
        keep_the_front_page(host)
        token = {"Authorization": f"Bearer {owner_cookies['pagewright_session']}"}
        assert host.delete("/client/api/cache", headers=token).status_code == 204
        assert pages_kept(host) == 0

    def test_programs_whose_api_token_may_edit_clear_it(self, host: httpx.Client, stack: Stack) -> None:
        refusals = []
        with owner_session(stack) as client:
            editor, nobody = [client.post(OWN, json=form(*scopes)).json() for scopes in (["editor"], [])]
            assert is_kept_after(host, lambda: refusals.append(refusal(host, carrying(nobody))))
            assert {*refusals} == {(403, "scope_missing")}
            assert host.delete("/client/api/cache", headers=carrying(editor)).status_code == 204
            assert pages_kept(host) == 0
            for token in (editor, nobody):
                client.delete(f"{OWN}/{token['id']}").raise_for_status()
        assert refusal(host, carrying(editor)) == (401, "token_invalid")
        assert refusal(host, carrying({"token": f"pwt_{'a' * 48}"})) == (401, "token_invalid")

    def test_through_the_gateway_too(self, owner_client: httpx.Client) -> None:
        assert owner_client.delete("/client/api/cache").status_code == 204
        assert owner_client.delete("/api/client/api/cache").status_code == 204

    def test_nobody_else_does(self, host: httpx.Client, visitor_client: httpx.Client) -> None:
        refusals = []
        assert is_kept_after(host, lambda: refusals.append(visitor_client.delete("/client/api/cache")))
        assert {(refused.status_code, refused.json()["code"]) for refused in refusals} == {(401, "unauthorized")}

    @pytest.mark.parametrize("origin", [None, "https://evil.example", "null"])
    def test_no_other_site_does_it_with_an_editors_cookie(
        self, host: httpx.Client, owner_cookies: httpx.Cookies, origin: str | None
    ) -> None:
        headers = {"Cookie": f"pagewright_session={owner_cookies['pagewright_session']}"}
        refused = host.delete("/client/api/cache", headers=headers | ({"Origin": origin} if origin else {}))
        assert (refused.status_code, refused.json()["code"]) == (403, "origin_mismatch")

    def test_a_logout_holds_at_once(self, host: httpx.Client, stack: Stack) -> None:
        with owner_session(stack) as client:
            token = {"Authorization": f"Bearer {client.cookies['pagewright_session']}"}
            assert host.delete("/client/api/cache", headers=token).status_code == 204
        assert refusal(host, token) == (401, "session_revoked")


def plugin_nodes(state: dict[str, object]) -> list[dict[str, str]]:
    """Every plugin node in the page's own blocks."""
    found: list[dict[str, str]] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if value.get("type") == "plugin":
                found.append(value)
            for each in value.values():
                walk(each)
        elif isinstance(value, list):
            for each in value:
                walk(each)

    page = state["page"]
    assert isinstance(page, dict)
    walk(page["blocks"])
    return found
