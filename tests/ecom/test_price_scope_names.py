"""Prices for a scope, while auth renames scopes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from ecom.prices.scope_names import keep_names
from kit.db import new_id
from kit.events import Event
from kit.scope_names import ScopesChanged
from tests.ecom.catalogue import GROUPS, Shop, product_of

TRADE, CLUB = new_id(), new_id()


async def hear(shop: Shop, names: dict[Any, str], before: dict[Any, str]) -> None:
    payload = ScopesChanged(version=1, names=names, before=before)
    async with shop.client.kit.database.transaction() as session:
        await keep_names(session, Event(new_id(), "auth.scopes_changed", payload, "auth", datetime.now(UTC)))


@pytest.fixture
async def tea(shop: Shop) -> dict[str, Any]:
    prices = [{"amount": 1000}, {"amount": 800, "scope": "trade"}, {"amount": 900, "scope": "club"}]
    return await shop.group(name="Tea", products=[product_of(prices=prices)])


async def scopes_of(shop: Shop, group: dict[str, Any]) -> dict[int, str | None]:
    [product] = (await shop.read(f"{GROUPS}/{group['id']}"))["products"]
    return {price["amount"]: price["scope"] for price in product["prices"]}


async def test_prices_follow_the_name_of_their_scope(shop: Shop, tea: dict[str, Any]) -> None:
    await hear(shop, {TRADE: "dealers", CLUB: "club"}, {TRADE: "trade"})

    assert await scopes_of(shop, tea) == {1000: None, 800: "dealers", 900: "club"}
    assert (await shop.read(f"{GROUPS}/{tea['id']}"))["version"] == tea["version"] + 1, (
        "a form with the former name would undo it"
    )
    assert f"product-group:{tea['id']}" in (await shop.told())[-1]["tags"]


async def test_two_scopes_change_names_with_one_another(shop: Shop, tea: dict[str, Any]) -> None:
    await hear(shop, {TRADE: "club", CLUB: "trade"}, {TRADE: "trade", CLUB: "club"})

    assert await scopes_of(shop, tea) == {1000: None, 800: "club", 900: "trade"}


async def test_nothing_else_is_changed(shop: Shop, tea: dict[str, Any]) -> None:
    before = await shop.told()
    await hear(shop, {CLUB: "society"}, {TRADE: "trade"})
    await hear(shop, {new_id(): "others"}, {})

    assert await scopes_of(shop, tea) == {1000: None, 800: "trade", 900: "club"}
    assert await shop.told() == before
