"""What content does when scopes get other names, or go: `auth.scopes_changed`, as auth announces it."""

import asyncio
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from content.scopes.events import keep_names
from content.scopes.schemas import ScopesChanged
from content.scopes.service import apply_event, rename_some
from kit.db import new_id
from kit.events import Event
from kit.tables import OutboxRow
from kit.testing import ServiceClient
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    id_,
    own_plugins,
    refused,
    row,
    update_plugin,
    whitelist,
)
from tests.kit.working import run_jobs

CLUB, STAFF = str(uuid.uuid4()), str(uuid.uuid4())
BOTH = {CLUB: "club", STAFF: "staff"}
ADMIN = str(uuid.uuid4())
RENAMED = {CLUB: "society", STAFF: "staff"}


def told(version: int, names: JSON, before: JSON | None = None) -> Event[ScopesChanged]:
    """The site's own scopes, as auth announces them."""
    payload = {"version": version, "by": ADMIN, "names": names, "before": before or {}}
    return Event(new_id(), "auth.scopes_changed", ScopesChanged.model_validate(payload), "auth", datetime.now(UTC))


async def hear(client: ServiceClient, event: Event[ScopesChanged]) -> None:
    """Have the service hear of it, as its worker would."""
    async with client.kit.database.transaction() as session:
        await keep_names(session, event)


async def step(client: ServiceClient) -> bool:
    async with client.kit.database.transaction() as session:
        return await rename_some(session)


async def tell(client: ServiceClient, *events: Event[ScopesChanged]) -> None:
    """Have the service hear of them in this order and do what it is to do, as its worker would."""
    for event in events:
        await hear(client, event)
        await run_jobs(client)


def kept_to(render: JSON, node_id: str, level: str = "site") -> list[str]:
    names: list[str] = render["page"]["nodeFields"][node_id][level]["scopeWhitelist"]
    return names


def header_of(render: JSON) -> str:
    node_id: str = render["page"]["layout"]["block"]["nodes"][0]["block"]["nodes"][0]["id"]
    return node_id


async def announced(client: ServiceClient) -> list[Any]:
    async with client.kit.database.transaction() as session:
        return [*await session.scalars(select(OutboxRow.payload).order_by(OutboxRow.position))]


@pytest.fixture
async def known(site: Site) -> Site:
    """A site that has heard of two scopes."""
    await tell(site.client, told(1, BOTH))
    return site


@pytest.fixture
async def text(known: Site, page: JSON) -> str:
    """A text on the page /about that only the club sees."""
    node_id = id_()
    await known.saved(page, *add_text(column_of(page), "<p>Members</p>", node_id=node_id), whitelist(node_id, ["club"]))
    return node_id


async def test_an_announcement_that_comes_twice_is_applied_once(known: Site) -> None:
    async with known.client.kit.database.transaction() as session:
        applied = [await apply_event(session, told(2, RENAMED, BOTH).payload) for _ in range(2)]
    assert applied == [True, False]


