"""Trackers: the resource, snippets taken apart, and what pages load of them."""

from typing import Any

import pytest
from sqlalchemy import delete, select

from cms.app import app
from cms.config_entries.entries import entries
from cms.trackers.models import AnnouncedTrackers
from cms.trackers.service import trackers
from cms.trackers.snippets import SnippetInvalid, take_apart
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.contracts import ResourceContract, any_version

COUNTING = """
<!-- Visits -->
<script async src="https://www.stats.example/count.js?id=7"></script>
<script>
  window.visits = window.visits || []; if (1 < 2 && "</p>") visits.push("page");
</script>
<noscript><img src="https://www.stats.example/p.gif"></noscript>
"""
ACTIVE = "/cms/site/trackers"


class TestTrackers(ResourceContract):
    app = app
    resource = trackers
    address = "/cms/trackers"

    def payload(self, number: int) -> dict[str, Any]:
        return {
            "name": f"Visits {number:02}",
            "category": ["statistics", "marketing", "functional"][number % 3],
            "snippet": f"<script src='https://stats.example/{number}.js'></script>",
            "hosts": ["*.stats.example"],
            "isOnAllPages": number % 2 == 0,
        }


async def add(client: ServiceClient, tokens: Tokens, name: str = "Visits", **changed: Any) -> dict[str, Any]:
    body = {"name": name, "category": "statistics", "snippet": COUNTING, **changed}
    answer = await client.post("/cms/trackers", json=body, headers=tokens.bearer("super"))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def announced(client: ServiceClient) -> list[dict[str, Any]]:
    """What was told of trackers, the last at the end."""
    async with client.kit.database.transaction() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == "cms.trackers_changed").order_by(OutboxRow.position)
        return list(await session.scalars(query))


