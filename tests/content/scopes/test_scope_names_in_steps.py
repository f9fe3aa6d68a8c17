"""Scopes that get other names while people see pages and save them."""

import pytest

from tests.content.factory import (
    JSON,
    Site,
    own_plugins,
    refused,
    update_plugin,
    whitelist,
)
from tests.content.scopes.names import ADMIN, BOTH, CLUB, RENAMED, STAFF, header_of, hear, kept_to, step, tell, told


class TestSteps:
    """What is seen and saved while names are being changed, one document at a time."""

    MEMBERS = ("club", "staff")

    @pytest.fixture(autouse=True)
    def one_at_a_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("content.scopes.repository.AT_ONCE", 1)

    async def seen(self, site: Site) -> dict[str, list[str]]:
        """Which pages those get who hold one of the scopes."""
        return {
            scope: [
                url
                for url in ("/club", "/both", "/staff")
                if (await site.render(url, site.tokens.bearer(scope))).status_code == 200
            ]
            for scope in self.MEMBERS
        }

    async def test_nobody_sees_more_at_any_moment_while_two_change_names(self, known: Site) -> None:
        await known.new_page("/club", config={"scopeWhitelist": ["club"]})
        await known.new_page("/both", config={"scopeWhitelist": ["club", "staff"]})
        await known.new_page("/staff", config={"scopeWhitelist": ["staff"]})
        await hear(known.client, told(4, {CLUB: "staff", STAFF: "club"}))
        # Those who are called staff now are the club, and the other way round.
        right = {"staff": ["/club", "/both"], "club": ["/both", "/staff"]}
        steps = 0
        is_more = True
        while is_more:
            for scope, urls in (await self.seen(known)).items():
                assert set(urls) <= set(right[scope])
            is_more = await step(known.client)
            steps += 1
        assert await self.seen(known) == right
        assert steps > 3

    async def test_other_work_is_saved_and_the_name_is_refused(self, known: Site, page: JSON, text: str) -> None:
        header = header_of(page)
        await hear(known.client, told(2, RENAMED))
        now = await known.page("/about")
        answer = await known.save(now, whitelist(header, ["club"]))
        assert (refused(answer), answer.headers["Retry-After"]) == ((503, "scope_being_renamed"), "2")
        form = {"title": "Club", "url": "/club", "config": {"scopeWhitelist": ["club"]}}
        answer = await known.client.post("/client/pages", json=form, headers=known.editor)
        assert refused(answer) == (503, "scope_being_renamed")
        form, headers = {**form, "url": "/about"}, {**known.editor, "If-Match": "*"}
        answer = await known.client.put(f"/client/pages/{now['page']['id']}", json=form, headers=headers)
        assert refused(answer) == (503, "scope_being_renamed")
        await known.saved(now, whitelist(header, ["staff", "society"]))
        while await step(known.client):
            pass
        after = await known.page("/about")
        assert (kept_to(after, header), kept_to(after, text)) == (["staff", "society"], ["society"])
        # The name is free again.
        await known.saved(after, whitelist(header, ["club"]))

    async def test_another_name_before_the_first_is_everywhere(self, known: Site) -> None:
        for number in range(3):
            await known.new_page(f"/{number}", config={"scopeWhitelist": ["club"]})
        await hear(known.client, told(2, RENAMED))
        await step(known.client)
        await hear(known.client, told(3, {CLUB: "circle", STAFF: "club"}))
        while await step(known.client):
            pass
        for number in range(3):
            assert (await known.page(f"/{number}"))["page"]["config"]["scopeWhitelist"] == ["circle"]
        await known.new_page("/crew", config={"scopeWhitelist": ["club"]})

    async def test_its_former_name_before_the_new_one_is_everywhere(self, known: Site) -> None:
        for number in range(3):
            await known.new_page(f"/{number}", config={"scopeWhitelist": ["club"]})
        await hear(known.client, told(2, RENAMED))
        await step(known.client)
        await tell(known.client, told(3, BOTH))
        for number in range(3):
            assert (await known.page(f"/{number}"))["page"]["config"]["scopeWhitelist"] == ["club"]


class TestEditors:
    """Those who have unsaved work when a scope gets another name."""

    async def test_other_work_on_the_same_part_goes_through(self, known: Site, text: str) -> None:
        seen = await known.page("/about")
        await tell(known.client, told(2, RENAMED))
        [_, members] = own_plugins(seen)
        tag = {"name": "NODE_SET_TAG_NAME", "nodeId": text, "level": "site", "tagName": "section"}
        answer = await known.save(seen, update_plugin(members["id"], "<p>All</p>"), tag)
        assert answer.status_code == 200
        assert kept_to(answer.json(), text) == ["society"]

    async def test_the_part_may_be_removed(self, known: Site, text: str) -> None:
        seen = await known.page("/about")
        await tell(known.client, told(2, RENAMED))
        answer = await known.save(seen, {"name": "BLOCK_REMOVE_NODE", "nodeId": text})
        assert answer.status_code == 200

    async def test_the_same_list_is_a_conflict_that_names_who_renamed(self, known: Site, text: str) -> None:
        seen = await known.page("/about")
        await tell(known.client, told(2, RENAMED))
        answer = await known.save(seen, whitelist(text, ["club", "staff"]))
        assert refused(answer) == (409, "page_conflict")
        [conflict] = answer.json()["conflicts"]
        assert (conflict["resource"], conflict["changedBy"]["userId"]) == (f"node:{text}", ADMIN)

    async def test_settings_of_a_page_seen_before_are_stale(self, known: Site) -> None:
        page = await known.new_page("/members", config={"scopeWhitelist": ["club"]})
        path = f"/client/pages/{page['page']['id']}"
        seen = {**known.editor, "If-Match": (await known.client.get(path, headers=known.editor)).headers["ETag"]}
        await tell(known.client, told(2, RENAMED))
        form = {"title": "Members", "url": "/members", "config": page["page"]["config"]}
        assert (await known.client.put(path, json=form, headers=seen)).status_code == 412