class TestRename:
    async def test_it_goes_through_everything_that_a_page_shows(self, known: Site, page: JSON, text: str) -> None:
        header, col, branch_id = header_of(page), column(), id_()
        shared = row(col)
        before = await known.saved(
            await known.page("/about"),
            whitelist(text, ["editor", "club"], "page"),
            whitelist(header, ["staff", "club"]),
            whitelist(header, ["staff"], "page"),
            create_node(column_of(page), shared, wrapBefore={"rowId": id_(), "colId": id_()}),
            {"name": "NODE_SET_TYPE", "nodeId": shared["id"], "type": "row-branch", "blockId": branch_id,
             "branchName": "Shared"},
            whitelist(col["id"], ["club"]),
        )  # fmt: skip
        await tell(known.client, told(2, RENAMED))
        after = await known.page("/about")
        assert kept_to(after, text) == ["society"]
        assert kept_to(after, text, "page") == ["editor", "society"]
        assert kept_to(after, header) == ["staff", "society"]
        assert kept_to(after, header, "page") == ["staff"]
        assert kept_to(after, col["id"]) == ["society"]
        assert after["version"] == before["version"] + 1
        page_id, layout_id = after["page"]["id"], after["page"]["layoutId"]
        tags = [f"branch:{branch_id}", f"layout:{layout_id}", f"page:{page_id}", "pages"]
        assert (await announced(known.client))[-1] == {"version": after["version"], "tags": tags}

    async def test_its_holders_see_the_part_again(self, known: Site, text: str) -> None:
        member = known.tokens.bearer("society")
        assert "Members" not in (await known.render("/about", member)).text
        await tell(known.client, told(2, RENAMED))
        assert "Members" in (await known.render("/about", member)).text
        assert "Members" not in (await known.render("/about", known.tokens.bearer("club"))).text

    async def test_a_page_that_is_in_the_menu(self, known: Site) -> None:
        settings = {"scopeWhitelist": ["club"], "menu": {"visible": True}}
        page = await known.new_page("/members", "For members", config=settings)
        await tell(known.client, told(2, RENAMED))
        answer = await known.render("/", known.tokens.bearer("society"))
        assert "For members" in answer.text
        assert (await known.render("/members", known.tokens.bearer("society"))).status_code == 200
        assert (await announced(known.client))[-1]["tags"] == ["menu", f"page:{page['page']['id']}", "pages"]
        assert (await known.page("/members"))["page"]["config"]["menu"] == {"visible": True}

    async def test_two_that_changed_names_with_each_other(self, known: Site, text: str) -> None:
        header = header_of(await known.page("/about"))
        await known.saved(await known.page("/about"), whitelist(header, ["staff"]))
        await tell(known.client, told(4, {CLUB: "staff", STAFF: "club"}))
        after = await known.page("/about")
        assert (kept_to(after, text), kept_to(after, header)) == (["staff"], ["club"])

    async def test_a_name_is_on_a_list_once(self, known: Site, text: str) -> None:
        await known.saved(await known.page("/about"), whitelist(text, ["club", "society", "staff"]))
        await tell(known.client, told(2, RENAMED))
        assert kept_to(await known.page("/about"), text) == ["society", "staff"]

    async def test_more_documents_than_are_read_at_once(self, known: Site) -> None:
        for number in range(41):
            await known.new_page(f"/{number}", config={"scopeWhitelist": ["club"]})
        await tell(known.client, told(2, RENAMED))
        for number in (0, 27, 40):
            assert (await known.page(f"/{number}"))["page"]["config"]["scopeWhitelist"] == ["society"]

    async def test_what_names_none_of_them_stays_as_it_is(self, known: Site, page: JSON) -> None:
        before = len(await announced(known.client))
        await tell(known.client, told(2, RENAMED))
        assert await known.page("/about") == page
        assert len(await announced(known.client)) == before


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


class TestOrder:
    async def test_one_that_did_not_come_is_made_up_for_by_the_next(self, known: Site, text: str) -> None:
        await tell(known.client, told(3, {CLUB: "circle", STAFF: "staff"}, before={CLUB: "society"}))
        assert kept_to(await known.page("/about"), text) == ["circle"]

    async def test_late_and_twice(self, known: Site, text: str) -> None:
        # The club's name had become free and was taken by the staff.
        last = told(3, {CLUB: "society", STAFF: "club"}, before={STAFF: "staff"})
        await tell(known.client, last)
        before = await known.page("/about")
        await tell(known.client, told(2, RENAMED, before={CLUB: "club"}), last)
        assert await known.page("/about") == before
        assert kept_to(before, text) == ["society"]

    async def test_many_at_once(self, known: Site, text: str) -> None:
        names = {version: f"club-{version}" for version in (5, 3, 7, 4, 6)}
        await asyncio.gather(*(tell(known.client, told(version, {CLUB: name})) for version, name in names.items()))
        assert kept_to(await known.page("/about"), text) == ["club-7"]

    async def test_of_scopes_that_are_older_than_the_announcements(self, site: Site, page: JSON) -> None:
        await site.saved(page, whitelist(header_of(page), ["club"]))
        await tell(site.client, told(5, RENAMED, before={CLUB: "club"}))
        assert kept_to(await site.page("/about"), header_of(page)) == ["society"]

    async def test_before_the_set_up_nothing_happens(self, client: ServiceClient) -> None:
        await tell(client, told(1, BOTH))
        assert await announced(client) == []


class TestDelete:
    async def test_what_it_was_needed_for_stays_hidden(self, known: Site, text: str) -> None:
        await tell(known.client, told(2, {STAFF: "staff"}))
        assert kept_to(await known.page("/about"), text) == ["club"]
        for scopes in ((), ("staff",)):
            answer = await known.render("/about", known.tokens.bearer(*scopes))
            assert (answer.status_code, "Members" in answer.text) == (200, False)

    async def test_one_that_is_renamed_to_a_name_of_its_own_is_not_taken_for_it(self, known: Site, text: str) -> None:
        await tell(known.client, told(2, {STAFF: "staff"}), told(3, {STAFF: "crew"}, before={STAFF: "staff"}))
        assert kept_to(await known.page("/about"), text) == ["club"]


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
