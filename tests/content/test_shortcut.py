"""The web host's own way to a page: what it answers is what the route answers, to the letter."""

from urllib.parse import quote

import httpx
import pytest

from content.app import app
from content.page_render.shortcut_endpoints import page_for_anybody
from tests.content.factory import Site, add_text, column_of, id_, whitelist

# Of no meaning to any route, and said by none whom the shortcut serves.
BY_THE_ROUTE = {"Accept-Language": "en"}


async def ask(site: Site, url: str, **headers: str) -> httpx.Response:
    """As the host spells it."""
    encoded = quote(url, safe="!~*'()")
    return await site.client.get(
        f"/client/page-render?css=false&url={encoded}", headers={"X-Request-Id": "as-the-host-asks", **headers}
    )


async def both(site: Site, url: str) -> tuple[httpx.Response, httpx.Response]:
    """The answer by the shortcut and by the route."""
    return await ask(site, url), await ask(site, url, **BY_THE_ROUTE)


def told(answer: httpx.Response) -> tuple[int, str, list[tuple[str, str]]]:
    return (
        answer.status_code,
        answer.text,
        sorted(pair for pair in answer.headers.items() if pair[0] != "server-timing"),
    )


class TestTheSameAsTheRoute:
    @pytest.mark.parametrize(
        "url", ["/", "/caf\u00e9", "/caf%C3%A9", "/club", "/mixed", "/nowhere", "/a/../b", "/%ff", "about", "/x?a=b#c"]
    )
    async def test_for_every_kind_of_page(self, site: Site, url: str) -> None:
        await site.new_page("/café")
        await site.new_page("/club", config={"scopeWhitelist": ["club"], "menu": {"visible": True}})
        mixed = await site.new_page("/mixed")
        node_id = id_()
        text = add_text(column_of(mixed), "<p>For members only</p>", node_id=node_id)
        await site.saved(mixed, *text, whitelist(node_id, ["club"]))
        short, route = await both(site, url)
        assert told(short) == told(route)

    async def test_nothing_that_is_for_some(self, site: Site) -> None:
        await site.new_page("/club", "Club", config={"scopeWhitelist": ["club"], "menu": {"visible": True}})
        assert (await ask(site, "/club")).status_code == 401
        assert "Club" not in (await ask(site, "/")).text

    async def test_after_each_change(self, site: Site) -> None:
        page = await site.new_page("/about")
        await ask(site, "/about")
        await site.saved(page, *add_text(column_of(page), "<p>Said later</p>"))
        assert "Said later" in (await ask(site, "/about")).text

    async def test_a_failing_database(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        await site.client.kit.database.pool.close()
        short, route = await both(site, "/")
        assert short.status_code == 503
        assert told(short) == told(route)


class TestWhoIsKnown:
    async def test_gets_what_is_theirs(self, site: Site) -> None:
        await site.new_page("/club", config={"scopeWhitelist": ["club"]})
        bearer = site.tokens.bearer("club")
        assert (await ask(site, "/club", **bearer)).status_code == 200
        assert (await ask(site, "/club", Cookie=f"pagewright_session={bearer['Authorization'][7:]}")).status_code == 200

    async def test_an_editor_sees_the_page_as_somebody_else(self, site: Site) -> None:
        await site.new_page("/club", config={"scopeWhitelist": ["club"]})
        assert (await ask(site, "/club", **site.editor, **{"View-As": "other"})).status_code == 403


class TestQueries:
    async def test_the_hosts_own_is_answered(self, site: Site) -> None:
        answer = await page_for_anybody(app, b"css=false&url=%2F")
        assert answer is not None
        assert answer.status_code == 200

    @pytest.mark.parametrize(
        "query",
        [
            b"url=%2F",
            b"url=%2F&css=false",
            b"css=true&url=%2F",
            b"css=false&url=",
            b"css=false&url=%2F&css=true",
            b"css=false&url=/a+b",
            b"css=false&url=%ff",
            b"css=false&url=" + b"x" * 10_001,
            b"",
        ],
    )
    async def test_any_other_is_the_routes(self, site: Site, query: bytes) -> None:
        assert await page_for_anybody(app, query) is None
