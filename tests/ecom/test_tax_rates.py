from typing import Any

import pytest

from ecom.app import app
from ecom.tax_rates.endpoints import tax_rates
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contracts import ResourceContract

ADDRESS = "/ecom/tax-rates"
VAT = {"name": "VAT", "country": "GB", "rateMillionths": 200_000}


class TestTaxRates(ResourceContract):
    app = app
    resource = tax_rates
    address = ADDRESS

    def payload(self, number: int) -> dict[str, Any]:
        return {
            "name": f"Tax {number:02}",
            "country": f"G{'BGE'[number % 3]}",
            "county": f"County {number:02}; Another",
            "town": f"Town {number:02}",
            "postcode": f"BT{number};IV1...IV63;KW*",
            "taxClass": f"class-{number:02}",
            "rateMillionths": 50_000 + number,
            "priority": number + 1,
            "isCompound": True,
            "appliesToDelivery": False,
            "startsAt": "2026-01-01T00:00:00Z",
            "endsAt": "2027-01-01T00:00:00Z",
        }


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    return await start(app)


@pytest.fixture
def writer(tokens: Tokens) -> dict[str, str]:
    return tokens.bearer("ecom:write")


class TestRules:
    async def test_stars_are_any_place(self, client: ServiceClient, writer: dict[str, str]) -> None:
        body = {**VAT, "country": "*", "county": "*", "town": "*", "postcode": "*"}
        stored = (await client.post(ADDRESS, json=body, headers=writer)).json()
        assert [stored[name] for name in ("country", "county", "town", "postcode")] == [None, "", "", ""]

    @pytest.mark.parametrize("tax_class", ["reduced-", "reduced--rate"])
    async def test_a_product_has_no_class_that_no_rate_can_have(
        self, client: ServiceClient, writer: dict[str, str], tax_class: str
    ) -> None:
        for address, body in ((ADDRESS, VAT), ("/ecom/product-groups", {"name": "Tea"})):
            answer = await client.post(address, json={**body, "taxClass": tax_class}, headers=writer)
            assert [each["field"] for each in answer.json()["errors"]] == ["taxClass"], address

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("country", "XX", "unknown_country"),
            ("postcode", "2000...1000", "postcode_pattern"),
            ("postcode", "B*T", "postcode_pattern"),
            ("rateMillionths", -1, "greater_than_equal"),
            ("rateMillionths", 200_000.5, "int_type"),
            ("rateMillionths", "1\u0660", "int_type"),
            ("rateMillionths", 10_000_001, "less_than_equal"),
            ("priority", 0, "greater_than_equal"),
            ("taxClass", "Reduced rate", "string_pattern_mismatch"),
            ("county", "A\nB", "not_one_line"),
        ],
    )
    async def test_what_means_nothing_is_refused_beside_its_field(
        self, client: ServiceClient, writer: dict[str, str], field: str, value: Any, code: str
    ) -> None:
        answer = await client.post(ADDRESS, json={**VAT, field: value}, headers=writer)
        assert (answer.status_code, [(each["field"], each["code"]) for each in answer.json()["errors"]]) == (
            422,
            [(field, code)],
        )

    async def test_infinity_is_no_rate(self, client: ServiceClient, writer: dict[str, str]) -> None:
        body = '{"name": "VAT", "rateMillionths": 1e400}'
        headers = {**writer, "content-type": "application/json"}
        assert (await client.post(ADDRESS, content=body, headers=headers)).status_code == 422

    async def test_it_ends_after_it_starts(self, client: ServiceClient, writer: dict[str, str]) -> None:
        body = {**VAT, "startsAt": "2026-02-01T00:00:00Z", "endsAt": "2026-02-01T00:00:00Z"}
        answer = await client.post(ADDRESS, json=body, headers=writer)
        assert [(each["field"], each["code"]) for each in answer.json()["errors"]] == [("endsAt", "ends_before_start")]

    async def test_what_other_shops_export_is_stored_whole(self, client: ServiceClient, writer: dict[str, str]) -> None:
        body = {
            "name": "US AL",
            "country": "US",
            "county": "AL",
            "town": "*",
            "postcode": "12345; 12346",
            "taxClass": "standard",
            "rateMillionths": 20_000,
            "priority": 2,
            "isCompound": True,
            "appliesToDelivery": True,
        }
        stored = (await client.post(ADDRESS, json=body, headers=writer)).json()
        assert {name: stored[name] for name in body} == {**body, "town": "", "postcode": "12345;12346"}


