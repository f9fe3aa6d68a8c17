"""Searching the site's pages: what is found, by whom, and how soon."""

import uuid

import pytest

from content.blocks import service as blocks
from content.model.types import Page
from content.search import indexing, repository
from content.search.documents import documents_of
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column,
    column_of,
    create_node,
    create_plugin,
    id_,
    nodes_of,
    own_plugins,
    place_plugin,
    put_site,
    refused,
    row,
    update_plugin,
    whitelist,
)


async def answer_to(site: Site, query: str, headers: JSON | None = None, **params: int) -> JSON:
    answer = await site.client.get("/cms/search", params={"query": query, **params}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def found(site: Site, query: str, headers: JSON | None = None, **params: int) -> list[str]:
    """The addresses of the results, in their order."""
    answer = await answer_to(site, query, headers, **params)
    assert "limit" in params or answer["total"] == len(answer["results"])
    return [result["url"] for result in answer["results"]]


async def new(site: Site, url: str, content: str = "", title: str = "A page", **settings: object) -> JSON:
    """A page with a text."""
    page = await site.new_page(url, title, **settings)
    return await site.saved(page, *add_text(column_of(page), content))


def text_of(parts: list[JSON]) -> str:
    return "".join(part["text"] for part in parts)


def marked(parts: list[JSON]) -> list[str]:
    return [part["text"] for part in parts if part["isMatch"]]


class TestList:
    async def test_titles_come_before_headings_before_descriptions_before_texts(self, site: Site) -> None:
        await new(site, "/text", "<p>We repair a harpsichord.</p>")
        await new(site, "/description", meta={"description": "About a harpsichord"})
        await new(site, "/heading", "<h2>Harpsichord</h2>")
        await new(site, "/title", title="The harpsichord")
        assert await found(site, "harpsichord") == ["/title", "/heading", "/description", "/text"]

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("repairing boats", ["/boats"]),
            ('"wooden boats"', ["/boats"]),
            ('"boats wooden"', []),
            ("boat -varnish", []),
            ("boat -steel", ["/boats"]),
            ("varn", ["/boats"]),
            ("wooden va", ["/boats"]),
            ("va wooden", []),
            ("zither or varnish", ["/boats"]),
            ("universit", ["/boats"]),
            ("MULLER", ["/boats"]),
            ("mülleR", ["/boats"]),
            ("hauptstrasse", ["/boats"]),
            ("日本", ["/boats"]),
            ("本日", []),
            ("e-mail", ["/boats"]),
            ("who were the", ["/boats"]),
            ("boat's", ["/boats"]),
        ],
    )
    async def test_a_query_is_read_as_people_write_one(self, site: Site, query: str, expected: list[str]) -> None:
        text = (
            "We repair wooden boats. Varnish by Müller, Hauptstraße, university of 日本語, e-mail. Who were the best?"
        )
        await new(site, "/boats", f"<p>{text}</p>")
        assert await found(site, query) == expected

    async def test_words_are_stemmed_in_the_sites_language(self, site: Site) -> None:
        await new(site, "/haus", "<p>Die alten Häuser und die Schlösser</p>")
        assert await found(site, "schloss") == ["/haus"]
        assert await found(site, "schlosses") == []
        await put_site(site.client, site.tokens, language="de-CH")
        await rebuilt(site)
        assert await found(site, "schlosses") == ["/haus"]

    async def test_an_extract_stands_around_the_words_and_has_no_markup(self, site: Site) -> None:
        filler = "lorem " * 200
        html = (
            f"<p>{filler}</p><p>A &lt;b&gt; of <a href='/secret-address'>violins</a> &amp; a viola.</p><p>{filler}</p>"
        )
        await new(site, "/music", html, title="Violin <i>shop</i>")
        [result] = (await answer_to(site, "violin"))["results"]
        assert result["title"] == "Violin <i>shop</i>"
        assert marked(result["titleParts"]) == ["Violin"]
        assert marked(result["extract"]) == ["violins"]
        extract = text_of(result["extract"])
        assert "A <b> of violins & a viola." in extract
        assert (extract[0], extract[-1]) == ("…", "…")
        assert len(extract) < 300
        assert await found(site, "address") == []

    async def test_a_result_by_its_title_has_its_description_as_extract(self, site: Site) -> None:
        await new(site, "/a", "<p>Text</p>", title="Oboe", meta={"description": "All about it"})
        [result] = (await answer_to(site, "oboe"))["results"]
        assert result["extract"] == [{"text": "All about it", "isMatch": False}]

    async def test_little_words_are_marked_only_where_they_are_all_that_is_looked_for(self, site: Site) -> None:
        await new(site, "/who", "<p>The ocarina and the who</p>")
        marks = [
            marked((await answer_to(site, query))["results"][0]["extract"]) for query in ("the ocarina", "the who")
        ]
        assert marks == [["ocarina"], ["The", "the", "who"]]

    async def test_it_is_paged(self, site: Site) -> None:
        for number in range(5):
            await new(site, f"/{number}", "<p>accordion</p>")
        answer = await answer_to(site, "accordion", start=3, limit=3)
        assert ([result["url"] for result in answer["results"]], answer["total"]) == (["/3", "/4"], 5)
        beyond = await answer_to(site, "accordion", start=10)
        assert (beyond["results"], beyond["total"], beyond["start"]) == ([], 5, 10)

    async def test_pages_of_errors_and_pages_that_lead_elsewhere_are_not_found(self, site: Site) -> None:
        await new(site, "/old", "<p>bassoon</p>")
        await new(site, "/error/418", "<p>bassoon</p>")
        await new(site, "/new", "<p>bassoon</p>")
        body = {"source": "/old", "destination": "/new", "responseCode": 301}
        answer = await site.client.post("/cms/url-maps", json=body, headers=site.editor)
        assert answer.status_code == 201, answer.text
        assert await found(site, "bassoon") == ["/new"]

    @pytest.mark.parametrize(
        "query",
        [
            "",
            " ",
            "-",
            "-boat",
            '"',
            '""',
            '-"',
            "|&!:*<->()'\\",
            "' OR 1=1 --",
            "a:*b & !!c",
            "\u202e\u0301\ufeff",
            "😀",
            "or or or",
            "- " * 100,
            '"' * 200,
            "x" * 200,
            "ﬃ" * 200,
            "a b " * 50,
        ],
    )
    async def test_a_query_without_sense_finds_nothing(self, site: Site, query: str) -> None:
        await new(site, "/boat", "<p>boat</p>")
        assert await found(site, query) == []

    @pytest.mark.parametrize("query", ["x" * 201, "& " * 10_000, "x" * 60_000, "a\0b"])
    async def test_a_query_that_nobody_types_is_refused(self, site: Site, query: str) -> None:
        answer = await site.client.get("/cms/search", params={"query": query})
        assert answer.status_code == 422

    async def test_without_a_query_it_says_so(self, site: Site) -> None:
        assert refused(await site.client.get("/cms/search")) == (422, "validation_failed")

    async def test_a_search_that_takes_too_long_is_ended(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("content.search.service.TIMEOUT", 0)
        assert refused(await site.client.get("/cms/search", params={"query": "boat"})) == (503, "search_timeout")

    async def test_a_page_of_any_length_is_found(self, site: Site) -> None:
        words = " ".join(f"{number:x}" for number in range(40_000))
        await new(site, "/long", f"<p>{words[:190_000]}</p>", title="Endless")
        assert await found(site, "endless 1f40") == ["/long"]


class TestWhoSeesWhat:
    """What somebody may not see is neither found nor shown, whatever else the page has."""

    async def restricted(self, site: Site) -> JSON:
        """A page with a word for all, one for the club, and one for those of the club who row."""
        page = await site.new_page("/club", "Our club")
        club, crew = id_(), id_()
        inner = column()
        return await site.saved(
            page,
            *add_text(column_of(page), "<p>Everybody rows: kayak</p>"),
            *add_text(column_of(page), "<p>Secret sloop at the pier</p>", node_id=club),
            create_node(column_of(page), {**row(inner), "id": crew}, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], "<p>Hidden trireme</p>"),
            whitelist(club, ["club"]),
            whitelist(crew, ["club"]),
            whitelist(inner["id"], ["rower", "coach"], "page"),
        )

    async def test_a_visitor_finds_nothing_of_what_is_kept_to_some(self, site: Site) -> None:
        await self.restricted(site)
        assert await found(site, "kayak") == ["/club"]
        for query in ("sloop", "trireme", "kayak sloop"):
            assert await found(site, query) == []
        answer = await site.client.get("/cms/search", params={"query": "kayak or sloop or club"})
        assert answer.json()["total"] == 1
        assert "sloop" not in answer.text
        assert "trireme" not in answer.text

    async def test_members_find_what_they_may_see_together_with_what_all_may(self, site: Site) -> None:
        await self.restricted(site)
        member, rower = site.tokens.bearer("club"), site.tokens.bearer("club", "rower")
        assert await found(site, "kayak sloop", member) == ["/club"]
        assert await found(site, "trireme", member) == []
        assert await found(site, "kayak -sloop", member) == []
        assert await found(site, "kayak -sloop") == ["/club"]
        assert await found(site, "sloop trireme kayak", rower) == ["/club"]
        assert await found(site, "trireme", site.tokens.bearer("rower")) == []
        assert await found(site, "trireme", site.editor) == ["/club"]
        [result] = (await answer_to(site, "sloop", member))["results"]
        assert marked(result["extract"]) == ["sloop"]
        assert "trireme" not in text_of(result["extract"])

    async def test_a_restricted_page_is_found_by_those_whom_it_is_for(self, site: Site) -> None:
        await new(site, "/staff", "<p>rota</p>", title="Rota", config={"scopeWhitelist": ["staff"]})
        await new(site, "/members", "<p>rota</p>", config={"scopeWhitelist": ["logged-in"]})
        assert await found(site, "rota") == []
        assert await found(site, "rota", site.tokens.bearer("other")) == ["/members"]
        assert await found(site, "rota", site.tokens.bearer("staff")) == ["/staff", "/members"]

    async def test_what_gets_a_whitelist_is_gone_at_once(self, site: Site) -> None:
        page = await new(site, "/plan", "<p>mandolin</p>", title="Plan")
        assert await found(site, "mandolin") == ["/plan"]
        text = nodes_of(page["page"]["blocks"][column_of(page)])[-1]
        await site.saved(page, whitelist(text["id"], ["club"]))
        assert await found(site, "mandolin") == []
        assert await found(site, "plan") == ["/plan"]
        assert await found(site, "mandolin", site.tokens.bearer("club")) == ["/plan"]

    async def test_no_stale_document_tells_what_is_kept_to_some_by_now(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pages = [await new(site, f"/{number}", "<p>lute</p>") for number in range(3)]
        assert len(await found(site, "lute")) == 3
        # As where so many pages have changed that a search does not wait for their documents.
        monkeypatch.setattr(indexing, "URGENT_AT_ONCE", 0)
        text = nodes_of(pages[0]["page"]["blocks"][column_of(pages[0])])[-1]
        await site.saved(await site.page("/0"), whitelist(text["id"], ["club"]))
        settings = (await site.client.get(f"/client/pages/{pages[1]['page']['id']}", headers=site.editor)).json()
        await change_page(site, settings, config={"scopeWhitelist": ["club"]})
        assert await found(site, "lute") == ["/2"]
        assert await found(site, "lute", site.editor) == ["/2"]

    async def test_a_name_of_a_scope_that_is_being_renamed_opens_nothing(self, site: Site) -> None:
        await new(site, "/staff", "<p>rota</p>", config={"scopeWhitelist": ["staff"]})
        pool = site.client.kit.database.pool
        await pool.execute("""UPDATE site SET scope_renamings = '{"staff": {}}'""")
        assert await found(site, "rota", site.tokens.bearer("staff")) == []


async def rebuilt(site: Site) -> int:
    """Have the worker's part done; how many pages that were."""
    pool = site.client.kit.database.pool
    done = 0
    while (status := await indexing.note_changes(pool)) and (count := await indexing.index_some(pool, status.language)):
        done += count
    return done


class TestFreshness:
    async def test_what_is_saved_is_found_by_the_next_search(self, site: Site) -> None:
        page = await site.new_page("/new", "Fresh")
        assert await found(site, "fresh") == ["/new"]
        plugin = id_()
        page = await site.saved(page, *add_text(column_of(page), "<p>cello</p>", plugin_id=plugin))
        assert await found(site, "cello") == ["/new"]
        await site.saved(page, update_plugin(plugin, "<p>tuba</p>"))
        assert await found(site, "cello") == []
        assert await found(site, "tuba") == ["/new"]
        settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
        changed = await change_page(site, settings, title="Renamed", url="/moved")
        assert await found(site, "renamed") == ["/moved"]
        await site.client.delete(
            f"/client/pages/{page['page']['id']}", headers={**site.editor, "If-Match": changed.headers["etag"]}
        )
        assert await found(site, "tuba") == []

    async def test_where_many_pages_show_what_has_changed_the_worker_indexes_them(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(indexing, "URGENT_AT_ONCE", 1)
        page = await site.new_page("/one", "One")
        await rebuilt(site)
        layout = column()
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        plugin = id_()
        page = await site.saved(
            page, create_node(root, row(layout)), *add_text(layout["id"], "<p>imprint</p>", plugin_id=plugin)
        )
        assert await found(site, "imprint") == []
        assert await rebuilt(site) == 4
        assert "/one" in await found(site, "imprint")
        assert len(await found(site, "imprint")) == 2
        await site.saved(page, update_plugin(plugin, "<p>privacy</p>"))
        await rebuilt(site)
        assert await found(site, "imprint") == []

    async def with_branch(self, site: Site, branch: str, plugin: str) -> JSON:
        """A page with a branch block that has a text."""
        page = await site.new_page("/first", "First")
        inner = column()
        shown = row(inner)
        named = {"type": "row-branch", "blockId": branch, "branchName": "Hours"}
        return await site.saved(
            page,
            create_node(column_of(page), shown, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], "<p>opening hours</p>", plugin_id=plugin),
            {"name": "NODE_SET_TYPE", "nodeId": shown["id"], **named},
        )

    async def test_a_text_of_a_branch_block_counts_wherever_it_is_shown(self, site: Site) -> None:
        branch, plugin = id_(), id_()
        await self.with_branch(site, branch, plugin)
        other = await site.new_page("/second", "Second")
        shown = {"id": id_(), "type": "row-branch", "blockId": branch}
        wrap = {"rowId": id_(), "colId": id_()}
        await site.saved(other, create_node(column_of(other), shown, wrapBefore=wrap))
        assert sorted(await found(site, "opening")) == ["/first", "/second"]
        await site.saved(await site.page("/first"), update_plugin(plugin, "<p>closed</p>"))
        assert await found(site, "opening") == []
        assert sorted(await found(site, "closed")) == ["/first", "/second"]

    async def test_pages_lose_the_words_of_a_branch_block_that_is_deleted(self, site: Site) -> None:
        branch, plugin = id_(), id_()
        await self.with_branch(site, branch, plugin)
        assert await found(site, "opening") == ["/first"]

        async def progress(_: float) -> None: ...

        await blocks.remove_rows(site.client.kit.database, uuid.UUID(branch), None, progress)
        assert await found(site, "opening") == []

    async def test_pages_are_rebuilt_where_the_log_does_not_reach_back(self, site: Site) -> None:
        await new(site, "/page", "<p>flute</p>")
        await site.client.kit.database.pool.execute(
            "DELETE FROM changes WHERE version < (SELECT max(version) FROM changes)"
        )
        await rebuilt(site)
        assert await found(site, "flute") == ["/page"]

    async def test_a_page_noted_anew_while_it_is_indexed_stays_noted(self, site: Site) -> None:
        await new(site, "/page", "<p>flute</p>")
        pool = site.client.kit.database.pool
        await rebuilt(site)
        await site.saved(await site.page("/page"), *add_text(column_of(await site.page("/page")), "<p>harp</p>"))
        await indexing.note_changes(pool)
        stale = await repository.next_stale(pool, 10, only_urgent=True)
        pages, plugins = await repository.read_pages(pool, [each.page_id for each in stale])
        await site.saved(await site.page("/page"), *add_text(column_of(await site.page("/page")), "<p>horn</p>"))
        await indexing.note_changes(pool)
        documents = {page["id"]: documents_of(page, plugins) for page in pages}
        await repository.write_documents(pool, stale, documents, "en")
        assert await found(site, "horn harp") == ["/page"]

    async def test_a_page_that_cannot_be_indexed_harms_no_other(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await new(site, "/bad", "<p>flute</p>", title="Bad")
        await new(site, "/good", "<p>flute</p>")
        make = documents_of

        def fail(page: Page, plugins: JSON) -> object:
            if page["title"] == "Bad":
                raise ValueError
            return make(page, plugins)

        monkeypatch.setattr(indexing, "documents_of", fail)
        assert await found(site, "flute") == ["/good"]
        assert await rebuilt(site) == 0


class TestTexts:
    async def test_what_visitors_cannot_read_is_not_found(self, site: Site) -> None:
        page = await site.new_page("/plugins", "Plugins")
        faq, unknown, image = id_(), id_(), id_()
        items = [{"question": "Where is the zebra?", "answer": "<p>At the <b>water</b>hole</p>"}]
        await site.saved(
            page,
            create_plugin(faq, ref="cms.faq", heading="Animals", items=items),
            place_plugin(column_of(page), faq),
            create_plugin(unknown, ref="acme.rocket", words="spaceship"),
            place_plugin(column_of(page), unknown),
            create_plugin(image, ref="cms.textImage", image="/files/giraffe.jpg", imageAlt="An elephant", text=""),
            place_plugin(column_of(page), image),
        )
        for query in ("zebra", "waterhole", "animals", "elephant"):
            assert await found(site, query) == ["/plugins"], query
        for query in ("giraffe", "spaceship", "jpg", "files"):
            assert await found(site, query) == [], query


class TestPlugin:
    """What a cms.search shows is part of its page, for who has no script and for who has one."""

    async def page(self, site: Site, **fields: str) -> JSON:
        page = await site.new_page("/find", "Find")
        plugin = id_()
        create = create_plugin(plugin, ref="cms.search", **fields)
        return await site.saved(page, create, place_plugin(column_of(page), plugin))

    async def test_it_has_the_results_of_the_query_in_the_address(self, site: Site) -> None:
        await self.page(site, perPage="5")
        for number in range(6):
            await new(site, f"/{number}", "<p>piccolo</p>", title=f"Page {number}")
        render = (await site.render("/find?query=piccolo&results=2")).json()
        data = own_plugins(render)[-1]["data"]
        assert (data["total"], data["start"], data["isComplete"]) == (6, 5, True)
        assert [result["url"] for result in data["results"]] == ["/5"]
        assert data["results"][0]["extract"] == [{"text": "piccolo", "isMatch": True}]

    async def test_its_page_is_kept_without_a_query_alone(self, site: Site) -> None:
        await self.page(site)
        without, with_query = (await site.render("/find")).json(), (await site.render("/find?query=a")).json()
        assert (without["isCacheable"], "data" in own_plugins(without)[-1]) == (True, False)
        assert with_query["isCacheable"] is False

    async def test_it_finds_what_the_viewer_may_see(self, site: Site) -> None:
        await self.page(site)
        await new(site, "/staff", "<p>rota</p>", config={"scopeWhitelist": ["staff"]})
        totals = [
            own_plugins((await site.render("/find?query=rota", headers)).json())[-1]["data"]["total"]
            for headers in (None, site.tokens.bearer("staff"), {**site.editor, "View-As": "other"})
        ]
        assert totals == [0, 1, 0]

    async def test_where_its_results_are_on_another_page_it_does_not_search(self, site: Site) -> None:
        await self.page(site, resultsPage="/elsewhere")
        assert "data" not in own_plugins((await site.render("/find?query=a")).json())[-1]

    async def test_a_search_that_takes_too_long_leaves_the_page(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await self.page(site)
        monkeypatch.setattr("content.search.service.TIMEOUT", 0)
        data = own_plugins((await site.render("/find?query=find")).json())[-1]["data"]
        assert (data["isComplete"], data["results"]) == (False, [])
