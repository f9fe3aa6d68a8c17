"""What content does when scopes get other names, or go: `auth.scopes_changed`, as auth announces it."""

import asyncio

from content.scopes.service import apply_event
from kit.testing import ServiceClient
from tests.content.factory import (
    JSON,
    Site,
    column,
    column_of,
    create_node,
    id_,
    row,
    whitelist,
)
from tests.content.scopes.names import BOTH, CLUB, RENAMED, STAFF, announced, header_of, kept_to, tell, told


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
