"""Many products at once: prices, stock, what is published."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ecom.catalogue.bulk_prices import NotPossible, changed_prices
from ecom.catalogue.bulk_schemas import PriceChange
from kit.db import new_id
from tests.ecom.catalogue import GROUPS, JSON, NOBODY, PRODUCTS, Shop, fault

EDITS = f"{PRODUCTS}/bulk-edits"
NOW = datetime(2026, 6, 1, tzinfo=UTC)
LATER = NOW + timedelta(days=30)


async def send(shop: Shop, data: Any, key: str | None = None) -> httpx.Response:
    """Asked for once, unless it is under a key that came before."""
    return await shop.send("POST", EDITS, data, **{"Idempotency-Key": key or str(new_id())})


async def edit(shop: Shop, key: str | None = None, **data: Any) -> JSON:
    answer = await send(shop, data, key)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def named(*products: JSON, **more: Any) -> list[JSON]:
    return [{"id": product["id"], **more} for product in products]


def price(amount: int, **more: Any) -> dict[str, Any]:
    plain = {
        "kind": "standard",
        "currency": "GBP",
        "starts_at": None,
        "ends_at": None,
        "least_quantity": 1,
        "scope": None,
    }
    return {**plain, "amount": amount, **more}


class TestPrices:
    @pytest.mark.parametrize(
        ("before", "change", "after"),
        [
            ([price(1000)], {"how": "raise", "percent": "10"}, [price(1100)]),
            ([price(1000)], {"how": "lower", "percent": "12.5"}, [price(875)]),
            ([price(1000)], {"how": "raise", "amount": 5}, [price(1005)]),
            ([price(999)], {"how": "raise", "percent": "3", "roundTo": 100, "roundLess": 1}, [price(999)]),
            ([price(1005)], {"how": "raise", "percent": "10"}, [price(1106)]),
            ([price(5)], {"how": "lower", "percent": "10"}, [price(5)]),
            (
                [price(1000), price(7, currency="EUR")],
                {"how": "set", "amount": 1},
                [price(7, currency="EUR"), price(1)],
            ),
            (
                [price(900, least_quantity=10), price(1000), price(800, scope="trade")],
                {"how": "set", "amount": 1200},
                [price(900, least_quantity=10), price(800, scope="trade"), price(1200)],
            ),
            (
                [price(1000)],
                {"how": "discount", "kind": "sale", "percent": "20"},
                [price(1000), price(800, kind="sale")],
            ),
            (
                [price(500, ends_at=NOW), price(1000), price(700, starts_at=LATER)],
                {"how": "discount", "kind": "sale", "percent": "20"},
                [
                    price(500, ends_at=NOW),
                    price(1000),
                    price(700, starts_at=LATER),
                    price(800, kind="sale"),
                ],
            ),
            (
                [price(1000), price(700, starts_at=LATER)],
                {"how": "discount", "kind": "sale", "percent": "20", "startsAt": LATER.isoformat()},
                [price(1000), price(700, starts_at=LATER), price(560, kind="sale", starts_at=LATER)],
            ),
            ([price(1000), price(800, kind="sale")], {"how": "remove", "kind": "sale"}, [price(1000)]),
        ],
    )
    def test_of_one_product(self, before: Any, change: Any, after: Any) -> None:
        assert changed_prices(before, PriceChange.model_validate(change), "GBP", NOW) == after

    @pytest.mark.parametrize(
        ("before", "change", "code"),
        [
            ([], {"how": "raise", "percent": "10"}, "no_price"),
            ([price(1000, currency="EUR")], {"how": "raise", "percent": "10"}, "no_price"),
            ([], {"how": "discount", "kind": "sale", "percent": "10"}, "no_price"),
            ([price(1000, ends_at=NOW)], {"how": "discount", "kind": "sale", "percent": "10"}, "no_price"),
            (
                [price(1000), *(price(900, least_quantity=each) for each in range(2, 51))],
                {"how": "set", "kind": "sale", "amount": 1},
                "too_many_prices",
            ),
            ([price(5)], {"how": "lower", "amount": 6}, "price_below_zero"),
            ([price(10**12)], {"how": "raise", "amount": 1}, "price_too_high"),
        ],
    )
    def test_that_are_not_possible(self, before: Any, change: Any, code: str) -> None:
        with pytest.raises(NotPossible) as refusal:
            changed_prices(before, PriceChange.model_validate(change), "GBP", NOW)
        assert refusal.value.fault.code == code

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"how": "set"}, "amount_or_percent"),
            ({"how": "set", "percent": "10"}, "amount_or_percent"),
            ({"how": "raise", "percent": "10", "amount": 1}, "amount_or_percent"),
            ({"how": "discount", "percent": "10"}, "discount_of_standard"),
            ({"how": "raise", "percent": "10", "roundTo": 5, "roundLess": 5}, "rounds_to_nothing"),
            ({"how": "raise", "percent": "10", "startsAt": "2026-01-01T00:00:00Z"}, "no_dates"),
            ({"how": "raise", "percent": "1e9"}, "string_pattern_mismatch"),
        ],
    )
    async def test_that_contradict_themselves(self, shop: Shop, change: Any, code: str) -> None:
        answer = await send(shop, {"price": change})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, code)

    async def test_are_stored_and_can_be_given_back(self, shop: Shop) -> None:
        one, other = await shop.product(), await shop.product(prices=[])
        answer = await edit(shop, products=named(one, other), price={"how": "raise", "percent": "10"})
        [changed] = answer["products"]
        assert ([each["amount"] for each in changed["prices"]], changed["version"]) == ([1100], one["version"] + 1)
        assert [(each["id"], each["code"]) for each in answer["failed"]] == [(other["id"], "no_price")]
        undo = [{"id": one["id"], "version": changed["version"], "prices": one["prices"]}]
        [undone] = (await edit(shop, products=undo))["products"]
        assert [each["amount"] for each in undone["prices"]] == [1000]
        assert (await edit(shop, products=undo))["failed"][0]["code"] == "precondition_failed"


class TestStock:
    async def test_is_added_to_what_there_is(self, shop: Shop) -> None:
        tracked, untracked = await shop.product(tracksStock=True, stock=3), await shop.product()
        answer = await edit(
            shop, products=named(tracked, untracked), stock={"how": "add", "quantity": 5, "note": "Found"}
        )
        assert [each["stock"] for each in answer["products"]] == [8]
        assert answer["failed"][0]["code"] == "stock_not_tracked"
        [movement, _] = (await shop.read("/ecom/stock-movements"))["results"]
        assert (movement["change"], movement["note"]) == (5, "Found")

    async def test_is_added_only_to_what_was_seen(self, shop: Shop) -> None:
        sold = await shop.product(tracksStock=True, stock=3)
        await shop.adjust(sold["id"], by=-1)
        answer = await edit(shop, products=named(sold, stockSeen=3), stock={"how": "add", "quantity": 20})
        assert ([each["code"] for each in answer["failed"]], answer["products"]) == (["stock_changed"], [])
        assert (await shop.read(f"{PRODUCTS}/{sold['id']}"))["stock"] == 2

    async def test_is_set_where_nobody_bought_meanwhile(self, shop: Shop) -> None:
        known, sold = await shop.product(tracksStock=True, stock=3), await shop.product(tracksStock=True, stock=3)
        untracked = await shop.product()
        await shop.adjust(sold["id"], by=-1)
        products = [*named(known, sold, stockSeen=3), *named(untracked, stockSeen=0)]
        answer = await edit(shop, products=products, stock={"how": "set", "quantity": 9})
        assert {each["id"]: each["stock"] for each in answer["products"]} == {known["id"]: 9, untracked["id"]: 9}
        assert [(each["id"], each["code"]) for each in answer["failed"]] == [(sold["id"], "stock_changed")]

    async def test_is_tracked_by_a_count_and_the_way_back_takes_that_back(self, shop: Shop) -> None:
        product = await shop.product()
        counted = await edit(shop, products=named(product, stockSeen=0), stock={"how": "set", "quantity": 9})
        assert counted["products"][0]["tracksStock"]
        undo = {"stock": 0, "stockSeen": 9, "tracksStock": False, "prices": product["prices"]}
        undone = await edit(shop, products=named(product, **undo, version=counted["products"][0]["version"]))
        [now] = undone["products"]
        assert (now["tracksStock"], now["stock"]) == (False, 0)

    async def test_does_not_go_below_nothing(self, shop: Shop) -> None:
        few = await shop.product(tracksStock=True, stock=3)
        answer = await edit(
            shop, products=named(few), stock={"how": "add", "quantity": -4}, price={"how": "set", "amount": 1}
        )
        assert answer["failed"][0]["code"] == "stock_below_zero"
        # Nothing of it was done: its price is what it was.
        assert (await shop.read(f"{PRODUCTS}/{few['id']}"))["prices"][0]["amount"] == 1000

    async def test_is_counted_where_it_was_below_nothing_while_nobody_tracked_it(self, shop: Shop) -> None:
        product = await shop.product(stock=-2)
        answer = await edit(shop, products=named(product, stockSeen=-2), stock={"how": "set", "quantity": 5})
        assert [(each["tracksStock"], each["stock"]) for each in answer["products"]] == [(True, 5)]


class TestIdempotencyKey:
    async def test_moves_stock_and_prices_once(self, shop: Shop) -> None:
        product, other = await shop.product(tracksStock=True, stock=3), await shop.product(prices=[])
        wanted = {
            "products": named(product, other),
            "stock": {"how": "add", "quantity": 20},
            "price": {"how": "raise", "percent": "10"},
        }
        first = await edit(shop, "k1", **wanted)
        assert [each["code"] for each in first["failed"]] == ["no_price"]
        # Somebody else's change is none of this edit's: the way back is to stop at it.
        await shop.adjust(product["id"], by=-1)
        assert await edit(shop, "k1", **wanted) == first
        now = await shop.read(f"{PRODUCTS}/{product['id']}")
        assert (now["stock"], [each["amount"] for each in now["prices"]]) == (22, [1100])
        movements = (await shop.read("/ecom/stock-movements"))["results"]
        assert sorted(each["change"] for each in movements) == [-1, 3, 20]

    async def test_is_one_caller_s_and_one_edit_s(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=3)
        wanted = {"products": named(product), "stock": {"how": "add", "quantity": 20}}
        await edit(shop, "k1", **wanted)
        reused = await send(shop, {**wanted, "stock": {"how": "add", "quantity": 21}}, "k1")
        assert fault(reused)[:2] == (422, "idempotency_key_reused")
        colleague = {**shop.tokens.bearer("ecom:write"), "Idempotency-Key": "k1"}
        assert (await shop.client.post(EDITS, json=wanted, headers=colleague)).status_code == 200
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["stock"] == 43

    async def test_is_needed(self, shop: Shop) -> None:
        assert (await shop.send("POST", EDITS, {"isPublished": True})).status_code == 422

    async def test_is_free_again_where_the_edit_was_refused(self, shop: Shop) -> None:
        product = await shop.product()
        twice = await send(shop, {"products": named(product, product)}, "k1")
        assert twice.status_code == 422
        assert (await edit(shop, "k1", products=named(product)))["failed"] == []


class TestPublish:
    async def test_groups_and_products(self, shop: Shop) -> None:
        group = await shop.group()
        product = group["products"][0]
        answer = await edit(shop, products=named(product), groupIds=[group["id"], NOBODY], isPublished=False)
        assert answer["groupIds"] == [group["id"]]
        assert answer["failed"] == [
            {"id": NOBODY, "code": "product_group_not_found", "detail": "There is no such product group."}
        ]
        now = await shop.read(f"{GROUPS}/{group['id']}")
        assert (now["isPublished"], now["products"][0]["isPublished"], now["version"]) == (False, False, 2)

    async def test_five_hundred_and_no_more(self, shop: Shop) -> None:
        products = [{"id": f"0192f000-0000-7000-8000-{number:012d}"} for number in range(501)]
        assert len((await edit(shop, products=products[:500], isPublished=True))["failed"]) == 500
        assert (await send(shop, {"products": products})).status_code == 422

    async def test_one_that_is_named_twice_is_refused(self, shop: Shop) -> None:
        product = await shop.product()
        answer = await send(shop, {"products": named(product, product), "isPublished": True})
        assert fault(answer) == (422, "validation_failed", ["products.1: duplicate"])