class TestSave:
    async def test_an_administrator_looks_and_super_saves(self, client: ServiceClient, tokens: Tokens) -> None:
        body = {"name": "Visits", "category": "statistics", "snippet": COUNTING}
        answer = await client.post("/cms/trackers", json=body, headers=tokens.bearer("admin"))
        assert answer.status_code == 403
        assert (await client.get("/cms/trackers", headers=tokens.bearer("admin"))).status_code == 200

    async def test_every_change_is_told_with_what_it_comes_to(self, client: ServiceClient, tokens: Tokens) -> None:
        first = await add(client, tokens, "One", hosts=["*.Stats.example"])
        await add(client, tokens, "Two", category="necessary", snippet="<script>go()</script>")
        headers = tokens.bearer("super")
        off = {**first, "isEnabled": False}
        await client.put(f"/cms/trackers/{first['id']}", json=off, headers=any_version(headers))
        await client.delete(f"/cms/trackers/{first['id']}", headers=any_version(headers))
        told = await announced(client)
        shown = [(each["isAny"], each["categories"], each["hosts"]) for each in told]
        assert shown[0] == shown[1] == (True, ["statistics"], ["*.stats.example", "www.stats.example"])
        assert shown[2] == shown[3] == (True, [], [])
        versions = [each["version"] for each in told]
        assert versions == sorted(set(versions))

    async def test_one_that_goes_is_told_of_by_itself(self, client: ServiceClient, tokens: Tokens) -> None:
        tracker = await add(client, tokens)
        headers = any_version(tokens.bearer("super"))
        await client.delete(f"/cms/trackers/{tracker['id']}", headers=headers)
        async with client.kit.database.transaction() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "cms.tracker_deleted")
            assert (await session.scalars(query)).all() == [{"id": tracker["id"]}]

    async def test_pages_allow_the_captcha_s_provider(self, client: ServiceClient) -> None:
        for provider in ("turnstile", ""):
            async with client.kit.database.transaction() as session:
                await entries.put(session, {"captchaProvider": provider})
        shown = [(each["isAny"], each["categories"], each["hosts"]) for each in await announced(client)]
        assert shown == [(True, [], ["challenges.cloudflare.com"]), (False, [], [])]

    async def test_and_another_one_as_soon_as_it_is_chosen(self, client: ServiceClient, tokens: Tokens) -> None:
        admin = tokens.bearer("admin")
        for provider in ("turnstile", "hcaptcha"):
            async with client.kit.database.transaction() as session:
                await entries.put(session, {})
            # What is read here is cached for a minute.
            listed = (await client.get("/cms/config", headers=admin)).json()
            [entry] = [each for each in listed if each["key"] == "captchaProvider"]
            body, headers = {"value": provider}, {**admin, "If-Match": f'"{entry["version"]}"'}
            assert (await client.put(f"/cms/config/{entry['id']}", json=body, headers=headers)).status_code == 200
        assert (await announced(client))[-1]["hosts"] == ["*.hcaptcha.com", "hcaptcha.com"]

    async def test_a_provider_that_an_earlier_release_told_nothing_of_is_told_at_the_next_start(
        self, client: ServiceClient, start: Start
    ) -> None:
        """Sites that had chosen one stayed blocked by their pages' policy until somebody saved it or a tracker again."""
        async with client.kit.database.transaction() as session:
            await entries.put(session, {"captchaProvider": "turnstile"})
        async with client.kit.database.transaction() as session:
            await session.execute(delete(OutboxRow))
            await session.execute(delete(AnnouncedTrackers))
        for _ in range(2):
            await start(app)
        assert [each["hosts"] for each in await announced(client)] == [["challenges.cloudflare.com"]]

    async def test_a_start_tells_nothing_that_was_told(
        self, client: ServiceClient, tokens: Tokens, start: Start
    ) -> None:
        await start(app)
        assert await announced(client) == []
        await add(client, tokens)
        await start(app)
        assert len(await announced(client)) == 1

    @pytest.mark.parametrize("host", ["stats", "https://stats.example", "stats.example; script-src *", "*", "'self'"])
    async def test_hosts_are_hosts(self, client: ServiceClient, tokens: Tokens, host: str) -> None:
        body = {"name": "Visits", "category": "statistics", "snippet": COUNTING, "hosts": [host]}
        answer = await client.post("/cms/trackers", json=body, headers=tokens.bearer("super"))
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "hosts.0")

    async def test_a_snippet_that_could_not_work_is_refused_with_the_reason(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        body = {"name": "Visits", "category": "statistics", "snippet": "UA-12345"}
        answer = await client.post("/cms/trackers", json=body, headers=tokens.bearer("super"))
        fault = answer.json()["errors"][0]
        assert (answer.status_code, fault["field"], fault["code"]) == (422, "snippet", "snippet_invalid")
        assert "UA-12345" in fault["detail"]


class TestActive:
    async def test_everybody_gets_those_that_are_on(self, client: ServiceClient, tokens: Tokens) -> None:
        shown = await add(client, tokens, place="body")
        await add(client, tokens, "Off", isEnabled=False)
        answer = await client.get(ACTIVE)
        assert answer.headers["cache-control"] == "public, max-age=86400"
        (tracker,) = answer.json()["trackers"]
        assert (tracker["id"], tracker["isOnAllPages"]) == (shown["id"], True)
        assert (tracker["category"], tracker["place"]) == ("statistics", "body")
        source, inline = tracker["elements"]
        assert source["attributes"] == {"async": "", "src": "https://www.stats.example/count.js?id=7"}
        assert inline["attributes"] == {"src": f"/cms/trackers/{shown['id']}/scripts/0?v=1"}
        assert inline["text"] == ""

    async def test_one_of_single_pages_says_so(self, client: ServiceClient, tokens: Tokens) -> None:
        shown = await add(client, tokens, isOnAllPages=False)
        assert shown["isOnAllPages"] is False
        (tracker,) = (await client.get(ACTIVE)).json()["trackers"]
        assert (tracker["id"], tracker["isOnAllPages"]) == (shown["id"], False)

    async def test_an_inline_script_is_a_file_of_the_sites_own(self, client: ServiceClient, tokens: Tokens) -> None:
        shown = await add(client, tokens)
        address = f"/cms/trackers/{shown['id']}/scripts"
        answer = await client.get(f"{address}/0?v=1")
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.text.strip().endswith('visits.push("page");')
        assert (await client.get(f"{address}/1")).json()["code"] == "tracker_script_not_found"

    async def test_it_is_kept_for_ever_by_the_version_that_it_has_alone(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        """Kept by a version to come, what it said before would run in place of that."""
        shown = await add(client, tokens)
        address = f"/cms/trackers/{shown['id']}/scripts/0"
        for version in ("", "?v=0", "?v=2", "?v=01", "?v=x"):
            answer = await client.get(f"{address}{version}")
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "public, max-age=60")
        changed = {**shown, "snippet": "<script>second()</script>"}
        answer = await client.put(
            f"/cms/trackers/{shown['id']}",
            json={name: changed[name] for name in ("name", "category", "snippet")},
            headers={**tokens.bearer("super"), "If-Match": "*"},
        )
        assert answer.status_code == 200, answer.text
        answer = await client.get(f"{address}?v=2")
        assert (answer.text, answer.headers["cache-control"]) == ("second()", "public, max-age=31536000, immutable")

    async def test_one_that_is_off_has_no_script(self, client: ServiceClient, tokens: Tokens) -> None:
        shown = await add(client, tokens, isEnabled=False)
        assert (await client.get(f"/cms/trackers/{shown['id']}/scripts/0")).status_code == 404


class TestTakeApart:
    def test_scripts_are_files_and_data_stays(self) -> None:
        parts = take_apart(
            '<script type="module">import "x"</script><script type="application/json">{"a": 1}</script>'
            '<link rel="preload" href="https://cdn.example/a.js"><style>.chat { color: red }</style><div id="chat"></div>'
        )
        assert [element["tag"] for element in parts.elements] == ["script", "script", "link", "style", "div"]
        assert (parts.scripts, parts.hosts) == (['import "x"'], [])
        assert parts.elements[1]["text"] == '{"a": 1}'
        assert parts.elements[3]["text"] == ".chat { color: red }"

    def test_hosts_are_those_of_scripts(self) -> None:
        html = "<script src='https://a.example:8443/x'></script><img src='https://b.example/y'>"
        assert take_apart(html).hosts == ["a.example:8443"]

    def test_those_of_styles_too_and_spaces_around_an_address_are_none_of_it(self) -> None:
        html = "<link rel='Stylesheet' href='https://c.example/x.css '><script src=' https://a.example/x '></script>"
        assert take_apart(html).hosts == ["a.example", "c.example"]

    @pytest.mark.parametrize(
        ("html", "reason"),
        [
            ("<!-- nothing -->", "1 to 50 elements"),
            ("<noscript><img src='https://a.example/x'></noscript>", "1 to 50 elements"),
            ("<br>" * 51, "cannot have a <br>"),
            ("<div></div>" * 51, "1 to 50 elements"),
            ("G-12345", "text outside"),
            ("<form></form>", "cannot have a <form>"),
            ("<object data='https://a.example/x'></object>", "cannot have a <object>"),
            ("<div><p>Chat</p></div>", "cannot have elements in it"),
            ("<img src='https://a.example/x' onload='go()'>", "onload does not run"),
            ("<script src='http://a.example/x'></script>", "not an https address"),
            ("<script src='//a.example/x'></script>", "not an https address"),
            ("<script src='data:text/javascript,go()'></script>", "not an https address"),
            ("<script src='https://a.example;*/x'></script>", "not an https address"),
            ("<script src='https://user@a.example/x'></script>", "not an https address"),
            ("<script src='https://статс.example/x'></script>", "not an https address"),
            ("<iframe src='javascript:go()'></iframe>", "not an https address"),
        ],
    )
    def test_what_could_not_work_is_refused(self, html: str, reason: str) -> None:
        with pytest.raises(SnippetInvalid, match=reason):
            take_apart(html)
