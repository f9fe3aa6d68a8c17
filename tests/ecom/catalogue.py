"""A shop with a catalogue, asked as its screens ask it."""

import itertools
from collections.abc import Mapping
from typing import Any

import httpx
from sqlalchemy import select

from ecom.app import app
from kit.db import new_id
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens

JSON = dict[str, Any]
GROUPS = "/ecom/product-groups"
PRODUCTS = "/ecom/products"
NOBODY = "0192f000-0000-7000-8000-0000000000ff"
"""An id that no record has."""
SIZES = [{"name": "Size", "values": ["S", "M"]}, {"name": "Colour", "values": ["Red", "Blue"]}]

_number = itertools.count(1)


class Shop:
    """The running service, and somebody who may write."""

    def __init__(self, client: ServiceClient, tokens: Tokens) -> None:
        self.client = client
        self.tokens = tokens
        self.writer = tokens.bearer("ecom:write")

    async def send(self, method: str, address: str, json: Any = None, **headers: str) -> httpx.Response:
        body = {} if json is None else {"json": json}
        return await self.client.request(method, address, headers={**self.writer, **headers}, **body)

    async def adjust(self, product_id: str, key: str = "", **data: Any) -> httpx.Response:
        """Another adjustment of a product's stock, unless it is under a key that came before."""
        headers = {"Idempotency-Key": key or str(new_id())}
        return await self.send("POST", f"{PRODUCTS}/{product_id}/stock-adjustments", data, **headers)

    async def add(self, address: str, json: Any) -> JSON:
        """The record as it was answered when it was added."""
        answer = await self.send("POST", address, json)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def group(self, **fields: Any) -> JSON:
        """A group, published; with a product that costs 10.00 unless it says otherwise."""
        return await self.add(GROUPS, group_of(**fields))

    async def product(self, **fields: Any) -> JSON:
        """The only product of a new group."""
        group = await self.group(products=[product_of(**fields)])
        return dict(group["products"][0])

    async def read(self, address: str) -> JSON:
        answer = await self.send("GET", address)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def save(self, group: Mapping[str, Any], **changed: Any) -> httpx.Response:
        """A group sent back as it was read, but for what has changed."""
        return await self.send("PUT", f"{GROUPS}/{group['id']}", {**group, **changed})

    async def told(self) -> list[JSON]:
        """What was told of the catalogue so far."""
        async with self.client.kit.database.transaction() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "ecom.catalogue_changed").order_by(OutboxRow.id)
            return [*await session.scalars(query)]


async def open_shop(start: Start, tokens: Tokens) -> Shop:
    return Shop(await start(app), tokens)


def product_of(**fields: Any) -> JSON:
    """A payload of a product."""
    return {"sku": f"sku-{next(_number)}", "prices": [{"amount": 1000}], **fields}


def group_of(**fields: Any) -> JSON:
    """A payload of a group."""
    number = next(_number)
    return {"name": f"Basket {number}", "isPublished": True, "products": [product_of()], **fields}


def fault(answer: httpx.Response) -> tuple[int, str, list[str]]:
    """The status and the code of a problem, and the fields with their codes."""
    problem = answer.json()
    return answer.status_code, problem["code"], [f"{each['field']}: {each['code']}" for each in problem["errors"]]
