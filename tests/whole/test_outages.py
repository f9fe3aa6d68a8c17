"""What visitors and editors notice when a part is killed, restarted or away: as little as can be."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import httpx
import pytest
from redis import Redis

from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.waiting import eventually_answered
from tests.whole.page_calls import add_plugin, create_page, first_text, new_id, put_actions, render, set_text

pytestmark = pytest.mark.xdist_group("own stack")


@pytest.fixture(scope="module")
def fragile() -> Iterator[Stack]:
    """A copy whose parts these tests may kill."""
    with running_stack() as stack:
        set_up_site(stack)
        yield stack


@pytest.fixture
def owner(fragile: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=fragile.base_url, headers={"Origin": fragile.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client


def keep(url: str, visitor: httpx.Client, owner: httpx.Client, stack: Stack) -> None:
    """Have the web host keep a page, which it does not while changes made before are still being announced."""
    owner.delete("/client/api/cache").raise_for_status()

    def is_kept() -> bool:
        assert visitor.get(url).status_code == 200
        return pages_kept(stack) == 1

    eventually_answered(is_kept)


def stop_with_page_kept(name: str, url: str, visitor: httpx.Client, owner: httpx.Client, stack: Stack) -> None:
    """Stop a process while the web host keeps a page.

    The host drops what it keeps whenever it could not be sure of hearing of changes, as on a machine that is busy for a
    second; it does not keep a page anew while content is away.
    """
    for _ in range(5):
        keep(url, visitor, owner, stack)
        stack.stop_one(name)
        if pages_kept(stack) == 1:
            return
        stack.start_one(name)
        eventually_answered(lambda: visitor.get("/client/page-render", params={"url": url}).status_code == 200)
    raise AssertionError(f"no page is kept once {name} is away")


def pages_kept(stack: Stack) -> int:
    return int(httpx.get(f"{stack.urls['web']}/healthz", timeout=20).json()["cache"]["pages"])


async def execute(dsn: str, statement: str) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


class TestContentKilledWhileSaving:
    def test_a_save_lands_whole_or_not_at_all_and_lands_once_when_retried(
        self, fragile: Stack, owner: httpx.Client
    ) -> None:
        url = create_page(owner, "Killed while saving")["url"]
        for turn in range(5):
            state = render(owner, url)
            before = len(state["page"]["plugins"])
            actions, key = many_new_texts(next(iter(state["page"]["blocks"])), 100), new_id()
            killer = threading.Timer(0.004 * (turn + 1), fragile.signal, ("content", signal.SIGKILL))
            killer.start()
            with suppress(httpx.HTTPError):
                put_actions(owner, state, actions, key)
            killer.join()
            eventually_answered(lambda: owner.get("/client/internal/health").status_code == 200)
            found = len(render(owner, url)["page"]["plugins"])
            assert found in {before, before + 100}, "half a save"
            eventually_answered(partial(lands, owner, state, actions, key))
            assert len(render(owner, url)["page"]["plugins"]) == before + 100


class TestPostgresRestarted:
    def test_pages_in_memory_go_on_and_all_else_recovers(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Restarted")["url"]
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
            stop_with_page_kept("postgres", url, visitor, owner, fragile)
            assert visitor.get(url).status_code == 200
            problem = visitor.get("/client/page-render", params={"url": url})
            assert problem.status_code == 503
            assert problem.json()["code"] == "database_unavailable"
            fragile.start_one("postgres")
            eventually_answered(lambda: visitor.get("/client/page-render", params={"url": url}).status_code == 200)
            state = render(owner, url)
            assert (
                put_actions(owner, state, [set_text(first_text(state), "<p>Saved after the restart</p>")]).status_code
                == 200
            )
            eventually_answered(lambda: "Saved after the restart" in visitor.get(url).text)


class TestContentHung:
    def test_visitors_are_told_in_the_look_of_the_site_before_the_gateway_gives_up(
        self, fragile: Stack, owner: httpx.Client
    ) -> None:
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
            assert visitor.get("/").status_code == 200
            urls = [create_page(owner, f"Never answered {turn}")["url"] for turn in range(2)]
            fragile.signal("content", signal.SIGSTOP)
            try:
                answers = [visitor.get(url) for url in urls]
            finally:
                fragile.signal("content", signal.SIGCONT)
            for answer in answers:
                assert answer.status_code == 503
                assert "<h1>503 Service Unavailable</h1>" in answer.text
                assert int(answer.headers["retry-after"]) > 0
                assert "total;dur=" in answer.headers["server-timing"]
                assert '<nav aria-label="Main menu"' in answer.text
            eventually_answered(lambda: visitor.get(urls[0]).status_code == 200)


class TestRedisAway:
    def test_pages_serve_and_saves_land_and_are_seen(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Without Redis")["url"]
        fragile.stop_one("redis")
        try:
            with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
                assert visitor.get(url).status_code == 200
                # Each that waited for it would be slow; one alone may be so on a busy machine.
                assert min(seconds_of_save(owner, url, f"Saved without Redis {turn}") for turn in range(3)) < 15
                eventually_answered(lambda: "Saved without Redis 2" in visitor.get(url).text)
                assert visitor.get("/").status_code == 200
        finally:
            fragile.start_one("redis")

    def test_changes_are_announced_again_once_it_is_back(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Redis is back")["url"]
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
            eventually_answered(lambda: visitor.get(url).status_code == 200)
            state = render(owner, url)
            assert put_actions(owner, state, [set_text(first_text(state), "<p>Announced</p>")]).status_code == 200
            eventually_answered(lambda: "Announced" in visitor.get(url).text)


class TestRedisWithAnotherPassword:
    def test_is_as_if_it_were_away_until_the_password_is_right_again(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Another password")["url"]
        password = urlsplit(fragile.redis_url).password
        worker = fragile.pid("worker")
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor, Redis.from_url(fragile.redis_url) as redis:
            keep(url, visitor, owner, fragile)
            redis.config_set("requirepass", "another")
            try:
                # Who is connected already has said the right one.
                for kind in ("normal", "pubsub"):
                    redis.client_kill_filter(_type=kind, skipme=True)
                login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
                origin = {"Origin": fragile.base_url}
                answer = httpx.post(f"{fragile.base_url}/auth/tokens", json=login, headers=origin, timeout=30)
                assert answer.status_code == 200, answer.text
                state = render(owner, url)
                saved = put_actions(owner, state, [set_text(first_text(state), "<p>With another password</p>")])
                assert saved.status_code == 200, saved.text
                eventually_answered(lambda: "With another password" in visitor.get(url).text)
                eventually_answered(lambda: not redis_is_well(owner))
                assert "invalid username-password pair" in fragile.log("content")
            finally:
                redis.config_set("requirepass", password or "")
            keep(url, visitor, owner, fragile)
            eventually_answered(lambda: redis_is_well(owner))
        assert fragile.pid("worker") == worker
        logs = [fragile.log(part) for part in ("auth", "cms", "content", "worker", "web")]
        assert not any(str(password) in log for log in logs)


def redis_is_well(owner: httpx.Client) -> bool:
    """Whether a service finds it so."""
    return bool(owner.get("/client/internal/status").json()["dependencies"]["redis"]["ok"])


class TestWakesLost:
    def test_a_change_of_which_no_wake_came_is_seen(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Unannounced")["url"]
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
            keep(url, visitor, owner, fragile)
            change = (
                "INSERT INTO outbox (id, name, payload, at) VALUES (gen_random_uuid(), 'content.pages_changed',"
                """ '{"version": 1, "tags": ["site"]}', now())"""
            )
            asyncio.run(execute(fragile.service_dsn("content"), change))
            eventually_answered(lambda: pages_kept(fragile) == 0)

    def test_a_redis_that_forgot_everything_forgets_no_change(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Forgotten")["url"]
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor, Redis.from_url(fragile.redis_url) as redis:
            keep(url, visitor, owner, fragile)
            redis.flushall()
            state = render(owner, url)
            assert put_actions(owner, state, [set_text(first_text(state), "<p>Not forgotten</p>")]).status_code == 200
            eventually_answered(lambda: "Not forgotten" in visitor.get(url).text)

    def test_nothing_is_kept_while_content_owes_an_answer(self, fragile: Stack, owner: httpx.Client) -> None:
        url = create_page(owner, "Owed")["url"]
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor, Redis.from_url(fragile.redis_url) as redis:
            stop_with_page_kept("content", url, visitor, owner, fragile)
            assert visitor.get(url).status_code == 200
            redis.publish("wakes", "events content")
            eventually_answered(lambda: pages_kept(fragile) == 0)
            fragile.start_one("content")
            eventually_answered(lambda: visitor.get(url).status_code == 200 and pages_kept(fragile) > 0)


class TestWorkerAway:
    def test_visitors_get_the_sites_new_name_when_they_are_back(self, fragile: Stack, owner: httpx.Client) -> None:
        entries = owner.get("/cms/config").raise_for_status().json()
        entry = next(entry for entry in entries if entry["key"] == "siteName")
        with httpx.Client(base_url=fragile.base_url, timeout=30) as visitor:
            eventually_answered(lambda: entry["value"] in visitor.get("/").text)
            fragile.stop_one("worker")
            for name in ("Passing", "Dog Rose & Daughters"):
                answer = owner.put(f"/cms/config/{entry['id']}", json={"value": name}, headers={"If-Match": "*"})
                assert answer.status_code == 200, answer.text
            assert "Dog Rose" not in visitor.get("/").text
            fragile.start_one("worker")
            eventually_answered(lambda: "Dog Rose &amp; Daughters" in visitor.get("/").text)


def seconds_of_save(owner: httpx.Client, url: str, text: str) -> float:
    """How long it takes to save the first text of a page."""
    state = render(owner, url)
    started = time.monotonic()
    saved = put_actions(owner, state, [set_text(first_text(state), f"<p>{text}</p>")])
    assert saved.status_code == 200, saved.text
    return time.monotonic() - started


def lands(owner: httpx.Client, state: dict[str, Any], actions: list[dict[str, Any]], key: str) -> bool:
    """Whether the save is taken, for the first time or again."""
    return put_actions(owner, state, actions, key).status_code == 200


def many_new_texts(column: str, count: int) -> list[dict[str, Any]]:
    """Actions that make `count` texts and place them in a column of the page's own."""
    actions: list[dict[str, Any]] = []
    for number in range(count):
        actions += add_plugin(column, "cms.text", {"content": f"<p>{number}</p>"})
    return actions


def test_a_template_saved_while_the_web_host_is_away_is_minified_later(fragile: Stack, owner: httpx.Client) -> None:
    css = "p {\n  margin: 0px;\n}"
    fragile.stop_one("web")
    saved = owner.post("/client/templates", json={"name": "In the dark", "externalCSS": css})
    assert (saved.status_code, saved.json()["externalCSS"]) == (201, css)
    fragile.start_one("web")
    address = f"/client/api/templates/{saved.json()['id']}/css/external"
    eventually_answered(lambda: owner.get(address).text == "p{margin:0}")
