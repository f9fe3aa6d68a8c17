"""What a check of all links finds, and what it asks others."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from content.app import app
from content.links import asking
from kit import outbound
from kit.testing import Start, Tokens
from tests.content.factory import JSON, Site, add_text, column_of, create_plugin, id_, nodes_of, place_plugin, put_site
from tests.content.linked_site import LinkedSite, linked_site
from tests.content.links import LINKS, check, faults, link_to, links, uses
from tests.kit.working import run_jobs


@pytest.fixture
async def site(start: Start, tokens: Tokens, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site that may ask this machine, and does not wait between two questions."""
    monkeypatch.setattr(asking, "PAUSE", 0)
    client = await start(app, outbound_networks=["127.0.0.0/8"])
    await put_site(client, tokens)
    return Site(client, tokens)


@pytest.fixture
async def other() -> AsyncIterator[LinkedSite]:
    async with linked_site() as site:
        yield site


async def page_with(site: Site, url: str, html: str) -> JSON:
    page = await site.new_page(url, url.strip("/"))
    return await site.saved(page, *add_text(column_of(page), html))


def linking(*addresses: str) -> str:
    return "".join(f'<p><a href="{address}">to {number}</a></p>' for number, address in enumerate(addresses))


class TestInternal:
    async def test_pages_redirects_feeds_and_screens_are_known_without_asking(self, site: Site) -> None:
        await site.new_page("/über uns", "Us")
        redirects: dict[str, JSON] = {
            "/left": {"destination": "/%C3%BCber-uns", "responseCode": 301},
            "/for-now": {"destination": "/%C3%BCber-uns", "responseCode": 302},
            "/gone": {"responseCode": 410},
        }
        for source, more in redirects.items():
            made = await site.client.post("/cms/url-maps", json={"source": source, **more}, headers=site.editor)
            assert made.status_code == 201, made.text
        own = "http://localhost:8080"
        right = ["/", "/%C3%BCber-uns/", "?a=1", "/?b#top", "#", "/cms-login", f"{own}/", "mailto:a@b.example"]
        right += ["tel:+441", "/sitemap.xml", "/for-now", "http://127.0.0.1:8080/%C3%BCber-uns"]
        wrong = ["/nowhere", "nowhere-too", "/gone", "/left", f"{own}/nowhere", "/feed.xml", "/a//b"]
        await page_with(site, "/from", linking(*right, *wrong))
        await check(site)
        assert await faults(site) == {
            "/nowhere": "page_not_found",
            "/nowhere-too": "page_not_found",
            "/gone": "page_gone",
            "/left": "moved",
            "/feed.xml": "page_not_found",
            "/a//b": "page_not_found",
        }
        assert (await link_to(site, "/left"))["destination"] == "/über-uns"
        assert not any(link["address"].startswith(("mailto:", "tel:")) for link in await links(site))

    async def test_anchors_lead_to_ids_of_nodes(self, site: Site) -> None:
        page = await page_with(site, "/from", linking("#team", "#staff", "/from#team", "/#nothing", "/from#:~:text=a"))
        name = {"name": "NODE_SET_IDS", "nodeId": column_of(page), "level": "page", "ids": ["team"]}
        await site.saved(page, name)
        await check(site)
        assert await faults(site) == {"/from#staff": "anchor_not_found", "/#nothing": "anchor_not_found"}

    async def test_each_place_is_told_with_who_shows_it(self, site: Site) -> None:
        page = await page_with(site, "/one", linking("/nowhere"))
        row = page["page"]["layout"]["block"]["nodes"][0]["id"]
        plugin = id_()
        [shared] = [
            node["id"] for node in nodes_of(page["page"]["layout"]["block"]) if node["type"] in {"col", "col-shared"}
        ][:1]
        href = {
            "name": "NODE_SET_HREF",
            "nodeId": column_of(page),
            "level": "page",
            "href": "/nowhere",
            "hrefTarget": "",
        }
        link = {"name": "LINK_SET", "nodeId": row, "href": "/nowhere", "targetBlank": True}
        picture = {"allowBackground": True, "backgroundImage": "/nowhere"}
        background = {"name": "NODE_SET_BACKGROUND", "nodeId": row, "level": "site", "background": picture}
        image = create_plugin(plugin, ref="cms.textImage", picture={"address": "/nowhere"})
        await site.saved(page, href, link, background, image, place_plugin(shared, plugin))
        await site.new_page("/two")
        await check(site)
        found = {(use["holder"], use["part"], use["field"]): use for use in await uses(site, q="nowhere")}
        assert found.keys() == {
            ("page", "plugin", "content"),
            ("page", "node", "href"),
            ("page", "link", "href"),
            ("layout", "node", "backgroundImage"),
            ("layout", "plugin", "picture.address"),
        }
        of_layout, own = found["layout", "plugin", "picture.address"], found["page", "plugin", "content"]
        everywhere = (await site.client.get("/client/pages", headers=site.editor)).json()["total"]
        assert (of_layout["pageCount"], own["pageCount"]) == (everywhere, 1)
        assert (own["pageUrl"], own["label"], own["text"]) == ("/one", "Text", "to 0")
        assert of_layout["holderName"]

    async def test_what_is_mended_is_not_found_again(self, site: Site) -> None:
        await page_with(site, "/from", linking("/nowhere"))
        await check(site)
        first = await link_to(site, "/nowhere")
        await site.new_page("/nowhere")
        await check(site)
        after = await link_to(site, "/nowhere")
        assert (after["id"], after["state"]) == (first["id"], "ok")
        assert after["firstSeenAt"] == first["firstSeenAt"] < after["lastCheckedAt"]


