"""Long work on the screens that follow it: what they show while it goes on is what its stream tells, and nothing else."""

from __future__ import annotations

import asyncio
import re
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import asyncpg
import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.waiting import until
from tests.stack import Stack
from tests.whole.page_calls import create_page, new_id, put_actions, render

WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
EVENTS = re.compile(r"/client/jobs/[^/]+/events$")


class Held:
    """A lock of content's database, which a job waits for; and what the job says of itself, written meanwhile."""

    def __init__(self, dsn: str, lock: str, *values: object) -> None:
        self._dsn, self._lock, self._values = dsn, lock, values
        self._is_held, self._is_waited_for, self._is_over = (threading.Event() for _ in range(3))

    async def hold(self) -> None:
        connection = await asyncpg.connect(self._dsn)
        try:
            async with connection.transaction():
                await connection.execute(self._lock, *self._values)
                self._is_held.set()
                while not self._is_over.is_set():
                    if await connection.fetchval(WAITING):
                        self._is_waited_for.set()
                    await asyncio.sleep(0.05)
        finally:
            await connection.close()

    async def tell(self, stream: str, progress: float, message: str) -> None:
        """Write what the job says of whose events this stream tells."""
        connection = await asyncpg.connect(self._dsn)
        try:
            told = "UPDATE jobs SET progress = $2, message = $3 WHERE id = $1 AND state = 'running'"
            job = stream.removesuffix("/events").rpartition("/")[2]
            assert await connection.execute(told, job, progress, message) == "UPDATE 1"
        finally:
            await connection.close()

    def wait(self) -> None:
        assert self._is_held.wait(60)

    def wait_for_job(self) -> None:
        """Return once the job waits for the lock: until then it tells of itself."""
        assert self._is_waited_for.wait(60)

    def release(self) -> None:
        self._is_over.set()


@contextmanager
def held(stack: Stack, lock: str, *values: object) -> Iterator[tuple[Held, ThreadPoolExecutor]]:
    """The lock, and threads to do something asynchronous in: Playwright has the event loop of this one."""
    found = Held(stack.service_dsn("content"), lock, *values)
    with ThreadPoolExecutor(2) as threads:
        holding = threads.submit(asyncio.run, found.hold())
        try:
            found.wait()
            yield found, threads
        finally:
            found.release()
            holding.result()


class Looks:
    """The calls by which a screen looks at a job by itself: none gets an answer while a stream tells of it."""

    def __init__(self, page: Page, address: re.Pattern[str]) -> None:
        self.are_refused = False
        self.streams: list[str] = []
        page.on("response", self._on_response)
        page.route(address, self._answer)

    def _on_response(self, response: object) -> None:
        url, kind = response.url, response.headers.get("content-type", "")  # type: ignore[attr-defined]
        if EVENTS.search(url) and kind.startswith("text/event-stream"):
            self.streams.append(url)
            self.are_refused = True

    def _answer(self, route: Route) -> None:
        if self.are_refused:
            route.abort()
        else:
            route.continue_()


# A check is one of the whole site: another that begins meanwhile would be refused.
@pytest.mark.xdist_group("check of all links")
def test_the_check_of_links_is_shown_as_it_goes_on(owner_page: Page, stack: Stack) -> None:
    looks = Looks(owner_page, re.compile(r"/client/links/checks/latest$"))
    owner_page.goto("/cms-admin/link-checker")
    begin = owner_page.get_by_role("button", name="Check all links")
    expect(begin).to_be_enabled()
    bar = owner_page.get_by_role("progressbar", name="Progress of the check")
    # Pages can still be read, and what is found on them cannot be written.
    with held(stack, "LOCK TABLE links IN EXCLUSIVE MODE") as (lock, threads):
        begin.click()
        until(owner_page, lambda: looks.streams)
        lock.wait_for_job()
        for share, words in ((0.25, "Reading pages: 25 of 100"), (0.5, "Reading pages: 50 of 100")):
            threads.submit(asyncio.run, lock.tell(looks.streams[0], share, words)).result()
            expect(owner_page.get_by_text(words)).to_be_visible()
            expect(bar).to_have_js_property("value", share)
        looks.are_refused = False
    expect(owner_page.get_by_text(re.compile("Last checked"))).to_be_visible()
    expect(bar).to_have_count(0)
    assert len(looks.streams) == 1


def block_in_use(client: httpx.Client, name: str) -> str:
    """A shared block that a page shows; its id."""
    answer = client.post("/client/blocks", json={"name": name})
    block_id = str(answer.raise_for_status().json()["id"])
    page = create_page(client, f"Shows {name}")
    state = render(client, page["url"])
    column = next(iter(state["page"]["blocks"]))
    row = {"id": new_id(), "type": "row-branch", "blockId": block_id}
    empty = [{"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]} for node in state["page"]["blocks"][column]["nodes"]]
    show = {"name": "NODE_CREATE", "parentId": column, "index": 0, "node": row}
    shown = put_actions(client, state, [*empty, show])
    assert shown.status_code == 200, shown.text
    return block_id


def test_the_deletion_of_a_block_in_use_is_shown_as_it_goes_on(
    owner_page: Page, owner_client: httpx.Client, stack: Stack
) -> None:
    name = f"Hours {uuid.uuid4().hex[:8]}"
    block_id = block_in_use(owner_client, name)
    looks = Looks(owner_page, re.compile(r"/client/jobs/[^/]+$"))
    owner_page.goto(f"/cms-admin/blocks?q={name[-8:]}")
    row = owner_page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text("1")
    bar = owner_page.get_by_role("progressbar", name=f"“{name}” is being removed from its pages.")
    # The pages are done with, and the block itself is not.
    with held(stack, "SELECT FROM branch_blocks WHERE id = $1 FOR UPDATE", uuid.UUID(block_id)) as (lock, threads):
        owner_page.get_by_role("button", name=f"More actions: {name}").click()
        owner_page.get_by_role("menuitem", name="Delete").click()
        dismiss = owner_page.get_by_role("button", name="Dismiss")
        # Its time does not run out while the pointer is on it.
        dismiss.hover()
        expect(owner_page.get_by_text(f"“{name}” was deleted.")).to_be_visible()
        # Nobody takes it back: it begins.
        dismiss.click()
        until(owner_page, lambda: looks.streams)
        lock.wait_for_job()
        for share in (0.25, 0.5):
            threads.submit(asyncio.run, lock.tell(looks.streams[0], share, "")).result()
            expect(bar).to_have_js_property("value", share)
        looks.are_refused = False
    expect(bar).to_have_count(0)
    until(owner_page, lambda: owner_client.get(f"/client/blocks/{block_id}").status_code == 404)
    expect(row).to_have_count(0)
    assert len(looks.streams) == 1
