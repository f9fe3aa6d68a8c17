"""`/cms/holidays`."""

from datetime import UTC, datetime

import holidays
import pytest

from cms.holidays.calendar import check_place, holidays_of
from kit.testing import ServiceClient, Tokens
from tests.cms.test_config_entries import SITE


async def days(client: ServiceClient, **asked: str | int) -> dict[str, str]:
    answer = await client.get("/cms/holidays", params=asked)
    assert answer.headers["cache-control"] == "public, max-age=3600"
    return {holiday["date"]: holiday["name"] for holiday in answer.json()}


async def set_site(client: ServiceClient, tokens: Tokens, **changed: str) -> None:
    await client.put("/private/site", json={**SITE, **changed}, headers=tokens.internal("auth", to="cms"))


class TestList:
    async def test_of_a_country_and_a_year(self, client: ServiceClient) -> None:
        found = await days(client, country="GB", subdivision="ENG", year=2026)
        assert next(iter(found)) == "2026-01-01"
        assert found["2026-04-06"] == "Easter Monday"
        assert "2026-04-06" not in await days(client, country="GB", subdivision="SCT", year=2026)

    async def test_by_itself_of_the_sites_country_and_this_year(self, client: ServiceClient, tokens: Tokens) -> None:
        await set_site(client, tokens, timezone="Europe/Berlin", language="de")
        assert (await days(client))[f"{datetime.now(UTC).year}-10-03"] == "Tag der Deutschen Einheit"

    async def test_names_are_in_the_sites_language_where_they_are_known(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        await set_site(client, tokens, language="en-GB")
        assert (await days(client, country="DE", year=2026))["2026-10-03"] == "German Unity Day"
        await set_site(client, tokens, language="fr")
        assert (await days(client, country="DE", year=2026))["2026-10-03"] == "Tag der Deutschen Einheit"

    @pytest.mark.parametrize(
        ("asked", "field"),
        [
            ({"country": "ZZ"}, "country"),
            ({"country": "gb"}, "country"),
            ({"country": "__"}, "country"),
            ({"country": "GB", "subdivision": "BY"}, "subdivision"),
            ({"country": "GB", "year": 1899}, "year"),
            ({"country": "GB", "year": 10**30}, "year"),
        ],
    )
    async def test_what_is_not_known_is_said(self, client: ServiceClient, asked: dict[str, str], field: str) -> None:
        answer = await client.get("/cms/holidays", params=asked)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    async def test_a_site_of_no_country_has_to_name_one(self, client: ServiceClient) -> None:
        answer = await client.get("/cms/holidays")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "missing")


class TestCalendar:
    def test_every_place_that_is_offered_can_be_asked_for(self) -> None:
        days = {}
        for country, parts in holidays.list_supported_countries(include_aliases=False).items():
            for part in (None, *parts[:1]):
                check_place(country, part)
                days[country, part] = holidays_of(country, part, 2026, "en")
        # Nobody lives on a few islands.
        assert len([place for place in days if not days[place]]) < 10
