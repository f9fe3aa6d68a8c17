"""What declared resources can do besides what `kit.testing.contracts` shows for each of them."""

from collections.abc import Sequence
from typing import Annotated, Any

import pytest
from fastapi import APIRouter
from sqlalchemy import ColumnElement

from ecom.brands.models import Brand
from ecom.brands.schemas import BrandIn, BrandOut
from ecom.categories.models import Category
from ecom.config import Settings
from kit.app import create_service
from kit.auth import Caller, Principal, requires
from kit.crud import Resource
from kit.crud_routes import crud_router
from kit.db import Session
from kit.schemas import Name, RecordIn
from kit.testing import ServiceClient, Start, Tokens

ADDRESS = "/ecom/brands"


def brands(**options: Any) -> Resource[Any]:
    """Brands as the service has them, but for these options."""
    declared: dict[str, Any] = {
        "name": "brand",
        "data": BrandIn,
        "out": BrandOut,
        "read": ("ecom:read",),
        "write": ("ecom:write",),
        "sort": {"name": Brand.name},
        "default_sort": "name",
    }
    return Resource(options.pop("model", Brand), **{**declared, **options})


async def serve(start: Start, *routers: APIRouter) -> ServiceClient:
    return await start(create_service(Settings, routers=routers))


def with_website(caller: Caller) -> Sequence[ColumnElement[bool]]:
    return () if caller.has("admin") else (Brand.website.is_not(None),)


class TestVisible:
    async def test_hides_records_wherever_they_are_read_or_changed(self, start: Start, tokens: Tokens) -> None:
        client = await serve(start, crud_router(brands(visible=with_website), ADDRESS))
        admin, writer = tokens.bearer("admin"), {**tokens.bearer("ecom:write", "ecom:read"), "If-Match": "*"}
        hidden = (await client.post(ADDRESS, json={"name": "Willow"}, headers=admin)).json()
        shown = {"name": "Osier", "website": "https://osier.example"}
        await client.post(ADDRESS, json=shown, headers=admin)
        listed = (await client.get(ADDRESS, headers=writer)).json()
        assert ([brand["name"] for brand in listed["results"]], listed["total"]) == (["Osier"], 1)
        for method in ("GET", "PUT", "DELETE"):
            body: dict[str, Any] = {"json": {"name": "Mine"}} if method == "PUT" else {}
            answer = await client.request(method, f"{ADDRESS}/{hidden['id']}", headers=writer, **body)
            assert (answer.status_code, answer.json()["code"]) == (404, "brand_not_found"), method
        assert (await client.get(ADDRESS, headers=admin)).json()["total"] == 2


class TestPublish:
    async def test_is_called_for_each_change_and_for_nothing_else(self, start: Start, tokens: Tokens) -> None:
        published: list[tuple[str, str]] = []
        resource = brands(publish=lambda _session, row, verb: published.append((row.name, verb)))
        client, writer = await serve(start, crud_router(resource, ADDRESS)), tokens.bearer("ecom:write")
        brand = (await client.post(ADDRESS, json={"name": "Willow"}, headers=writer)).json()
        address = f"{ADDRESS}/{brand['id']}"
        await client.put(address, json=brand, headers=writer)
        await client.put(address, json={**brand, "name": "Osier"}, headers=writer)
        await client.put(address, json={**brand, "name": "Stale"}, headers=writer)
        await client.delete(address, headers=writer)
        assert published == [("Willow", "created"), ("Osier", "updated"), ("Osier", "deleted")]


class TestWithout:
    async def test_leaves_an_operation_to_the_rooms_own_endpoint(self, start: Start, tokens: Tokens) -> None:
        router = crud_router(brands(), ADDRESS, without=["create"])

        @router.post("", status_code=201, response_model=BrandOut, operation_id="brands_create")
        async def create(
            data: BrandIn, session: Session, principal: Annotated[Principal, requires("ecom:write")]
        ) -> Brand:
            """Add a brand, in capitals."""
            row: Brand = await brands().create(session, principal, data)
            row.name = row.name.upper()
            return row

        client = await serve(start, router)
        answer = await client.post(ADDRESS, json={"name": "Willow"}, headers=tokens.bearer("ecom:write"))
        assert (answer.status_code, answer.json()["name"]) == (201, "WILLOW")


class OtherIn(RecordIn):
    name: Name
    colour: str


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"name": "a_name_that_is_far_too_long"}, "at most 20 characters"),
        ({"name": "Brand"}, "snake case"),
        ({"data": OtherIn}, "no columns of brands: \\['colour'\\]"),
        ({"model": Category}, "extends TreeIn"),
    ],
)
def test_a_mistaken_declaration_does_not_load(options: dict[str, Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        brands(**options)
