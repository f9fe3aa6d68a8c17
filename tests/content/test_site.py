import asyncio

from kit.testing import ServiceClient, Tokens
from tests.content.factory import Site, own_plugins, put_site


class TestPut:
    async def test_it_makes_the_first_pages(self, site: Site) -> None:
        home = await site.page("/")
        assert home["site"] == {"name": "Willow & Sons", "language": "en", "hasEcom": False, "hasCRM": False}
        assert "<h1>Welcome to Willow &amp; Sons</h1>" in own_plugins(home)[0]["fields"]["content"]
        assert home["page"]["plugins"][0]["ref"] == "cms.menu"
        assert home["template"]["inlineCSS"]

    async def test_the_error_pages_have_the_words_of_the_error_catalogue(self, site: Site) -> None:
        missing, broken = await site.page("/error/404"), await site.page("/error/500")
        assert missing["page"]["title"] == "404 Page Not Found"
        assert (
            "<p>The page you were looking for could not be found.</p>" in own_plugins(missing)[0]["fields"]["content"]
        )
        assert broken["page"]["title"] == "500 Internal Server Error"
        assert "<p>The server encountered an unexpected error.</p>" in own_plugins(broken)[0]["fields"]["content"]
        assert missing["page"]["config"] == {"noIndex": True}

    async def test_the_bands_have_the_tags_that_the_theme_knows(self, site: Site) -> None:
        page = (await site.page("/"))["page"]
        bands = page["layout"]["block"]["nodes"][0]["block"]["nodes"]
        fields = [page["nodeFields"][band["id"]]["site"] for band in bands]
        assert [band["type"] for band in bands] == ["layout"] * 3
        assert fields == [
            {"tagName": "header", "classNames": ["site-header"]},
            {"tagName": "main", "ids": ["main"]},
            {"tagName": "footer", "classNames": ["site-footer"]},
        ]

    async def test_the_same_again_changes_nothing(self, site: Site) -> None:
        before = await site.page("/")
        again = await put_site(site.client, site.tokens)
        assert again["version"] == before["version"]
        assert await site.page("/") == before

    async def test_later_only_the_settings_change(self, site: Site) -> None:
        before = await site.page("/")
        await put_site(site.client, site.tokens, name="Willow", hasEcom=True)
        after = await site.page("/")
        assert after["site"] == {"name": "Willow", "language": "en", "hasEcom": True, "hasCRM": False}
        assert after["version"] > before["version"]
        assert own_plugins(after) == own_plugins(before)

    async def test_of_many_at_once_one_makes_the_pages(self, client: ServiceClient, tokens: Tokens) -> None:
        answers = await asyncio.gather(*(put_site(client, tokens) for _ in range(5)))
        assert {answer["version"] for answer in answers} == {1}

    async def test_people_cannot_reach_it(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.put("/private/site", json={}, headers=tokens.bearer("super"))
        assert answer.status_code == 401