class TestApplying:
    async def test_says_what_each_class_is_taxed_by(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for body in (
            VAT,
            {**VAT, "rateMillionths": 50_000, "taxClass": "reduced-rate"},
            {"name": "US", "country": "US", "rateMillionths": 100_000},
            {"name": "District", "country": "US", "postcode": "12345", "rateMillionths": 120_000},
            {
                "name": "County",
                "country": "US",
                "county": "AL; Alabama",
                "rateMillionths": 20_000,
                "priority": 2,
                "isCompound": True,
            },
            {"name": "Later", "country": "GB", "rateMillionths": 1, "priority": 3, "startsAt": "2999-01-01T00:00:00Z"},
        ):
            assert (await client.post(ADDRESS, json=body, headers=writer)).status_code == 201

        async def totals(**address: str) -> dict[str, int]:
            answer = await client.get(f"{ADDRESS}/applying", params=address, headers=writer)
            assert answer.status_code == 200, answer.text
            return {each["taxClass"]: each["totalMillionths"] for each in answer.json()}

        assert await totals(country="gb") == {"standard": 200_000, "reduced-rate": 50_000}
        assert await totals(country="US") == {"standard": 100_000}
        # Ten per cent, and two per cent of that on top.
        assert await totals(country="US", county="alabama", postcode="99999") == {"standard": 122_000}
        assert await totals(country="US", postcode="12345-0001") == {"standard": 120_000}
        assert await totals(country="FR") == {}

    async def test_needs_a_country_that_there_is(self, client: ServiceClient, writer: dict[str, str]) -> None:
        answer = await client.get(f"{ADDRESS}/applying", params={"country": "XX"}, headers=writer)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "country")


class TestUntaxed:
    async def test_names_the_classes_of_products_without_a_rate_in_the_shops_country(
        self, client: ServiceClient, writer: dict[str, str]
    ) -> None:
        async def untaxed() -> Any:
            answer = await client.get(f"{ADDRESS}/untaxed", headers=writer)
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert await untaxed() == {"country": "GB", "taxClasses": []}
        for tax_class in ("standard", "zero-rate", "reduced-rate", "later", "over", "everywhere", "islands", None):
            group = {"name": f"Of {tax_class}", "taxClass": tax_class}
            assert (await client.post("/ecom/product-groups", json=group, headers=writer)).status_code == 201
        rates: list[dict[str, Any]] = [
            VAT,
            {**VAT, "taxClass": "reduced-rate", "country": "IE"},
            {**VAT, "taxClass": "later", "startsAt": "2999-01-01T00:00:00Z"},
            {**VAT, "taxClass": "over", "endsAt": "2020-01-01T00:00:00Z"},
            {**VAT, "taxClass": "everywhere", "country": None},
            {**VAT, "taxClass": "islands", "postcode": "IV1...IV63"},
        ]
        for body in rates:
            assert (await client.post(ADDRESS, json=body, headers=writer)).status_code == 201
        assert (await untaxed())["taxClasses"] == ["later", "over", "reduced-rate", "zero-rate"]
        # Nothing is a rate as well, and says that it is meant.
        zero = {**VAT, "taxClass": "zero-rate", "rateMillionths": 0}
        assert (await client.post(ADDRESS, json=zero, headers=writer)).status_code == 201
        assert "zero-rate" not in (await untaxed())["taxClasses"]

    async def test_names_no_more_than_somebody_reads(self, client: ServiceClient, writer: dict[str, str]) -> None:
        for number in range(21):
            body = {"name": f"Of {number}", "taxClass": f"class-{number:02}"}
            assert (await client.post("/ecom/product-groups", json=body, headers=writer)).status_code == 201
        found = (await client.get(f"{ADDRESS}/untaxed", headers=writer)).json()["taxClasses"]
        assert found == [f"class-{number:02}" for number in range(20)]
