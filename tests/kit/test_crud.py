"""What declared resources can do besides what `kit.testing.contracts` shows for each of them."""

import asyncio
import uuid
from collections.abc import Sequence
from typing import Annotated, Any

import pytest
from fastapi import APIRouter
from sqlalchemy import ColumnElement

from ecom.app import app as ecom_app
from ecom.brands.models import Brand
from ecom.brands.schemas import BrandIn, BrandOut
from ecom.categories.models import Category
from ecom.config import Settings
from kit.app import create_service
from kit.auth import Anonymous, Caller, Principal, requires
from kit.crud import Resource
from kit.crud_routes import crud_router
from kit.db import Session
from kit.schemas import Name, RecordIn
from kit.testing import ServiceClient, Start, Tokens
from kit.trees import lock_tree
from tests.waiting_transactions import until_somebody_waits

ADDRESS = "/ecom/brands"
TREE = "/ecom/categories"


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


class TestUpdate:
    async def test_waits_for_who_changes_the_record_and_sees_that_change(self, start: Start, tokens: Tokens) -> None:
        client, writer = await start(ecom_app), tokens.bearer("ecom:write")
        brand = (await client.post(ADDRESS, json={"name": "Willow"}, headers=writer)).json()
        async with client.kit.database.transaction() as session:
            row = await brands().repository(session, Anonymous()).get_for_update(uuid.UUID(brand["id"]))
            change = client.put(f"{ADDRESS}/{brand['id']}", json={**brand, "name": "Mine"}, headers=writer)
            changing = asyncio.create_task(change)
            await until_somebody_waits(session)
            row.name = "Osier"
        answer = await changing
        assert (answer.status_code, answer.json()["version"]) == (412, 2)


class TestSearch:
    async def test_a_word_does_not_reach_from_one_column_into_the_next(self, start: Start, tokens: Tokens) -> None:
        client, writer = await start(ecom_app), tokens.bearer("ecom:write")
        await client.post(ADDRESS, json={"name": "Red", "description": "brick"}, headers=writer)
        found = [
            (await client.get(ADDRESS, params={"q": q}, headers=writer)).json()["total"] for q in ("dbri", "ed ri")
        ]
        assert found == [0, 1]


class TestTrees:
    """Besides what `kit.testing.tree_contracts` shows."""

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
    async def test_whoever_changes_one_waits_for_who_does(self, start: Start, tokens: Tokens, method: str) -> None:
        client, writer = await start(ecom_app), {**tokens.bearer("ecom:write"), "If-Match": "*"}
        category = (await client.post(TREE, json={"name": "Baskets"}, headers=writer)).json()
        address = TREE if method == "POST" else f"{TREE}/{category['id']}"
        body: dict[str, Any] = {} if method == "DELETE" else {"json": {"name": "Trays"}}
        async with client.kit.database.transaction() as session:
            await lock_tree(session, Category)
            changing = asyncio.create_task(client.request(method, address, headers=writer, **body))
            await until_somebody_waits(session)
            assert not changing.done()
        assert (await changing).status_code < 300

    async def test_have_so_many_levels_and_no_more(
        self, start: Start, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.trees.MAX_DEPTH", 3)
        client, writer = await start(ecom_app), {**tokens.bearer("ecom:write"), "If-Match": "*"}

        async def add(name: str, parent: str | None) -> str:
            answer = await client.post(TREE, json={"name": name, "parentId": parent}, headers=writer)
            return str(answer.json().get("id", answer.json().get("code")))

        lowest = await add("third", await add("second", await add("first", None)))
        assert await add("fourth", lowest) == "tree_too_deep"
        await add("below", other := await add("other", None))
        move = {"name": "other", "parentId": lowest}
        answer = await client.put(f"{TREE}/{other}", json=move, headers=writer)
        assert (answer.status_code, answer.json()["code"]) == (422, "tree_too_deep")


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
