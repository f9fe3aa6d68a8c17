"""Stock: its ledger, adjustments, and what changes it at once."""

import asyncio
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, update

from ecom.backup import BACKUP
from ecom.stock import service
from ecom.stock.answers import movements_out
from ecom.stock.models import StockMovement
from kit.audit import AuditEntry
from kit.backups import Restored
from tests.content.statements import Statements
from tests.ecom.catalogue import NOBODY, PRODUCTS, SIZES, Shop, fault, product_of
from tests.waiting_transactions import until_somebody_waits

MOVEMENTS = "/ecom/stock-movements"


async def adjust(shop: Shop, product_id: str, **data: Any) -> tuple[int, Any]:
    answer = await shop.adjust(product_id, **data)
    return answer.status_code, answer.json()


class TestAdjust:
    async def test_each_is_in_the_ledger(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=10)
        assert await adjust(shop, product["id"], by=-3, note="Broken") == (
            201,
            {"productId": product["id"], "stock": 7},
        )
        assert (await adjust(shop, product["id"], stock=9, stockSeen=7))[1]["stock"] == 9
        listed = (await shop.read(f"{MOVEMENTS}?product-id={product['id']}"))["results"]
        assert [(each["change"], each["stockAfter"], each["note"], each["reason"]) for each in listed] == [
            (2, 9, "", "adjusted"),
            (-3, 7, "Broken", "adjusted"),
            (10, 10, "", "adjusted"),
        ]
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["version"] == product["version"]

    @pytest.mark.parametrize(
        ("data", "expected"),
        [
            ({"stock": 5, "stockSeen": 11}, (409, "stock_changed", ["stock: stock_changed"])),
            ({"by": -11}, (422, "product_invalid", ["by: stock_below_zero"])),
            ({"by": 1, "stock": 5, "stockSeen": 10}, (422, "validation_failed", [": by_or_stock"])),
            ({"stock": 5}, (422, "validation_failed", [": by_or_stock"])),
            ({"by": 1.5}, (422, "validation_failed", ["by: int_type"])),
            ({"by": "1"}, (422, "validation_failed", ["by: int_type"])),
            ({"by": 10**12}, (422, "validation_failed", ["by: less_than_equal"])),
            ({"by": 1, "total": 1}, (422, "validation_failed", ["total: unknown_field"])),
        ],
    )
    async def test_refuses(self, shop: Shop, data: Any, expected: tuple[int, str, list[str]]) -> None:
        product = await shop.product(tracksStock=True, stock=10)
        answer = await shop.adjust(product["id"], **data)
        assert fault(answer) == expected
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["stock"] == 10

    async def test_of_nothing(self, shop: Shop) -> None:
        answer = await shop.adjust(NOBODY, by=1)
        assert fault(answer)[:2] == (404, "product_not_found")

    async def test_is_done_once_for_a_key(self, shop: Shop) -> None:
        product, other = await shop.product(tracksStock=True, stock=10), await shop.product(tracksStock=True)
        first = await shop.adjust(product["id"], "k1", by=20)
        await shop.adjust(product["id"], by=-1)
        again = await shop.adjust(product["id"], "k1", by=20)
        assert (again.status_code, again.json()) == (201, first.json())
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["stock"] == 29
        for reused in (await shop.adjust(product["id"], "k1", by=21), await shop.adjust(other["id"], "k1", by=20)):
            assert fault(reused)[:2] == (422, "idempotency_key_reused")

    async def test_needs_a_key(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=10)
        answer = await shop.send("POST", f"{PRODUCTS}/{product['id']}/stock-adjustments", {"by": 1})
        assert answer.status_code == 422
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["stock"] == 10

    async def test_is_free_to_be_tried_anew_where_it_was_refused(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=10)
        assert (await shop.adjust(product["id"], "k1", by=-11)).status_code == 422
        await shop.adjust(product["id"], by=5)
        assert (await shop.adjust(product["id"], "k1", by=-11)).json()["stock"] == 4

    async def test_differences_at_once_are_all_counted(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=100)
        await asyncio.gather(*(adjust(shop, product["id"], by=-1) for _ in range(10)))
        assert (await shop.read(f"{PRODUCTS}/{product['id']}"))["stock"] == 90

    async def test_of_counts_at_once_one_wins(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=100)
        counts = await asyncio.gather(*(adjust(shop, product["id"], stock=50, stockSeen=100) for _ in range(4)))
        assert sorted(status for status, _ in counts) == [201, 409, 409, 409]

    async def test_backorders_go_below_nothing_and_cannot_be_taken_back_then(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, allowsBackorders=True)
        await adjust(shop, product["id"], by=-2)
        answer = await shop.send("PUT", f"{PRODUCTS}/{product['id']}", {**product, "allowsBackorders": False})
        assert fault(answer) == (422, "product_invalid", ["stock: stock_below_zero"])

    async def test_counts_what_was_below_nothing_while_nobody_tracked_it(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, allowsBackorders=True, stock=-2)
        answer = await shop.send(
            "PUT", f"{PRODUCTS}/{product['id']}", {**product, "tracksStock": False, "allowsBackorders": False}
        )
        assert answer.status_code == 200, answer.text
        assert (await adjust(shop, product["id"], stock=5, stockSeen=-2))[1] == {"productId": product["id"], "stock": 5}


