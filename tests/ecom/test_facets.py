"""What a list of products can be narrowed by: each facet counts under the filters of the others."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.content.statements import Statements
from tests.ecom.catalogue import JSON, SIZES, Shop, product_of

_PRICES = [500, 1000, 1500, 2000]
_VALUES = {"Size": ["S", "M", "L"], "Colour": ["Red", "Blue"]}


async def listed(shop: Shop, query: Mapping[str, Any] | None = None, category: str | None = None) -> JSON:
    """The data of a list of products, narrowed by these parameters."""
    plugin = {"id": "p", "ref": "ecom.category", "fields": {"category": category, "count": 100}}
    question = {"page": {"id": "1", "url": "/shop"}, "query": query or {}, "plugins": [plugin]}
    answer = await shop.client.post("/ecom/plugin-data", json=question)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["plugins"]["p"]["data"])


def values_of(data: JSON) -> dict[str, dict[str, int]]:
    """The values that each option offers, with their counts."""
    return {each["name"]: {value["value"]: value["count"] for value in each["values"]} for each in data["options"]}


def brands_of(data: JSON) -> dict[str, int]:
    return {brand["name"]: brand["count"] for brand in data["brands"]}


def options_text(chosen: Mapping[str, Sequence[str]]) -> str:
    return ";".join(f"{name}:{','.join(values)}" for name, values in chosen.items())


class TestFacets:
    async def test_name_what_there_is_alone(self, shop: Shop) -> None:
        brand, _ = [await shop.add("/ecom/brands", {"name": name}) for name in ("Willow", "Of nothing")]
        await shop.group(
            brandId=brand["id"],
            options=SIZES,
            products=[product_of(optionValues={"Size": "S", "Colour": "Red"}, prices=[{"amount": 700}])],
        )
        # The colour is the buyer's choice.
        await shop.group(options=SIZES, products=[product_of(optionValues={"Size": "S"})])
        data = await listed(shop)
        assert data["brands"] == [{"id": brand["id"], "name": "Willow", "count": 1}]
        assert [*values_of(data).items()] == [("Size", {"S": 2}), ("Colour", {"Red": 2, "Blue": 1})]
        assert (data["prices"], data["inStock"], data["total"]) == ([700, 1000], 2, 2)

    async def test_count_under_the_filters_of_the_others(self, shop: Shop) -> None:
        willow, reed = [await shop.add("/ecom/brands", {"name": name}) for name in ("Willow", "Reed")]
        small, large = {"optionValues": {"Size": "S"}}, {"optionValues": {"Size": "M"}}
        size = SIZES[:1]
        await shop.group(brandId=willow["id"], options=size, products=[product_of(**small), product_of(**large)])
        await shop.group(
            brandId=reed["id"],
            options=size,
            products=[product_of(**small, prices=[{"amount": 9000}], tracksStock=True, stock=0)],
        )
        data = await listed(shop, {"shop-brands": reed["id"]})
        # The other brand can still be had besides; its large size cannot, among what is of this brand.
        assert (brands_of(data), values_of(data)) == ({"Willow": 1, "Reed": 1}, {"Size": {"S": 1}})
        assert (data["total"], data["prices"], data["inStock"]) == (1, [9000, 9000], 0)
        data = await listed(shop, {"shop-options": "Size:M", "shop-most": 50})
        assert (brands_of(data), values_of(data)) == ({"Willow": 1}, {"Size": {"S": 1, "M": 1}})

    async def test_keep_what_is_chosen_were_it_of_nothing(self, shop: Shop) -> None:
        brand = await shop.add("/ecom/brands", {"name": "Willow"})
        await shop.group(
            brandId=brand["id"],
            options=SIZES[:1],
            products=[product_of(optionValues={"Size": "S"}, tracksStock=True, stock=0)],
        )
        data = await listed(shop, {"shop-brands": brand["id"], "shop-options": "Size:S", "shop-stock": "in"})
        assert (data["total"], brands_of(data), values_of(data)) == (0, {"Willow": 0}, {"Size": {"S": 0}})

    async def test_promise_what_is_found_by_them(self, shop: Shop) -> None:
        """Random catalogues and choices: each count is how many there are once that alone is chosen of its facet."""
        random = Random(20261123)
        brands = [(await shop.add("/ecom/brands", {"name": name}))["id"] for name in ("Willow", "Reed", "Ash")]
        for number in range(12):
            await shop.group(**some_group(random, brands, number))
        for _ in range(12):
            chosen = some_choice(random, brands)
            data = await listed(shop, parameters(chosen))
            await hold_promises(shop, data, chosen)

    async def test_take_as_many_statements_for_many_as_for_one(self, shop: Shop) -> None:
        category = await shop.add("/ecom/categories", {"name": "Clothes"})

        async def count() -> int:
            async with Statements(shop.client.kit).counted() as statements:
                await listed(shop, {"shop-options": "Size:S"}, category["id"])
            return len(statements)

        await shop.group(options=SIZES[:1], categoryIds=[category["id"]])
        await count()
        few = await count()
        for _ in range(8):
            below = await shop.add("/ecom/categories", {"name": "Shirts", "parentId": category["id"]})
            await shop.group(options=SIZES[:1], categoryIds=[below["id"]])
        assert await count() == few


def some_group(random: Random, brands: Sequence[str], number: int) -> JSON:
    """A group of any brand, with some of the sizes; its colour is now the product's and now the buyer's."""
    own = [name for name in _VALUES if random.random() < 0.7]
    choices: list[JSON] = [{}]
    for name in own:
        choices = [{**choice, name: value} for choice in choices for value in _VALUES[name]]
    products = [
        product_of(
            optionValues=choice,
            prices=[{"amount": random.choice(_PRICES)}],
            tracksStock=random.random() < 0.5,
            stock=random.randrange(2),
        )
        for choice in random.sample(choices, random.randrange(1, len(choices) + 1))
    ]
    return {
        "name": f"Group {number}",
        "brandId": random.choice([*brands, None]),
        "options": [{"name": name, "values": values} for name, values in _VALUES.items()],
        "products": products,
    }


def some_choice(random: Random, brands: Sequence[str]) -> JSON:
    """Filters as a visitor may combine them."""
    choice: JSON = {"options": {}}
    if random.random() < 0.5:
        choice["brands"] = random.sample(brands, random.randrange(1, 3))
    if random.random() < 0.5:
        choice["most"] = random.choice(_PRICES) / 100
    if random.random() < 0.5:
        choice["stock"] = "in"
    for name, values in _VALUES.items():
        if random.random() < 0.5:
            choice["options"][name] = random.sample(values, random.randrange(1, len(values)))
    return choice


def parameters(choice: JSON) -> JSON:
    query = {f"shop-{name}": choice[name] for name in ("least", "most", "stock") if choice.get(name)}
    if choice.get("brands"):
        query["shop-brands"] = ",".join(choice["brands"])
    if choice["options"]:
        query["shop-options"] = options_text(choice["options"])
    return query


async def hold_promises(shop: Shop, data: JSON, chosen: JSON) -> None:
    """Choose each of what is offered by itself, and hold what is found against the count."""

    async def total(**changed: Any) -> int:
        return int((await listed(shop, parameters({**chosen, **changed})))["total"])

    for brand in data["brands"]:
        assert await total(brands=[brand["id"]]) == brand["count"], (chosen, brand)
    offered = values_of(data)
    for name, values in chosen["options"].items():
        assert {*values} <= offered[name].keys(), chosen
    for name, values in offered.items():
        for value, count in values.items():
            assert await total(options={**chosen["options"], name: [value]}) == count, (chosen, name, value)
    assert await total(stock="in") == data["inStock"], chosen
    least, most = data["prices"]
    everything = await total(most=None)
    if least is not None:
        assert await total(least=least / 100, most=most / 100) == everything, chosen
