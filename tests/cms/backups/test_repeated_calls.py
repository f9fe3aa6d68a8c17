"""Calls sent once more after an import, under the key of before: done anew or refused, and never told to be done."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from cms.files.models import Entity
from ecom.products.models import Product
from ecom.tax_rates.models import TaxRate
from kit.db import new_id
from kit.idempotency import IdempotencyRow, begin_once
from kit.testing import Tokens
from tests.cms import factory
from tests.cms.backups.archives import archive_of, put
from tests.cms.backups.conftest import Whole
from tests.content.factory import Site as ContentSite
from tests.content.factory import add_text, column_of, own_plugins
from tests.ecom.ordering import Shop, row

Send = Callable[[], Awaitable[httpx.Response]]


@pytest.fixture
async def shop(whole: Whole, tokens: Tokens) -> Shop:
    client = whole.services["ecom"]
    async with client.kit.database.transaction() as session:
        session.add(TaxRate(name="VAT", country="GB", rate_millionths=200_000))
    return Shop(client, tokens)


async def order(shop: Shop, product: uuid.UUID) -> Send:
    """Sends one order, as often as it is awaited."""
    request, key = shop.request(await shop.summary(row(product))), str(new_id())
    return lambda: shop.send(request, key)


class TestShop:
    async def test_orders_and_the_stock(self, whole: Whole, shop: Shop) -> None:
        product = await shop.sell(1000, stock=9, needs_delivery=False)
        kept = await order(shop, product)
        was_kept = await kept()
        assert was_kept.status_code == 201, was_kept.text
        archive = await archive_of(whole)
        lost = await order(shop, product)
        was_lost = await lost()
        headers = {**shop.writer, "Idempotency-Key": str(new_id())}

        async def adjust() -> httpx.Response:
            address = f"/ecom/products/{product}/stock-adjustments"
            return await shop.client.post(address, json={"by": 5}, headers=headers)

        async def edit() -> httpx.Response:
            data = {"products": [{"id": str(product)}], "isPublished": False}
            return await shop.client.post("/ecom/products/bulk-edits", json=data, headers=headers)

        for answer in (was_lost, await adjust(), await edit()):
            assert answer.is_success, answer.text
        assert await shop.stock(product) == 12
        assert (await put(whole, archive, parts="shop")).status_code == 200
        assert (await shop.stock(product), await shop.count()) == (8, 1)

        # It came back with the backup: it is no second one.
        assert (await kept()).json() == was_kept.json()
        placed = await asyncio.gather(*(lost() for _ in range(4)))
        assert {each.status_code for each in placed} == {201}, placed[0].text
        assert len({each.text for each in placed} - {was_lost.text}) == 1
        assert (await shop.stock(product), await shop.count()) == (7, 2)
        assert (await adjust()).json()["stock"] == await shop.stock(product) == 12
        assert (await edit()).status_code == 200
        async with shop.client.kit.database.reading() as session:
            edited = await session.get_one(Product, product)
            assert edited.version > 1


class TestPages:
    async def test_saves(self, whole: Whole, tokens: Tokens) -> None:
        site = ContentSite(whole.services["content"], tokens)
        page = await site.page("/about")
        archive = await archive_of(whole)
        actions = add_text(column_of(page), "<p>Late</p>")
        before = len(own_plugins(page))
        assert (await site.save(page, *actions, key="late")).status_code == 200
        assert (await put(whole, archive, parts="pages")).status_code == 200
        assert len(own_plugins(await site.page("/about"))) == before
        answer = await site.save(page, *actions, key="late")
        is_there = len(own_plugins(await site.page("/about"))) > before
        assert (answer.status_code == 200, "Saved-Version" in answer.headers) == (is_there, is_there)


class TestFiles:
    async def test_uploads_and_contents(self, whole: Whole) -> None:
        stored = await factory.file(whole.cms, "logo.txt", b"before")
        archive = await archive_of(whole)
        headers = {**whole.headers, "Idempotency-Key": str(new_id())}

        async def upload() -> Any:
            answer = await whole.cms.post("/cms/files", headers=headers, files={"f": ("new.txt", b"new")})
            assert answer.status_code == 200, answer.text
            return answer.json()

        async def replace() -> bytes:
            address, asked = f"/cms/files/{stored.id}/content", {**headers, "If-Match": "*"}
            assert (await whole.cms.put(address, content=b"after", headers=asked)).status_code == 200
            return (await whole.cms.get(address, headers=whole.headers)).content

        [first] = (await upload())["success"].values()
        assert await replace() == b"after"
        assert (await put(whole, archive, parts="files")).status_code == 200
        told = await upload()
        assert told["failed"] == {}
        [again] = told["success"].values()
        assert again["id"] != first["id"]
        async with whole.cms.kit.database.reading() as session:
            assert await session.get(Entity, uuid.UUID(again["id"])) is not None
        assert await replace() == b"after"

    async def test_those_of_emails_stay_known(self, whole: Whole) -> None:
        """Nobody takes back what was sent."""
        archive = await archive_of(whole)
        scopes = ("emails:visitors", "emails.send 1", "contact-forms", "order_mails.readdress")
        async with whole.cms.kit.database.transaction() as session:
            for scope in scopes:
                await begin_once(session, scope=scope, key="key", request=b"")
        assert (await put(whole, archive)).status_code == 200
        async with whole.cms.kit.database.reading() as session:
            assert {*await session.scalars(select(IdempotencyRow.scope))} >= {*scopes}
