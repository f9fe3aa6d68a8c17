import pytest

from content.url_maps import missing
from tests.content.factory import JSON, Site
from tests.content.url_maps import added, new


class TestMissing:
    async def report(self, site: Site, *missed: tuple[str, int, str | None]) -> None:
        addresses = [
            {"url": url, "hits": hits, **({"referrer": referrer} if referrer else {})} for url, hits, referrer in missed
        ]
        answer = await site.client.post(
            "/private/missing-addresses",
            json={"addresses": addresses},
            headers=site.tokens.internal("web", to="content"),
        )
        assert answer.status_code == 204, answer.text

    async def log(self, site: Site, **params: str) -> list[JSON]:
        answer = await site.client.get("/cms/url-maps/missing", params=params, headers=site.editor)
        results: list[JSON] = answer.json()["results"]
        return results

    async def test_reports_add_up(self, site: Site) -> None:
        await self.report(site, ("/a?x", 2, "https://from.example/"), ("/a/", 1, None), ("/..", 1, None))
        await self.report(site, ("/a", 1, None), ("/b", 1, None))
        [first, second] = await self.log(site, sort="-hits")
        assert (first["url"], first["hits"], first["referrer"]) == ("/a", 4, "https://from.example/")
        assert (second["url"], second["hits"]) == ("/b", 1)

    async def test_what_is_answered_by_now_is_not_listed(self, site: Site) -> None:
        await self.report(site, ("/a", 1, None), ("/b", 1, None), ("/c/d", 1, None), ("/e", 1, None))
        await added(site, "/a", "/")
        await new(site, "/b")
        await added(site, "/c/*", "/")
        assert [one["url"] for one in await self.log(site)] == ["/e"]

    async def test_an_entry_can_be_taken_off(self, site: Site) -> None:
        await self.report(site, ("/a", 1, None))
        [entry] = await self.log(site)
        for status in (204, 404):
            answer = await site.client.delete(f"/cms/url-maps/missing/{entry['id']}", headers=site.editor)
            assert answer.status_code == status

    async def test_what_is_asked_for_time_and_again_keeps_nothing_new_out(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(missing, "MAX_ADDRESSES", 4)
        for _ in range(2):
            await self.report(site, *((f"/wp-{number}", 2, None) for number in range(6)))
        await self.report(site, ("/missed", 1, None))
        urls = [one["url"] for one in await self.log(site)]
        assert len(urls) == 4
        assert urls[0] == "/missed"

    async def test_a_report_may_be_as_long_as_addresses_are(self, site: Site) -> None:
        missed = [(f"/{'ä' * 600}/{number}", 1, f"https://from.example/{'x' * 1_900}") for number in range(500)]
        await self.report(site, *missed)
        assert len(await self.log(site, limit="100")) == 100

    async def test_scanners_do_not_push_out_what_people_miss(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(missing, "MAX_ADDRESSES", 3)
        await self.report(site, ("/missed", 2, None))
        await self.report(site, *((f"/wp-{number}", 1, None) for number in range(5)))
        urls = [one["url"] for one in await self.log(site)]
        assert len(urls) == 3
        assert "/missed" in urls
