import uuid

import pytest

from ecom.app import app
from ecom.shipping_matrices.reading import MAX_ROWS
from kit.testing import ServiceClient, Start, Tokens
from tests.ecom.delivery_rules import ADDRESS, ELSE, HEAVY_IN_BELFAST, JSON, Calls, fault_of, to


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
def writer(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("ecom:write")


@pytest.fixture
def calls(client: ServiceClient, writer: dict[str, str]) -> Calls:
    return Calls(client, writer)


class TestSimulations:
    BELFAST: JSON = {"country": "GB", "postcode": "bt1 1aa"}

    async def test_says_what_it_costs_and_why(self, calls: Calls) -> None:
        matrix = await calls.add("Standard", *HEAVY_IN_BELFAST, ELSE)
        heavy = await calls.simulate(address=self.BELFAST, facts={"weight": 2500})
        assert (heavy["outcome"], heavy["amount"], heavy["currency"]) == ("charged", 1250, "GBP")
        assert heavy["rows"] == [
            {
                "matrixId": matrix["id"],
                "matrix": "Standard",
                "row": row,
                "sentence": 0,
                "found": found,
                "isMet": True,
                "hasFired": True,
            }
            for row, found in enumerate(["BT11AA", 2500])
        ]
        light = await calls.simulate(address=self.BELFAST, facts={"weight": 2000})
        assert light["amount"] == 395
        assert [(row["sentence"], row["isMet"], row["hasFired"]) for row in light["rows"]] == [
            (0, True, False),
            (0, False, False),
            (1, True, True),
        ]

    async def test_tries_rows_that_are_not_saved(self, calls: Calls) -> None:
        saved = await calls.add("Standard", ELSE)
        rows = [{**ELSE, "consequence": 100}]
        assert (await calls.simulate(address=self.BELFAST, rows=rows))["amount"] == 100
        tried = await calls.simulate(address=self.BELFAST, rows=[to(saved)])
        assert (tried["amount"], [row["matrix"] for row in tried["rows"]]) == (395, ["", "Standard"])
        assert (await calls.simulate(address=self.BELFAST, matrixId=saved["id"], rows=rows))["amount"] == 100
        assert (await calls.simulate(address=self.BELFAST, matrixId=saved["id"], rows=[to(saved)]))[
            "outcome"
        ] == "circle"
        assert (await calls.simulate(address=self.BELFAST))["amount"] == 395

    async def test_begins_where_it_is_told(self, calls: Calls) -> None:
        await calls.add("First", ELSE)
        other = await calls.add("Other", {**ELSE, "consequence": 900})
        assert (await calls.simulate(address=self.BELFAST, matrixId=other["id"]))["amount"] == 900

    async def test_without_a_matrix_nothing_is_delivered(self, calls: Calls) -> None:
        found = await calls.simulate(address=self.BELFAST)
        assert (found["amount"], found["outcome"], found["rows"]) == (None, "not_set_up", [])

    async def test_with_nothing_to_deliver_it_costs_nothing(self, calls: Calls) -> None:
        found = await calls.simulate(address=self.BELFAST, facts={"items": 0})
        assert (found["amount"], found["outcome"]) == (0, "nothing_to_deliver")

    async def test_amounts_of_another_currency_do_not_count(self, calls: Calls) -> None:
        await calls.add("Euros", ELSE, currency="EUR")
        assert (await calls.simulate(address=self.BELFAST))["outcome"] == "other_currency"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"address": {"country": "XX"}},
            {"address": BELFAST, "facts": {"weight": -1}},
            {"address": BELFAST, "facts": {"weight": 1.5}},
            {"address": BELFAST, "rows": [ELSE] * (MAX_ROWS + 1)},
            {"address": BELFAST, "rows": [{**ELSE, "consequence": None}]},
            {"address": BELFAST, "total": 3},
        ],
    )
    async def test_what_means_nothing_is_refused(self, calls: Calls, body: JSON) -> None:
        answer = await calls.client.post(f"{ADDRESS}/simulations", json=body, headers=calls.headers)
        assert answer.status_code == 422

    async def test_readers_may(self, client: ServiceClient, tokens: Tokens) -> None:
        reader = Calls(client, tokens.bearer("ecom:read"))
        assert (await reader.simulate(address=self.BELFAST))["outcome"] == "not_set_up"

    async def test_a_basket_of_products_is_weighed(self, calls: Calls) -> None:
        await calls.add("Standard", *HEAVY_IN_BELFAST, ELSE)
        group = {"name": "Basket", "taxClass": "standard", "isPublished": True}
        price = {"kind": "standard", "currency": "GBP", "amount": 1200}
        product = {"sku": "B1", "weightGrams": 900, "lengthMm": 400, "prices": [price]}
        unweighed = {"sku": "B2", "prices": [price]}
        sent = {"sku": "B3", "needsDelivery": False, "weightGrams": 9000, "prices": [price]}
        answers = []
        for each in (product, unweighed, sent):
            made = await calls.client.post(
                "/ecom/product-groups", json={**group, "name": each["sku"], "products": [each]}, headers=calls.headers
            )
            assert made.status_code == 201, made.text
            answers.append(made.json()["products"][0]["id"])
        rate = {"name": "VAT", "country": "GB", "rateMillionths": 200_000}
        assert (await calls.client.post("/ecom/tax-rates", json=rate, headers=calls.headers)).status_code == 201

        products = [
            {"productId": each, "quantity": quantity} for each, quantity in zip(answers, (3, 2, 1), strict=True)
        ]
        found = await calls.simulate(address=self.BELFAST, products=products)
        assert found["facts"] == {
            "items": 5,
            "weight": 2700,
            "heaviest": 900,
            "length": 400,
            "width": 0,
            "height": 0,
            "totalExclTax": 5000,
            "totalInclTax": 6000,
            "unknownWeights": 2,
        }
        assert found["amount"] == 1250
        only_sent = await calls.simulate(address=self.BELFAST, products=products[2:])
        assert (only_sent["amount"], only_sent["outcome"]) == (0, "nothing_to_deliver")

    async def test_a_product_that_there_is_not_is_named(self, calls: Calls) -> None:
        products = [{"productId": str(uuid.uuid4()), "quantity": 1}]
        body = {"address": self.BELFAST, "products": products}
        answer = await calls.client.post(f"{ADDRESS}/simulations", json=body, headers=calls.headers)
        assert fault_of(answer) == (422, "products.0.productId", "unknown_reference")
