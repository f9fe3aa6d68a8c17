"""The parameters of addresses that plugins read, and the cases that hold this and its twin in the web host equal."""

import json
from pathlib import Path
from typing import Any

import pytest

from content.fields.catalogue import QueryParameter, manifests
from content.page_render import query
from content.page_render.query import MAX_SEARCH, normalised
from tests.content.factory import Site, column_of, create_plugin, id_, own_plugins, place_plugin

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "plugin-query.json").read_text(encoding="utf-8")
)
PARAMETERS: dict[str, QueryParameter] = {
    "page": {"type": "number", "min": 1, "max": 1000},
    "offset": {"type": "number", "min": -10, "max": 10},
    "price": {"type": "number", "min": 0, "max": 100, "decimals": 2},
    "sort": {"type": "select", "options": ["new", "old"]},
    "q": {"type": "text", "maxLength": 10},
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["description"])
def test_is_read_as_in_the_web_host(case: dict[str, Any]) -> None:
    found = normalised(PARAMETERS, case["search"])
    assert found == case["query"]
    assert [*found] == sorted(found)


def test_nothing_is_read_of_a_query_that_is_too_long() -> None:
    assert normalised(PARAMETERS, "page=2&x=" + "x" * MAX_SEARCH) == {}


def test_plugins_that_share_a_name_mean_the_same() -> None:
    meanings: dict[str, Any] = {}
    for manifest in manifests().values():
        for name, parameter in manifest.get("query", {}).items():
            assert meanings.setdefault(name, parameter) == parameter


async def test_a_page_is_given_what_its_plugins_read_and_nothing_else(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await site.new_page("/list")
    before = (await site.render("/list?page=2")).json()
    assert (before["query"], before["queryNames"]) == ({}, [])
    plugin = id_()
    await site.saved(page, create_plugin(plugin), place_plugin(column_of(page), plugin))
    monkeypatch.setattr(query, "manifest_of", lambda ref: {"query": PARAMETERS if ref == "cms.text" else {}})
    after = (await site.render("/list?page=2&utm_source=x#page=3")).json()
    assert after["query"] == {"page": 2}
    assert after["queryNames"] == ["offset", "page", "price", "q", "sort"]
    assert own_plugins(after)