class TestPagesAreTold:
    async def test_when_they_say_something_else_of_it_and_not_of_each_piece(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=5, lowStockAt=3)
        before = len(await shop.told())
        order_id, product_id = uuid.uuid4(), uuid.UUID(product["id"])
        of_page = f"product-group:{product['groupId']}"
        # Pages say how many are left of the last three; lists only whether any are.
        for quantity, tags in ((1, []), (1, [[of_page]]), (1, [[of_page]]), (2, [["catalogue", of_page]])):
            told = len(await shop.told())
            async with shop.client.kit.database.transaction() as session:
                await service.deduct(session, None, {product_id: quantity}, order_id)
            assert [each["tags"] for each in (await shop.told())[told:]] == tags
        async with shop.client.kit.database.transaction() as session:
            await service.restock(session, None, {product_id: 5}, order_id)
        assert (await shop.told())[-1] == {"groupIds": [product["groupId"]], "tags": ["catalogue", of_page]}
        assert len(await shop.told()) == before + 4
        listed = (await shop.read(f"{MOVEMENTS}?order-id={order_id}"))["results"]
        assert [each["reason"] for each in listed] == ["cancelled", *["ordered"] * 4]

    async def test_when_it_is_tracked_from_now_on(self, shop: Shop) -> None:
        product = await shop.product()
        before = len(await shop.told())
        for _ in range(2):
            await adjust(shop, product["id"], stock=0, stockSeen=0)
            assert [each["groupIds"] for each in (await shop.told())[before:]] == [[product["groupId"]]]
        async with shop.client.kit.database.reading() as session:
            query = (
                select(AuditEntry.action)
                .where(AuditEntry.subject_id == uuid.UUID(product["id"]))
                .order_by(AuditEntry.id)
            )
            assert [*await session.scalars(query)] == ["product.created", "product.updated"]

    async def test_when_the_shop_is_restored(self, shop: Shop) -> None:
        groups = sorted([(await shop.group())["id"] for _ in range(3)])
        before = len(await shop.told())
        async with shop.client.kit.database.transaction() as session:
            [part] = BACKUP.parts
            assert part.complete is not None
            await part.complete(session, Restored(before=0, is_foreign=False))
        [of_all, *of_groups] = (await shop.told())[before:]
        assert of_all == {"groupIds": [], "tags": ["catalogue", "shop-settings"]}
        assert [each["groupIds"] for each in of_groups] == [groups]


class TestMoving:
    async def test_takes_as_many_statements_for_many_products_as_for_one(self, shop: Shop) -> None:
        ids = [uuid.UUID((await shop.product(tracksStock=True, stock=10))["id"]) for _ in range(6)]
        counts = []
        for some in (ids[:1], ids):
            kit = shop.client.kit
            async with Statements(kit).counted() as statements, kit.database.transaction() as session:
                await service.deduct(session, None, dict.fromkeys(some, 2), uuid.uuid4())
            counts.append(len([each for each in statements if each.startswith("UPDATE products")]))
        assert counts == [1, 1]
        stock = [each["stock"] for each in (await shop.read(f"{PRODUCTS}?limit=10"))["results"]]
        assert sorted(stock) == [6, *[8] * 5]

    async def test_the_product_has_its_stock_at_once(self, shop: Shop) -> None:
        product = uuid.UUID((await shop.product(tracksStock=True, stock=10))["id"])
        async with shop.client.kit.database.transaction() as session:
            rows = await service.lock_products(session, [product])
            await service.set_stocks(session, None, {rows[product]: 4})
            assert rows[product].stock == 4


