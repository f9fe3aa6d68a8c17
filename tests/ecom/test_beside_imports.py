"""What goes on while an import is carried out: orders, counts of stock, edits, and what is fetched for an earlier one."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, text

from ecom import worker
from ecom.imports import running, writing
from ecom.imports.models import ImportImages
from ecom.imports.repository import ImagesRepository
from ecom.imports.tasks import FETCH
from ecom.stock.models import StockMovement
from kit.db import new_id
from kit.jobs import Run
from kit.runner import Runner
from tests.ecom import ordering
from tests.ecom.catalogue import JSON, Shop
from tests.ecom.importing import IMPORTS, bring, group_by_code, preview, rows_of, seen, table, upload
from tests.kit.working import run_jobs, with_worker
from tests.waiting_transactions import until_somebody_waits

assert worker.__all__, "tasks register themselves on import"
BASKET = {"SKU": "a", "Name": "Basket", "Price": "10", "Stock": "5", "Needs delivery": "false", "Published": "true"}
_WAITING = text(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1"
)


@asynccontextmanager
async def carrying_out(
    shop: Shop, found: JSON, hold_at: Callable[[asyncio.Event, asyncio.Event], None]
) -> AsyncIterator[None]:
    """An import that is held where ``hold_at`` has it wait, and goes on to its end afterwards."""
    call = shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found), Prefer="respond-async")
    job = uuid.UUID((await call).json()["id"])
    is_there, may_go_on = asyncio.Event(), asyncio.Event()
    hold_at(is_there, may_go_on)
    doing = asyncio.create_task(Runner(shop.client.kit, 1).run(job))
    try:
        async with asyncio.timeout(60):
            await is_there.wait()
        yield
    finally:
        may_go_on.set()
        await doing


@pytest.fixture
def all_but_the_shelves(monkeypatch: pytest.MonkeyPatch) -> Callable[[asyncio.Event, asyncio.Event], None]:
    """Holds an import once all is written but what it changes of products that the shop has, the first time."""

    def hold_at(is_there: asyncio.Event, may_go_on: asyncio.Event) -> None:
        keep: Any = running._keep_rows

        async def held(*arguments: Any) -> None:
            await keep(*arguments)
            is_there.set()
            await may_go_on.wait()

        monkeypatch.setattr(running, "_keep_rows", held)

    return hold_at


async def prepared(shop: Shop, line: Mapping[str, str] = BASKET, **others: str) -> tuple[JSON, JSON]:
    """A product that is there, and an import that makes it other."""
    await with_worker(shop.client, bring(shop, table(line)))
    found = await upload(shop, table({**line, **others}))
    await with_worker(shop.client, preview(shop, found))
    return (await group_by_code(shop, "a"))["products"][0], found


async def state_of(shop: Shop, found: JSON) -> str:
    return str((await shop.read(f"{IMPORTS}/{found['id']}"))["state"])


async def test_orders_and_counts_of_stock_go_on(shop: Shop, all_but_the_shelves: Any) -> None:
    product, found = await prepared(shop, Price="12", Stock="9")
    buyers = ordering.Shop(shop.client, shop.tokens)
    async with carrying_out(shop, found, all_but_the_shelves):
        order = await buyers.buy(uuid.UUID(product["id"]), 2)
        counted = await shop.adjust(product["id"], by=-1)
        assert counted.json()["stock"] == 2
    assert await state_of(shop, found) == "done"
    assert order["rows"][0]["unitPriceInclTax"] == 1000
    now = (await group_by_code(shop, "a"))["products"][0]
    assert (now["stock"], now["prices"][0]["amount"], now["version"]) == (9, 1200, product["version"] + 1)
    async with shop.client.kit.database.reading() as session:
        query = select(func.sum(StockMovement.change)).where(StockMovement.product_id == uuid.UUID(product["id"]))
        assert await session.scalar(query) == 9
    [told] = await rows_of(shop, found)
    assert {"field": "stock", "before": "2", "after": "9"} in told["changes"]


async def test_the_ledger_tells_of_what_was_taken_and_given_back_before_it(
    shop: Shop, all_but_the_shelves: Any
) -> None:
    product, found = await prepared(shop, Stock="9")
    async with carrying_out(shop, found, all_but_the_shelves):
        for change in (-1, 1):
            call = shop.adjust(product["id"], by=change)
            assert (await call).status_code == 201
    listed = (await shop.read(f"/ecom/stock-movements?product-id={product['id']}"))["results"]
    told = [(each["change"], each["stockAfter"], each["reason"]) for each in listed]
    assert told == [(4, 9, "imported"), (1, 5, "adjusted"), (-1, 4, "adjusted"), (5, 5, "imported")]


async def test_a_stock_that_orders_made_what_the_file_says_is_no_change(shop: Shop, all_but_the_shelves: Any) -> None:
    product, found = await prepared(shop, Stock="3")
    async with carrying_out(shop, found, all_but_the_shelves):
        await ordering.Shop(shop.client, shop.tokens).buy(uuid.UUID(product["id"]), 2)
    [told] = await rows_of(shop, found)
    assert (told["outcome"], told["changes"]) == ("same", [])
    assert (await shop.read(f"{IMPORTS}/{found['id']}"))["counts"] == {
        **dict.fromkeys(("create", "change", "skip", "error"), 0),
        "same": 1,
    }


async def test_an_edit_of_what_the_file_does_not_name_stays(shop: Shop, all_but_the_shelves: Any) -> None:
    product, found = await prepared(shop, {"SKU": "a", "Name": "Basket", "Price": "10"}, Price="12")
    async with carrying_out(shop, found, all_but_the_shelves):
        counted = await shop.adjust(product["id"], by=4)
        assert counted.status_code == 201, counted.text
    assert await state_of(shop, found) == "done"
    now = (await group_by_code(shop, "a"))["products"][0]
    assert (now["tracksStock"], now["stock"], now["prices"][0]["amount"]) == (True, 4, 1200)


async def test_what_is_sold_below_nothing_keeps_its_backorders_until_another_look(
    shop: Shop, all_but_the_shelves: Any
) -> None:
    sold_out = {"SKU": "a", "Name": "Basket", "Price": "10", "Needs delivery": "false", "Published": "true"}
    line = {**sold_out, "Stock": "0", "Allows backorders": "true"}
    await with_worker(shop.client, bring(shop, table(line)))
    found = await upload(shop, table({**sold_out, "Allows backorders": "false"}))
    await with_worker(shop.client, preview(shop, found))
    product = (await group_by_code(shop, "a"))["products"][0]
    assert product["allowsBackorders"]
    async with carrying_out(shop, found, all_but_the_shelves):
        await ordering.Shop(shop.client, shop.tokens).buy(uuid.UUID(product["id"]))
    now = await shop.read(f"{IMPORTS}/{found['id']}")
    assert (now["state"], now["fault"], now["counts"]["error"]) == ("planned", running.CHANGED, 1)
    now = (await group_by_code(shop, "a"))["products"][0]
    assert (now["stock"], now["allowsBackorders"]) == (-1, True)


async def test_an_edit_of_many_waits_for_it(shop: Shop, all_but_the_shelves: Any) -> None:
    product, found = await prepared(shop, Price="12")
    async with carrying_out(shop, found, all_but_the_shelves):
        edit = {"products": [{"id": product["id"]}], "price": {"how": "raise", "amount": 50}}
        key = {"Idempotency-Key": "k1"}
        editing = asyncio.create_task(shop.send("POST", "/ecom/products/bulk-edits", edit, **key))
        await until_waiting(shop, editing)
    assert (await editing).status_code == 200, (await editing).text
    assert await state_of(shop, found) == "done"
    assert (await group_by_code(shop, "a"))["products"][0]["prices"][0]["amount"] == 1250


def pictured(codes: str, image: str) -> bytes:
    """A file of products whose images cannot be fetched."""
    address = f"http://127.0.0.1:9/{image}.png"
    return table(*({"Product code": code, "SKU": code, "Name": code, "Images": address} for code in codes))


@pytest.mark.parametrize("change", ["retry", "supersede", "delete_of"])
async def test_what_changes_images_of_imports_locks_them_in_one_order(shop: Shop, change: str) -> None:
    found = await upload(shop, pictured("ab", "one"))
    await with_worker(shop.client, preview(shop, found, fetchesImages=True))
    await with_worker(shop.client, carry(shop, found))
    database = shop.client.kit.database
    async with database.transaction() as session:
        first, second = (await session.scalars(select(ImportImages).order_by(ImportImages.id))).all()
        # Behind the other in the table: what locked them as it finds them would come to this one last.
        values = {column.key: getattr(first, column.key) for column in ImportImages.__table__.columns}
        await session.execute(delete(ImportImages).where(ImportImages.id == first.id))
        await session.execute(insert(ImportImages).values(values))

    async def changed() -> None:
        async with database.transaction() as session:
            images = ImagesRepository(session)
            if change == "retry":
                assert await images.retry(first.import_id)
            elif change == "supersede":
                await images.supersede(new_id(), {first.group_id, second.group_id})
            else:
                await images.delete_of([first.import_id])

    one = select(ImportImages.id).with_for_update()
    async with database.transaction() as session:
        await session.scalars(one.where(ImportImages.id == first.id))
        changing = asyncio.create_task(changed())
        await until_somebody_waits(session)
        await session.scalars(one.where(ImportImages.id == second.id))
    await changing


async def test_missing_images_are_fetched_again_while_another_has_others(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hold_at(is_there: asyncio.Event, may_go_on: asyncio.Event) -> None:
        report = Run.progress

        async def held(run: Run, share: float, message: str | None = None) -> None:
            await report(run, share, message)
            if message == "1 of 2 products":
                is_there.set()
                await may_go_on.wait()

        monkeypatch.setattr(Run, "progress", held)

    earlier = await upload(shop, pictured("ab", "one"))
    await with_worker(shop.client, preview(shop, earlier, fetchesImages=True))
    await with_worker(shop.client, carry(shop, earlier))
    assert (await shop.read(f"{IMPORTS}/{earlier['id']}"))["imagesMissing"] == 2
    later = await upload(shop, pictured("ba", "two"))
    await with_worker(shop.client, preview(shop, later, fetchesImages=True))
    monkeypatch.setattr(writing, "AT_ONCE", 1)
    async with carrying_out(shop, later, hold_at):
        call = shop.send("POST", f"{IMPORTS}/{earlier['id']}/image-retries", Prefer="respond-async")
        retrying = asyncio.create_task(call)
        await until_waiting(shop, retrying)
    assert (await retrying).status_code == 202, (await retrying).text
    assert await state_of(shop, later) == "done"
    await run_jobs(shop.client, FETCH)
    for found, missing in ((earlier, 0), (later, 2)):
        assert (await shop.read(f"{IMPORTS}/{found['id']}"))["imagesMissing"] == missing


async def carry(shop: Shop, found: JSON) -> None:
    answer = await shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found))
    assert answer.status_code == 200, answer.text


async def until_waiting(shop: Shop, call: asyncio.Task[Any]) -> None:
    """Until a call is answered or waits for a lock."""
    async with asyncio.timeout(60), shop.client.kit.database.reading() as session:
        while not call.done() and await session.scalar(_WAITING) is None:
            await asyncio.sleep(0.01)
