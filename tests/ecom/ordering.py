"""A shop with something to sell, and buyers of it."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from ecom import worker
from ecom.app import app
from ecom.orders.models import Order
from ecom.product_groups.models import ProductGroup
from ecom.products.models import Price, Product
from ecom.shipping_matrices.models import ShippingMatrix
from ecom.tax_rates.models import TaxRate
from kit.db import new_id
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.working import run_jobs

__all__ = ["NORWICH", "Shop", "run_jobs", "shop", "worker"]

NORWICH = {"country": "GB", "postcode": "NR1 3JU", "town": "Norwich"}
ADDRESS = {
    "billingName": "Zoë Ångström",
    "billingAddress1": "12 Mill Lane",
    "billingTown": "Norwich",
    "billingPostcode": "NR1 3JU",
    "billingCountryCode": "GB",
}


@dataclass
class Shop:
    """A running shop: VAT of 20 %, prices with it, and delivery to the United Kingdom for £4.80."""

    client: ServiceClient
    tokens: Tokens

    async def sell(
        self, amount: int | None = 1999, stock: int | None = None, name: str = "Log basket", **more: Any
    ) -> uuid.UUID:
        """A product, on sale at a price; with ``stock`` only so many."""
        group_id, product_id = new_id(), new_id()
        group = {key: more.pop(key) for key in ("tax_class", "options", "is_listed") if key in more}
        is_published = more.pop("is_published", True)
        async with self.client.kit.database.transaction() as session:
            session.add(ProductGroup(id=group_id, name=name, is_published=is_published, **group))
            await session.flush()
            session.add(
                Product(
                    id=product_id,
                    group_id=group_id,
                    sku=f"SKU-{product_id}",
                    tracks_stock=stock is not None,
                    stock=stock or 0,
                    **{"weight_grams": 500, **more},
                )
            )
            await session.flush()
            if amount is not None:
                session.add(Price(product_id=product_id, kind="standard", currency="GBP", amount=amount))
        return product_id

    async def change(self, product_id: uuid.UUID, **values: Any) -> None:
        """Change a product, or its price by ``amount``, or whether its group is on sale by ``is_published``."""
        async with self.client.kit.database.transaction() as session:
            product = await session.get_one(Product, product_id)
            if "amount" in values:
                price = (await session.scalars(select(Price).where(Price.product_id == product_id))).one()
                price.amount = values.pop("amount")
            if "is_published" in values:
                group = await session.get_one(ProductGroup, product.group_id)
                group.is_published = values.pop("is_published")
            for name, value in values.items():
                setattr(product, name, value)

    async def offer(self, product_id: uuid.UUID, amount: int, **more: Any) -> None:
        """One more price of a product."""
        async with self.client.kit.database.transaction() as session:
            session.add(Price(product_id=product_id, kind="trade", currency="GBP", amount=amount, **more))

    async def delete(self, product_id: uuid.UUID) -> None:
        """Delete a product."""
        async with self.client.kit.database.transaction() as session:
            await session.delete(await session.get_one(Product, product_id))

    async def stock(self, product_id: uuid.UUID) -> int:
        """How many are left."""
        async with self.client.kit.database.reading() as session:
            return (await session.get_one(Product, product_id)).stock

    async def summary(self, *rows: Mapping[str, Any], address: Any = NORWICH, **more: Any) -> dict[str, Any]:
        """The priced basket."""
        answer = await self.client.post("/ecom/baskets/summary", json={"rows": rows, "address": address, **more})
        assert answer.status_code == 200, answer.text
        summary: dict[str, Any] = answer.json()
        return summary

    def request(self, summary: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        """What a browser sends that orders a basket as it was summed up."""
        rows = [{name: row[name] for name in ("productId", "quantity", "options")} for row in summary["rows"]]
        return {
            "rows": rows,
            "summaryDigest": summary["digest"],
            "gateway": "invoice",
            "email": "zoe@example.org",
            "name": "Zoë Ångström",
            **ADDRESS,
            **more,
        }

    async def send(
        self, request: Mapping[str, Any], key: str | None = None, headers: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """Send an order."""
        sent = {"Idempotency-Key": key or str(new_id()), **(headers or {})}
        return await self.client.post("/ecom/orders", json=request, headers=sent)

    async def buy(self, product_id: uuid.UUID, quantity: int = 1, **more: Any) -> dict[str, Any]:
        """Order so many of a product; the order as the shop sees it."""
        summary = await self.summary(row(product_id, quantity), collects=more.get("collects", False))
        answer = await self.send(self.request(summary, **more))
        assert answer.status_code == 201, answer.text
        return await self.order(answer.json()["id"])

    async def order(self, order_id: str) -> dict[str, Any]:
        """An order as the shop sees it."""
        answer = await self.client.get(f"/ecom/orders/{order_id}", headers=self.reader)
        assert answer.status_code == 200, answer.text
        order: dict[str, Any] = answer.json()
        return order

    async def put(self, order: Mapping[str, Any], **changes: Any) -> httpx.Response:
        """Change an order, as it was read."""
        return await self.client.put(
            f"/ecom/orders/{order['id']}", json={**changes, "version": order["version"]}, headers=self.writer
        )

    async def changed(self, order: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
        """The order after a change that is allowed."""
        answer = await self.put(await self.order(order["id"]), **changes)
        assert answer.status_code == 200, answer.text
        changed: dict[str, Any] = answer.json()
        return changed

    async def count(self) -> int:
        """How many orders there are."""
        async with self.client.kit.database.reading() as session:
            return await session.scalar(select(func.count()).select_from(Order)) or 0

    @property
    def reader(self) -> dict[str, str]:
        """The headers of somebody who reads the shop."""
        return self.tokens.bearer("ecom:read")

    @property
    def writer(self) -> dict[str, str]:
        """The headers of somebody who runs it."""
        return self.tokens.bearer("ecom:write")


def row(product_id: uuid.UUID, quantity: Any = 1, **more: Any) -> dict[str, Any]:
    """A row of a basket."""
    return {"productId": str(product_id), "quantity": quantity, **more}


def codes(answer: httpx.Response) -> Sequence[str]:
    """The fields of a refusal."""
    return [fault["field"] for fault in answer.json()["errors"]]


@pytest.fixture
async def shop(start: Start, tokens: Tokens) -> Shop:
    """A running shop."""
    client = await start(app)
    rules = [
        {"variable": "country", "operator": "is", "operand": "GB", "logic": "then"}
        | {"consequence_type": "set_shipping", "consequence": 480}
    ]
    async with client.kit.database.transaction() as session:
        session.add(TaxRate(name="VAT", country="GB", rate_millionths=200_000))
        session.add(ShippingMatrix(name="Post", currency="GBP", is_first=True, rows=rules))
    return Shop(client, tokens)
