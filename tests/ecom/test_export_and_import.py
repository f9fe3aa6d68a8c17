"""What a shop exports is what it imports: random shops, with all that people write into their products."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ecom.config_entries.entries import entries
from tests.ecom.catalogue import JSON, Shop, product_of
from tests.ecom.importing import bring, preview, rows_of, upload
from tests.kit.working import with_worker

GROUPS = 40
# What a spreadsheet, a CSV reader or our own formats may take for something else.
PIECES = (
    *(
        "=SUM(A1)",
        "+1",
        "-",
        "@x",
        "'",
        '"',
        "''quoted''",
        ",",
        ";",
        "|",
        ">",
        " > ",
        "/",
        "\\",
        ":",
        "[",
        "{}",
        "%",
        "#",
    ),
    *(
        "Zoë",
        "日本",
        "עברית",
        "🧺",
        "ﬁ",
        "e\u0301",
        "0012",
        "1e5",
        "1.50",
        "true",
        "NULL",
        "\u00a0",
        "two  blanks",
        "&amp;",
        "<b>",
    ),
)
OPTIONS = ("Size", "Colour", "Length, cm", "Größe", "Fits: who?")


class Words:
    """Texts and figures as a shopkeeper might write them, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, most: int = 4) -> str:
        """One line, without blanks at its ends: nobody's inputs keep these."""
        some = [self.random.choice(PIECES) for _ in range(self.random.randint(1, most))]
        return self.random.choice((" ", "", ", ")).join(some).strip() or "x"

    def lines(self) -> str:
        """Some lines, or nothing."""
        return "\n".join(self.text() for _ in range(self.random.randint(0, 3)))

    def maybe(self, value: Any) -> Any:
        return value if self.random.random() < 0.5 else None

    def yes(self) -> bool:
        return self.random.random() < 0.5


def price(words: Words, kind: str, **more: Any) -> JSON:
    found = {"kind": kind, "amount": words.random.choice((0, 1, 99, 1999, 10**9)), **more}
    if words.yes():
        found |= {"startsAt": "2026-01-31T23:59:59Z", "endsAt": words.maybe("2027-03-28T01:30:00.123456Z")}
    return found


def prices(words: Words) -> list[JSON]:
    found = [price(words, "standard"), price(words, "sale"), price(words, "trade", scope="trade", leastQuantity=10)]
    return [one for one in found if words.yes()]


def product(words: Words, number: int, choice: JSON) -> JSON:
    figures = ("weightGrams", "lengthMm", "widthMm", "heightMm", "lowStockAt")
    return {
        "sku": f"{words.text(2)[:80]}-{number}",
        "optionValues": choice,
        "gtin": words.maybe("4006381333931"),
        "isPublished": words.yes(),
        "needsDelivery": words.yes(),
        "tracksStock": words.yes(),
        "stock": words.random.choice((0, 7, 10**9)),
        "allowsBackorders": words.yes(),
        "mostPerOrder": words.maybe(3),
        "prices": prices(words),
        **{name: words.maybe(words.random.choice((0, 1, 12_345))) for name in figures},
    }


def choices(words: Words, options: Sequence[JSON]) -> list[JSON]:
    """What some variants are of the options: no two the same, and now and then one left to the buyer."""
    found: dict[tuple[str | None, ...], JSON] = {}
    for _ in range(words.random.randint(1, 5)):
        chosen = {each["name"]: words.random.choice(each["values"]) for each in options if words.random.random() < 0.9}
        found[tuple(chosen.get(each["name"]) for each in options)] = chosen
    return [*found.values()]


def group(words: Words, number: int) -> JSON:
    names = words.random.sample(OPTIONS, words.random.randint(0, 3))
    options = [
        {"name": name, "values": [*dict.fromkeys(f"{words.text(2)} {place}" for place in range(3))]} for name in names
    ]
    return {
        "name": words.text(),
        "code": words.maybe(f"{words.text(2)[:80]}-{number}"),
        "summary": words.lines(),
        "description": f"<p>{words.random.choice(('a', 'b &amp; c', 'Zoë'))}</p>",
        "taxClass": words.random.choice(("standard", "reduced-rate", None)),
        "isPublished": words.yes(),
        "isListed": words.yes(),
        "isFeatured": words.yes(),
        "seoTitle": words.text(),
        "seoDescription": words.text(),
        "options": options,
        "products": [
            product(words, number * 100 + place, choice) for place, choice in enumerate(choices(words, options))
        ],
    }


@pytest.mark.parametrize("currency", ["KWD", "JPY", "HUF"])
async def test_prices_come_back_in_currencies_with_any_number_of_decimal_places(shop: Shop, currency: str) -> None:
    async with shop.client.kit.database.transaction() as session:
        await entries.put(session, {"currency": currency})
    for number, amount in enumerate((1, 999, 1_000, 1_500, 999_999, 1_000_000)):
        prices = [{"amount": amount, "currency": currency}]
        await shop.group(name=f"Basket {number}", products=[product_of(sku=f"b-{number}", prices=prices)])
    exported = await shop.client.get("/ecom/exports/products", headers=shop.writer)
    found = await upload(shop, exported.content)
    await with_worker(shop.client, preview(shop, found))
    assert [row["outcome"] for row in await rows_of(shop, found)] == ["same"] * 6


@pytest.mark.parametrize("seed", range(5))
async def test_a_shop_comes_back_as_it_was_and_is_the_same_elsewhere(shop: Shop, seed: int) -> None:
    words = Words(seed)
    for number in range(GROUPS):
        await shop.group(**group(words, number))
    exported = await shop.client.get("/ecom/exports/products", headers=shop.writer)
    found = await upload(shop, exported.content)
    await with_worker(shop.client, preview(shop, found))
    changed = [row for start in range(0, 200, 100) for row in await rows_of(shop, found, start=start)]
    assert [row for row in changed if row["outcome"] != "same"] == []

    for each in (await shop.read("/ecom/product-groups?limit=100"))["results"]:
        assert (await shop.send("DELETE", f"/ecom/product-groups/{each['id']}")).status_code == 204
    await with_worker(shop.client, bring(shop, exported.content))
    again = await shop.client.get("/ecom/exports/products", headers=shop.writer)
    assert sorted(again.text.splitlines()) == sorted(exported.text.splitlines())
