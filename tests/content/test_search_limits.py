"""How many searches one visitor may have made, and that others are not kept from theirs."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from content.search import limits
from content.search.errors import TooManySearches
from content.search.limits import A_SECOND, AT_A_TIME, WAITING, SearchLimits
from tests.content.factory import Site, column_of, create_plugin, id_, own_plugins, place_plugin, refused


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def search(of: SearchLimits, address: str | None) -> None:
    async with of.slot(address):
        pass


class TestSlot:
    async def test_many_in_a_row_and_then_some_each_second(self) -> None:
        clock = Clock()
        of = SearchLimits(clock)
        for _ in range(AT_A_TIME):
            await search(of, "192.0.2.7")
        with pytest.raises(TooManySearches) as refusal:
            await search(of, "::ffff:192.0.2.7")
        assert refusal.value.headers == {"Retry-After": "1"}
        await search(of, "192.0.2.8")
        clock.now = 1
        for _ in range(A_SECOND):
            await search(of, "192.0.2.7")
        with pytest.raises(TooManySearches):
            await search(of, "192.0.2.7")

    async def test_an_ipv6_host_has_all_addresses_of_its_64(self) -> None:
        of = SearchLimits(Clock())
        for number in range(AT_A_TIME):
            await search(of, f"2001:db8:1:2::{number:x}")
        with pytest.raises(TooManySearches):
            await search(of, "2001:db8:1:2:ffff::1")
        await search(of, "2001:db8:1:3::1")

    @pytest.mark.parametrize("address", [None, "127.0.0.1", "::1", "testclient"])
    async def test_what_hides_all_visitors_is_not_counted(self, address: str | None) -> None:
        of = SearchLimits(Clock())
        for _ in range(AT_A_TIME + 1):
            await search(of, address)

    async def test_searches_of_one_host_wait_for_one_another_and_for_no_others(self) -> None:
        of, gate = SearchLimits(Clock()), asyncio.Event()
        done: list[str] = []

        async def hold(address: str) -> None:
            async with of.slot(address):
                await gate.wait()
                done.append(address)

        async with asyncio.TaskGroup() as held:
            for _ in range(WAITING):
                held.create_task(hold("192.0.2.7"))
            await asyncio.sleep(0)
            with pytest.raises(TooManySearches):
                await search(of, "192.0.2.7")
            await search(of, "192.0.2.8")
            gate.set()
        assert len(done) == WAITING
        await search(of, "192.0.2.7")

    async def test_few_hosts_are_remembered_however_many_come(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "_MOST_HOSTS", 100)
        of = SearchLimits(Clock())
        for number in range(1_000):
            await search(of, f"192.0.{number // 250}.{number % 250}")
        assert len(of._hosts) <= 100


class TestVisitors:
    @pytest.fixture
    async def visitor(self, site: Site) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(site.client.app, client=("192.0.2.7", 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://content.test") as client:
            yield client

    async def test_are_told_to_wait_by_the_call_and_on_the_page(
        self, site: Site, visitor: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "AT_A_TIME", 2)
        monkeypatch.setattr(site.client.app.state.search_limits, "_clock", Clock())
        page, plugin = await site.new_page("/find", "Find"), id_()
        await site.saved(page, create_plugin(plugin, ref="cms.search"), place_plugin(column_of(page), plugin))
        assert (await visitor.get("/cms/search", params={"query": "boat"})).status_code == 200
        shown = await visitor.get("/client/page-render", params={"url": "/find?query=boat"})
        assert own_plugins(shown.json())[-1]["data"]["isComplete"]
        answer = await visitor.get("/cms/search", params={"query": "boat"})
        assert refused(answer) == (429, "too_many_searches")
        assert answer.headers["retry-after"] == "1"
        category = f"/cms/search/blog-categories/{id_()}"
        assert refused(await visitor.get(category, params={"query": "boat"})) == (429, "too_many_searches")
        shown = await visitor.get("/client/page-render", params={"url": "/find?query=boat"})
        data = own_plugins(shown.json())[-1]["data"]
        assert (shown.status_code, data["isComplete"], data["isLimited"]) == (200, False, True)
        # Without a query there is no search.
        shown = await visitor.get("/client/page-render", params={"url": "/find"})
        assert own_plugins(shown.json())[-1].get("data") is None
        assert (await site.client.get("/cms/search", params={"query": "boat"})).status_code == 200
