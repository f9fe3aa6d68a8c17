import asyncio
import uuid
from typing import Any

import pytest

from ecom.app import app
from ecom.shipping_matrices.endpoints import shipping_matrices
from ecom.shipping_matrices.reading import MAX_DEPTH, MAX_ROWS
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contracts import ResourceContract

ADDRESS = "/ecom/shipping-matrices"
JSON = dict[str, Any]
HEAVY_IN_BELFAST: list[JSON] = [
    {"variable": "postcode", "operator": "starts_with", "operand": "BT", "logic": "and"},
    {"variable": "weight", "operator": "over", "operand": 2000, "consequenceType": "set_shipping", "consequence": 1250},
]
ELSE: JSON = {"variable": "always", "consequenceType": "set_shipping", "consequence": 395}


def to(matrix: JSON) -> JSON:
    return {"variable": "always", "consequenceType": "to_matrix", "consequence": matrix["id"]}


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
def writer(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("ecom:write")


class Calls:
    """The calls of the room."""

    def __init__(self, client: ServiceClient, headers: dict[str, str]) -> None:
        self.client, self.headers = client, headers

    async def post(self, name: str, *rows: JSON, **more: Any) -> Any:
        return await self.client.post(ADDRESS, json={"name": name, "rows": [*rows], **more}, headers=self.headers)

    async def add(self, name: str, *rows: JSON, **more: Any) -> JSON:
        answer = await self.post(name, *rows, **more)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def put(self, matrix: JSON, *rows: JSON, **more: Any) -> Any:
        body = {**matrix, "rows": [*rows], **more}
        return await self.client.put(f"{ADDRESS}/{matrix['id']}", json=body, headers=self.headers)

    async def delete(self, matrix: JSON) -> Any:
        return await self.client.delete(f"{ADDRESS}/{matrix['id']}", headers=self.headers)

    async def first(self) -> list[str]:
        listed = (await self.client.get(ADDRESS, headers=self.headers)).json()["results"]
        return [each["name"] for each in listed if each["isFirst"]]

    async def simulate(self, **body: Any) -> JSON:
        answer = await self.client.post(f"{ADDRESS}/simulations", json=body, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


@pytest.fixture
def calls(client: ServiceClient, writer: dict[str, str]) -> Calls:
    return Calls(client, writer)


def fault_of(answer: Any) -> tuple[int, str, str]:
    fault = answer.json()["errors"][0]
    return answer.status_code, fault["field"], fault["code"]


class TestShippingMatrices(ResourceContract):
    app = app
    resource = shipping_matrices
    address = ADDRESS

    def payload(self, number: int) -> JSON:
        return {
            "name": f"Zone {number:02}",
            "currency": "GBP",
            "rows": [
                {
                    "variable": "weight",
                    "operator": "at_most",
                    "operand": 1000 + number,
                    "logic": "then",
                    "consequenceType": "set_shipping",
                    "consequence": 395,
                }
            ],
        }


class TestRows:
    @pytest.mark.parametrize(
        ("row", "field", "code"),
        [
            ({**ELSE, "variable": "age"}, "variable", "literal_error"),
            ({**ELSE, "variable": "weight"}, "operator", "operator_unsuitable"),
            ({**ELSE, "variable": "weight", "operator": "contains", "operand": 1}, "operator", "operator_unsuitable"),
            (
                {**ELSE, "variable": "country", "operator": "contains", "operand": "G"},
                "operator",
                "operator_unsuitable",
            ),
            ({**ELSE, "variable": "weight", "operator": "is", "operand": "1\u0660"}, "operand", "number_missing"),
            ({**ELSE, "variable": "weight", "operator": "is", "operand": "10"}, "operand", "number_missing"),
            ({**ELSE, "variable": "length", "operator": "is", "operand": 10**9}, "operand", "number_too_great"),
            ({**ELSE, "variable": "town", "operator": "is", "operand": 3}, "operand", "text_missing"),
            ({**ELSE, "variable": "town", "operator": "is", "operand": "  "}, "operand", "text_missing"),
            ({**ELSE, "variable": "town", "operator": "is_one_of", "operand": " ; "}, "operand", "text_missing"),
            ({**ELSE, "variable": "postcode", "operator": "is", "operand": "!"}, "operand", "text_missing"),
            (
                {**ELSE, "variable": "postcode", "operator": "is_one_of", "operand": "B*T"},
                "operand",
                "postcode_pattern",
            ),
            ({**ELSE, "variable": "postcode", "operator": "is_one_of", "operand": "*"}, "operand", "postcode_pattern"),
            ({**ELSE, "variable": "country", "operator": "is", "operand": "XX"}, "operand", "unknown_country"),
            ({**ELSE, "operand": 3}, "operand", "not_empty"),
            ({**ELSE, "consequence": None}, "consequence", "amount_missing"),
            ({**ELSE, "consequence": str(uuid.uuid4())}, "consequence", "amount_missing"),
            ({**ELSE, "consequenceType": None}, "consequenceType", "missing"),
            ({**ELSE, "consequenceType": "to_matrix"}, "consequence", "matrix_missing"),
            ({**ELSE, "consequenceType": "no_delivery"}, "consequence", "not_empty"),
            (
                {**ELSE, "consequenceType": "to_matrix", "consequence": str(uuid.uuid4())},
                "consequence",
                "unknown_reference",
            ),
            ({**ELSE, "logic": "and"}, "logic", "sentence_not_ended"),
        ],
    )
    async def test_that_mean_nothing_are_refused_beside_the_field(
        self, calls: Calls, row: JSON, field: str, code: str
    ) -> None:
        assert fault_of(await calls.post("Zone", ELSE, row)) == (422, f"rows.1.{field}", code)

    async def test_what_always_applies_is_one_by_itself(self, calls: Calls) -> None:
        answer = await calls.post("Zone", HEAVY_IN_BELFAST[0], ELSE)
        assert fault_of(answer) == (422, "rows.1.variable", "always_is_alone")

    async def test_a_joined_row_has_no_result(self, calls: Calls) -> None:
        answer = await calls.post("Zone", {**HEAVY_IN_BELFAST[1], "logic": "or"}, ELSE)
        assert fault_of(answer) == (422, "rows.0.consequenceType", "not_empty")

    async def test_are_bounded(self, calls: Calls) -> None:
        assert (await calls.post("Zone", *[ELSE] * MAX_ROWS)).status_code == 201
        answer = await calls.post("More", *[ELSE] * (MAX_ROWS + 1))
        assert fault_of(answer) == (422, "rows", "too_long")
        assert (await calls.post("More", *[ELSE] * 10_001)).status_code == 413

    @pytest.mark.parametrize("number", ["1e400", "-1", "1.5", "true", "1" + "0" * 30])
    async def test_numbers_are_whole_and_finite(self, calls: Calls, number: str) -> None:
        rows = f'[{{"variable": "always", "consequenceType": "set_shipping", "consequence": {number}}}]'
        body = f'{{"name": "Zone", "rows": {rows}}}'
        headers = {**calls.headers, "content-type": "application/json"}
        assert (await calls.client.post(ADDRESS, content=body, headers=headers)).status_code == 422

    async def test_are_stored_as_they_are_compared(self, calls: Calls) -> None:
        rows = [
            {**ELSE, "variable": "postcode", "operator": "is_one_of", "operand": "bt1 1aa; iv1…iv63"},
            {**ELSE, "variable": "country", "operator": "is_none_of", "operand": "gb; ie"},
            {**ELSE, "variable": "town", "operator": "is_one_of", "operand": " Bangor;;Newry "},
        ]
        stored = await calls.add("Zone", *rows)
        assert [row["operand"] for row in stored["rows"]] == ["BT11AA;IV1...IV63", "GB;IE", "Bangor; Newry"]


class TestOtherMatrices:
    async def test_one_cannot_lead_to_itself(self, calls: Calls) -> None:
        one = await calls.add("One", ELSE)
        assert fault_of(await calls.put(one, to(one))) == (422, "rows.0.consequence", "shipping_matrix_circle")

    async def test_nor_through_two_others(self, calls: Calls) -> None:
        one = await calls.add("One", ELSE)
        two = await calls.add("Two", to(one))
        three = await calls.add("Three", ELSE, to(two))
        answer = await calls.put(one, ELSE, to(three))
        assert fault_of(answer) == (422, "rows.1.consequence", "shipping_matrix_circle")
        assert "One → Three → Two → One" in answer.json()["detail"]
        assert (await calls.put(one, ELSE)).status_code == 200

    async def test_two_who_save_at_once_close_no_circle(self, calls: Calls) -> None:
        for turn in range(10):
            one, two = [await calls.add(f"{turn} {name}", ELSE) for name in ("one", "two")]
            answers = await asyncio.gather(calls.put(one, to(two)), calls.put(two, to(one)))
            assert sorted(answer.status_code for answer in answers) == [200, 422], turn

    async def test_no_more_than_can_be_read_follow_one_another(self, calls: Calls) -> None:
        last = await calls.add("Zone 0", ELSE)
        for number in range(1, MAX_DEPTH):
            last = await calls.add(f"Zone {number}", to(last))
        answer = await calls.post("Too deep", to(last))
        assert fault_of(answer) == (422, "rows.0.consequence", "shipping_matrix_too_deep")

    async def test_one_that_others_lead_to_is_not_deleted(self, calls: Calls) -> None:
        one = await calls.add("One", ELSE)
        two = await calls.add("Two", ELSE, to(one), isFirst=True)
        answer = await calls.delete(one)
        assert (answer.status_code, answer.json()["code"]) == (409, "shipping_matrix_in_use")
        assert answer.json()["usedBy"] == [{"id": two["id"], "name": "Two", "rows": [1]}]
        assert (await calls.put(two, ELSE)).status_code == 200
        assert (await calls.delete(one)).status_code == 204


class TestFirst:
    async def test_it_is_the_first_that_is_made_until_another_is(self, calls: Calls) -> None:
        one = await calls.add("One", ELSE, isFirst=False)
        two = await calls.add("Two", ELSE)
        assert await calls.first() == ["One"]
        assert (await calls.put(two, ELSE, isFirst=True)).json()["isFirst"] is True
        assert await calls.first() == ["Two"]
        # What was read before is still what it is saved on.
        assert (await calls.put(one, ELSE, name="Ones", isFirst=False)).status_code == 200
        assert await calls.first() == ["Two"]

    async def test_it_goes_last(self, calls: Calls) -> None:
        one = await calls.add("One", ELSE)
        two = await calls.add("Two", ELSE)
        assert (await calls.delete(one)).json()["code"] == "shipping_matrix_in_use"
        assert (await calls.delete(two)).status_code == 204
        assert (await calls.delete(one)).status_code == 204

    async def test_two_who_make_theirs_the_first_at_once_leave_one(self, calls: Calls) -> None:
        answers = await asyncio.gather(*[calls.post(f"Zone {number}", ELSE, isFirst=True) for number in range(5)])
        assert {answer.status_code for answer in answers} == {201}
        assert len(await calls.first()) == 1


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
                "found": found,
                "isMet": True,
                "hasFired": True,
            }
            for row, found in enumerate(["BT11AA", 2500])
        ]
        light = await calls.simulate(address=self.BELFAST, facts={"weight": 2000})
        assert light["amount"] == 395
        assert [(row["isMet"], row["hasFired"]) for row in light["rows"]] == [
            (True, False),
            (False, False),
            (True, True),
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
