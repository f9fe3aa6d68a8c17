"""What a service answers for the plugins of a page."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from kit.app import create_service
from kit.auth import Principal
from kit.plugin_data import MAX_PLUGINS, Asked, AskedPlugin, PluginAnswer, PluginSource, plugin_data_router
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.service import Settings

asked_for: list[list[str]] = []


async def clocks(_: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    """Each instance's own zone, for everybody the same."""
    asked_for.append([instance.id for instance in instances])
    page = asked.query.get("page", 1)
    return {
        instance.id: PluginAnswer(
            {"zone": instance.fields["zone"], "page": page, "url": asked.page.url}, frozenset({"b", "a"})
        )
        for instance in instances
    }


async def lots(_: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    """As many different ones as anybody makes up numbers."""
    return {instance.id: PluginAnswer(asked.query["page"], is_cacheable=False) for instance in instances}


async def names(_: AsyncSession, instances: Sequence[AskedPlugin], asked: Asked) -> Mapping[str, PluginAnswer]:
    """Who asks, if anybody does."""
    if not isinstance(asked.caller, Principal):
        return {}
    return {instance.id: PluginAnswer(asked.caller.user_id) for instance in instances}


app = create_service(
    Settings,
    routers=[
        plugin_data_router(
            "/crm",
            [
                PluginSource("crm.clock", clocks),
                PluginSource("crm.name", names, is_cacheable=False),
                PluginSource("crm.lot", lots),
            ],
        )
    ],
)


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    asked_for.clear()
    return await start(app)


def question(*plugins: tuple[str, str], **changed: Any) -> dict[str, Any]:
    instances = [{"id": id, "ref": ref, "fields": {"zone": f"zone of {id}"}} for id, ref in plugins]
    return {"page": {"id": "1", "url": "/list"}, "query": {"page": 2}, "plugins": instances, **changed}


async def test_each_instance_is_answered_by_its_fields_and_the_address(client: ServiceClient) -> None:
    answer = await client.post("/crm/plugin-data", json=question(("x", "crm.clock"), ("y", "crm.clock")))
    assert answer.json() == {
        "plugins": {
            id: {
                "data": {"zone": f"zone of {id}", "page": 2, "url": "/list"},
                "tags": ["a", "b"],
                "files": None,
                "isMissing": False,
            }
            for id in "xy"
        },
        "isCacheable": True,
    }
    # One question for all of a kind.
    assert asked_for == [["x", "y"]]


async def test_one_answer_that_is_not_to_be_kept_is_that_of_the_page(client: ServiceClient) -> None:
    answer = (await client.post("/crm/plugin-data", json=question(("x", "crm.clock"), ("l", "crm.lot")))).json()
    assert (set(answer["plugins"]), answer["isCacheable"]) == ({"x", "l"}, False)


async def test_an_answer_for_somebody_is_not_everybodys(client: ServiceClient, tokens: Tokens) -> None:
    asked = question(("x", "crm.clock"), ("n", "crm.name"))
    for_nobody = (await client.post("/crm/plugin-data", json=asked)).json()
    assert (set(for_nobody["plugins"]), for_nobody["isCacheable"]) == ({"x"}, False)
    member = tokens.bearer(user="01890000-0000-7000-8000-000000000000")
    for_member = (await client.post("/crm/plugin-data", json=asked, headers=member)).json()
    assert for_member["plugins"]["n"] == {
        "data": "01890000-0000-7000-8000-000000000000",
        "tags": [],
        "files": None,
        "isMissing": False,
    }
    only_clocks = await client.post("/crm/plugin-data", json=question(("x", "crm.clock")), headers=member)
    assert only_clocks.json()["isCacheable"] is False


async def test_a_plugin_that_it_does_not_know_has_no_data(client: ServiceClient) -> None:
    answer = await client.post("/crm/plugin-data", json=question(("z", "crm.gone")))
    assert (answer.status_code, answer.json()["plugins"]) == (200, {})


@pytest.mark.parametrize(
    "changed",
    [
        {"plugins": [{"id": str(n), "ref": "crm.clock", "fields": {}} for n in range(MAX_PLUGINS + 1)]},
        {"query": {"q": "x" * 3_000}},
        {"page": {"id": "1"}},
        {"principal": "super"},
    ],
)
async def test_a_question_out_of_its_bounds_is_refused(client: ServiceClient, changed: dict[str, Any]) -> None:
    answer = await client.post("/crm/plugin-data", json=question(("x", "crm.clock"), **changed))
    assert answer.status_code == 422
    assert asked_for == []