async def test_a_sale_that_makes_it_low_and_a_save_of_its_product_take_turns(shop: Shop) -> None:
    product = await shop.product(tracksStock=True, stock=2, lowStockAt=1)
    identifier = uuid.UUID(product["id"])
    async with shop.client.kit.database.transaction() as session:
        locked = await service.lock_products(session, [identifier])
        saving = asyncio.create_task(shop.send("PUT", f"{PRODUCTS}/{product['id']}", {**product, "weightGrams": 5}))
        await until_somebody_waits(session)
        await service.deduct(session, None, {identifier: 1}, uuid.UUID(NOBODY), locked)
    saved = await saving
    assert (saved.status_code, saved.json()["stock"]) == (200, 1), saved.text


async def test_a_sale_that_makes_it_low_and_another_code_of_its_group_take_turns(shop: Shop) -> None:
    group = await shop.group(products=[product_of(tracksStock=True, stock=2, lowStockAt=1)])
    identifier = uuid.UUID(group["products"][0]["id"])
    async with shop.client.kit.database.transaction() as session:
        locked = await service.lock_products(session, [identifier])
        saving = asyncio.create_task(shop.save(group, code="willow"))
        await until_somebody_waits(session)
        await service.deduct(session, None, {identifier: 1}, uuid.UUID(NOBODY), locked)
    saved = await saving
    assert (saved.status_code, saved.json()["code"]) == (200, "willow"), saved.text


async def test_an_order_and_a_save_of_one_of_its_products_take_turns(shop: Shop) -> None:
    shirts = [product_of(optionValues={"Size": size}) for size in ("S", "M")]
    group = await shop.group(options=SIZES[:1], products=shirts)
    first, second = sorted(group["products"], key=lambda product: str(product["id"]))
    async with shop.client.kit.database.transaction() as session:
        await service.lock_products(session, [uuid.UUID(first["id"])])
        saving = asyncio.create_task(shop.save(group, products=[second]))
        await until_somebody_waits(session)
        # What an order does that waits for the second of its products.
        await service.lock_products(session, [uuid.UUID(second["id"])])
    assert (await saving).status_code == 200, (await saving).text


class TestMovements:
    async def test_of_one_moment_stand_in_the_order_in_which_they_were_made(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True)
        for change in (1, 2, 3):
            await adjust(shop, product["id"], by=change)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(StockMovement).values(at=datetime(2026, 6, 1, tzinfo=UTC)))
        for sort, expected in (("-at", [3, 2, 1]), ("at", [1, 2, 3])):
            listed = (await shop.read(f"{MOVEMENTS}?product-id={product['id']}&sort={sort}"))["results"]
            assert [each["change"] for each in listed] == expected

    async def test_leave_out_a_product_that_is_deleted_while_they_are_read(self, shop: Shop) -> None:
        stays, goes = [await shop.product(tracksStock=True, stock=1) for _ in range(2)]
        async with shop.client.kit.database.reading() as session:
            movements = (await session.scalars(select(StockMovement))).all()
            assert (await shop.send("DELETE", f"{PRODUCTS}/{goes['id']}")).status_code == 204
            assert [each.sku for each in await movements_out(session, movements)] == [stays["sku"]]


class TestSettings:
    async def test_the_limit_of_low_stock_is_a_setting(self, shop: Shop) -> None:
        await shop.product(tracksStock=True, stock=8)
        assert (await shop.read(f"{PRODUCTS}?stock=low"))["total"] == 0
        entries = {each["key"]: each for each in (await shop.send("GET", "/ecom/config")).json()}
        before = len(await shop.told())
        entry = entries["lowStockAt"]
        answer = await shop.send("PUT", f"/ecom/config/{entry['id']}", {**entry, "value": 8})
        assert answer.status_code == 200
        assert (await shop.read(f"{PRODUCTS}?stock=low"))["total"] == 1
        assert (await shop.told())[before:] == [{"groupIds": [], "tags": ["catalogue", "shop-settings"]}]
