"""`/cms/countries`."""

from kit.testing import ServiceClient, Tokens
from tests.cms.test_config_entries import SITE


async def names(client: ServiceClient) -> dict[str, str]:
    answer = await client.get("/cms/countries")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    return {country["code"]: country["name"] for country in answer.json()}


async def in_language(client: ServiceClient, tokens: Tokens, language: str) -> dict[str, str]:
    site = {**SITE, "language": language}
    await client.put("/private/site", json=site, headers=tokens.internal("auth", to="cms"))
    return await names(client)


class TestList:
    async def test_there_are_those_of_the_standard_and_kosovo(self, client: ServiceClient) -> None:
        found = await names(client)
        assert len(found) == 249 + 1
        assert {"GB", "US", "DE", "AX", "XK"} <= found.keys()
        assert not {"EU", "UN", "ZZ", "XA", "AC"} & found.keys()

    async def test_they_are_ordered_by_name_whatever_its_accents(self, client: ServiceClient) -> None:
        found = list((await names(client)).values())
        assert found[:3] == ["Afghanistan", "Åland Islands", "Albania"]
        assert found[-1] == "Zimbabwe"

    async def test_names_are_in_the_sites_language(self, client: ServiceClient, tokens: Tokens) -> None:
        assert (await in_language(client, tokens, "de"))["DE"] == "Deutschland"
        assert (await in_language(client, tokens, "pt-BR"))["DE"] == "Alemanha"

    async def test_in_a_language_without_names_they_are_english(self, client: ServiceClient, tokens: Tokens) -> None:
        assert (await in_language(client, tokens, "qqq"))["DE"] == "Germany"