class TestExternal:
    async def test_each_address_is_asked_once_by_head_and_by_get_where_that_fails(
        self, site: Site, other: LinkedSite
    ) -> None:
        other.answers = {
            "/good": "200 OK",
            "HEAD /no-head": "405 Method Not Allowed",
            "GET /no-head": "200 OK",
            "/moved": "301 Moved\r\nLocation: /good",
            "/for-now": "302 Found\r\nLocation: /good",
            "/private": "403 Forbidden",
            "/inward": "302 Found\r\nLocation: http://169.254.169.254/latest",
            "/round": "301 Moved\r\nLocation: /round",
        }
        paths = ["good", "no-head", "moved", "for-now", "private", "inward", "round", "missing", "good#part"]
        html = linking(*(f"{other.url}/{path}" for path in paths), "//evil.invalid/", "/\\evil.invalid/back")
        await page_with(site, "/one", html)
        await page_with(site, "/two", html)
        await check(site)
        assert await faults(site) == {
            f"{other.url}/moved": "moved",
            f"{other.url}/private": "access_refused",
            f"{other.url}/inward": "address_not_public",
            f"{other.url}/round": "too_many_redirects",
            f"{other.url}/missing": "http_error",
            "http://evil.invalid/": "name_unknown",
            "http://evil.invalid/back": "name_unknown",
        }
        assert (await link_to(site, f"{other.url}/moved"))["destination"] == f"{other.url}/good"
        # Once itself, and once by each of the two redirects to it.
        assert (other.asked["HEAD /good"], other.asked["HEAD /no-head"], other.asked["GET /no-head"]) == (3, 1, 1)
        assert other.most_at_once == 1, "a host is asked one thing at a time"

    async def test_a_host_that_wants_to_be_left_alone_for_long_is(self, site: Site, other: LinkedSite) -> None:
        other.answers = {"/a": "429 Too Many Requests\r\nRetry-After: 3600", "/b": "200 OK"}
        await page_with(site, "/one", linking(f"{other.url}/a", f"{other.url}/b"))
        await check(site)
        assert await faults(site) == {f"{other.url}/a": "busy", f"{other.url}/b": "busy"}
        assert [*other.asked] == ["HEAD /a"]

    async def test_one_that_wants_to_be_waited_for_is_asked_again(self, site: Site, other: LinkedSite) -> None:
        other.answers = {"HEAD /a": "503 Busy\r\nRetry-After: 0"}
        await page_with(site, "/one", linking(f"{other.url}/a"))
        await check(site)
        assert other.asked["HEAD /a"] == 2
        assert await faults(site) == {f"{other.url}/a": "busy"}

    async def test_a_silent_host_does_not_hold_up_the_check_for_each_of_its_addresses(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        questions = 0

        async def keep_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal questions
            questions += 1
            with suppress(ConnectionError):
                while await reader.read(1_000):
                    pass
            writer.close()

        # Long enough to reach it on a busy machine.
        monkeypatch.setattr(outbound, "SECONDS", 2.0)
        async with await asyncio.start_server(keep_silent, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            await page_with(site, "/one", linking(*(f"{url}/{number}" for number in range(6))))
            await check(site)
        assert await faults(site) == {f"{url}/{number}": "timeout" for number in range(6)}
        assert questions == asking.MOST_TIMEOUTS

    async def test_a_fault_of_a_question_ends_the_check(self) -> None:
        class Broken(outbound.Outbound):
            async def head(self, url: str, *, accept: str = "*/*") -> outbound.Found:
                raise RuntimeError(url)

        async with outbound.outbound() as client:
            client.__class__ = Broken
            async with asyncio.timeout(30):
                with pytest.raises(RuntimeError):
                    _ = [each async for each in asking.ask_all(client, ["http://a.invalid/", "http://b.invalid/"])]

    async def test_one_can_be_checked_again(self, site: Site, other: LinkedSite) -> None:
        await page_with(site, "/one", linking(f"{other.url}/late"))
        await check(site)
        link = await link_to(site, f"{other.url}/late")
        other.answers = {"/late": "200 OK"}
        answer = await site.client.post(f"{LINKS}/{link['id']}/checks", headers=site.editor)
        assert (answer.json()["state"], answer.json()["status"]) == ("ok", 200)


class TestRunning:
    async def test_there_is_one_at_a_time(self, site: Site) -> None:
        first = (await site.client.post(f"{LINKS}/checks", headers=site.editor)).json()
        second = (await site.client.post(f"{LINKS}/checks", headers=site.admin)).json()
        assert (first["id"], first["state"], second["id"]) == (second["id"], "running", first["id"])
        await run_jobs(site.client, "links.check")
        done = (await site.client.get(f"{LINKS}/checks/latest", headers=site.editor)).json()["check"]
        assert (done["state"], done["progress"], done["id"]) == ("done", 1.0, first["id"])
        third = (await site.client.post(f"{LINKS}/checks", headers=site.editor)).json()
        assert third["id"] != first["id"]

    async def test_it_can_be_cancelled(self, site: Site, other: LinkedSite) -> None:
        await page_with(site, "/one", linking(f"{other.url}/a"))
        await site.client.post(f"{LINKS}/checks", headers=site.editor)
        assert (await site.client.delete(f"{LINKS}/checks/latest", headers=site.editor)).status_code == 204
        [job] = await run_jobs(site.client, "links.check")
        assert job.result["isCancelled"]
        assert not other.asked
        latest = (await site.client.get(f"{LINKS}/checks/latest", headers=site.editor)).json()["check"]
        assert latest["state"] == "cancelled"
        again = await site.client.delete(f"{LINKS}/checks/latest", headers=site.editor)
        assert (again.status_code, again.json()["code"]) == (409, "no_check_running")

    async def test_one_begun_anew_asks_nobody_twice(self, site: Site, other: LinkedSite) -> None:
        await page_with(site, "/one", linking(f"{other.url}/a", f"{other.url}/b"))
        await check(site)
        asked = dict(other.asked)
        # As if the worker had been killed before the end.
        await site.client.kit.database.pool.execute("UPDATE jobs SET state = 'queued' WHERE name = 'links.check'")
        await run_jobs(site.client, "links.check")
        assert dict(other.asked) == asked

    async def test_it_is_for_editors(self, site: Site) -> None:
        for headers, status in ((None, 401), (site.tokens.bearer("crm:read"), 403)):
            assert (await site.client.post(f"{LINKS}/checks", headers=headers)).status_code == status
            assert (await site.client.get(LINKS, headers=headers)).status_code == status


async def test_what_is_ignored_stays_so_and_is_not_asked(site: Site, other: LinkedSite) -> None:
    await page_with(site, "/one", linking(f"{other.url}/a"))
    await check(site)
    link = await link_to(site, f"{other.url}/a")
    answer = await site.client.put(f"{LINKS}/{link['id']}/ignored", json={"isIgnored": True}, headers=site.editor)
    assert answer.json()["isIgnored"]
    asked = dict(other.asked)
    await check(site)
    assert dict(other.asked) == asked
    assert [each["id"] for each in await links(site, is_ignored=True)] == [link["id"]]


async def test_a_server_that_sends_a_byte_now_and_then_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            for byte in itertools.cycle(b"HTTP/1.1 200 OK\r\nX: "):
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.005)

    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    async with await asyncio.start_server(trickle, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        await page_with(site, "/one", linking(url))
        await check(site)
    link = await link_to(site, url)
    assert (link["state"], link["reason"]) == ("unclear", "timeout")
