"""Searching the site's pages: what is found, in which order, and how it is shown."""

import pytest

from tests.content.factory import (
    JSON,
    Site,
    column_of,
    create_plugin,
    id_,
    own_plugins,
    place_plugin,
    put_site,
    refused,
)
from tests.content.search import answer_to, found, marked, new, rebuilt, text_of


class TestList:
    async def test_titles_come_before_headings_before_descriptions_before_texts(self, site: Site) -> None:
        await new(site, "/text", "<p>We repair a harpsichord.</p>")
        await new(site, "/description", meta={"description": "About a harpsichord"})
        await new(site, "/heading", "<h2>Harpsichord</h2>")
        await new(site, "/title", title="The harpsichord")
        assert await found(site, "harpsichord") == ["/title", "/heading", "/description", "/text"]

    async def test_where_the_words_stand_alike_short_texts_come_first_then_short_addresses(self, site: Site) -> None:
        await new(site, "/z", f"<p>A spinet. {'lorem ' * 200}</p>")
        for url in ("/aab", "/aaa", "/zz"):
            await new(site, url, "<p>A spinet.</p>")
        assert await found(site, "spinet") == ["/zz", "/aaa", "/aab", "/z"]
        assert await found(site, "spinet", limit=2) == ["/zz", "/aaa"]

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
            ("wooden v", []),
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

    async def test_a_title_that_seems_to_exclude_something_finds_its_page(self, site: Site) -> None:
        await new(site, "/second", title="Sonata -Second movement")
        await new(site, "/of-some", title="Partita -Third movement", config={"scopeWhitelist": ["friends"]})
        await new(site, "/gigue", title="A gigue from a partita, in the movement of a dance")
        assert await found(site, "sonata  -second MOVEMENT") == ["/second"]
        assert await found(site, "sonata -second") == []
        # A title that is kept to some changes nothing for others.
        assert await found(site, "partita -third movement") == ["/gigue"]

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


class TestTexts:
    async def test_what_visitors_cannot_read_is_not_found(self, site: Site) -> None:
        page = await site.new_page("/plugins", "Plugins")
        faq, unknown, image, private = id_(), id_(), id_(), id_()
        elsewhere = {"address": "/assets/giraffe.jpg", "alt": "An elephant"}
        # Only cms knows for whom it is.
        of_library = {"address": "/files/giraffe.jpg", "alt": "A secret"}
        items = [{"question": "Where is the zebra?", "answer": "<p>At the <b>water</b>hole</p>"}]
        await site.saved(
            page,
            create_plugin(faq, ref="cms.faq", heading="Animals", items=items),
            place_plugin(column_of(page), faq),
            create_plugin(unknown, ref="acme.rocket", words="spaceship"),
            place_plugin(column_of(page), unknown),
            create_plugin(image, ref="cms.textImage", picture=elsewhere, text=""),
            place_plugin(column_of(page), image),
            create_plugin(private, ref="cms.textImage", picture=of_library, text=""),
            place_plugin(column_of(page), private),
        )
        for query in ("zebra", "waterhole", "animals", "elephant"):
            assert await found(site, query) == ["/plugins"], query
        for query in ("giraffe", "spaceship", "jpg", "files", "secret"):
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
