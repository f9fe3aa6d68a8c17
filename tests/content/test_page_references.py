"""What the deletion of pages would break, and copies of pages."""

import uuid
from typing import Any

import pytest
from sqlalchemy import cast, func, select, text
from sqlalchemy.dialects.postgresql import JSONB

from content.pages.models import Page, linked_by_nodes
from content.plugins.models import LINKED_BY_FIELDS, Plugin
from tests.content.blog import field_of, list_page, post_page, posts
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column,
    column_of,
    create_node,
    id_,
    leaf_of,
    nodes_of,
    own_plugins,
    refused,
    row,
    whitelist,
)
from tests.content.statements import Statements
from tests.content.url_maps import added, new


async def references(site: Site, *pages: JSON) -> JSON:
    ids = [page["id"] for page in pages]
    answer = await site.client.get("/client/pages/references", params={"id": ids}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def linking(site: Site, url: str, *hrefs: str) -> JSON:
    """A page with links in a text."""
    page = await site.new_page(url, url)
    content = "".join(f'<p><a href="{href}">Link</a></p>' for href in hrefs)
    return await site.saved(page, *add_text(column_of(page), content))


class TestReferences:
    async def test_links_in_texts_are_found_however_they_are_spelt(self, site: Site) -> None:
        page = await new(site, "/über-uns")
        await linking(site, "/plain", "/über-uns")
        await linking(site, "/encoded", "/%C3%BCber-uns#team")
        await linking(site, "/lower", "/%c3%bcber-uns")
        await linking(site, "/slash", "/über-uns/?a=1")
        await linking(site, "/others", "/über-uns-2", "/x/über-uns", "https://example.org/über-uns")
        found = await references(site, page)
        assert [link["url"] for link in found["links"]] == ["/encoded", "/lower", "/plain", "/slash"]
        assert {(link["kind"], link["via"], link["ref"]) for link in found["links"]} == {("text", "page", "cms.text")}
        assert found["linkCount"] == 4

    async def test_links_to_addresses_with_characters_that_html_and_browsers_write_otherwise(self, site: Site) -> None:
        page, below = await new(site, "/a&b-(c)"), await new(site, "/a&b-(c)/d")
        await linking(site, "/html", "/a&amp;b-(c)")
        await linking(site, "/escaped", "/a%26b-%28c%29")
        await linking(site, "/backslash", "/a&amp;b-(c)\\d")
        assert [link["url"] for link in (await references(site, page))["links"]] == ["/escaped", "/html"]
        assert [link["url"] for link in (await references(site, below))["links"]] == ["/backslash"]

    async def test_relative_links_lead_elsewhere_from_each_page(self, site: Site) -> None:
        page = await new(site, "/boats")
        await linking(site, "/relative", "boats", "#boats", "?boats")
        named = await site.new_page("/named")
        await site.saved(named, *add_text(column_of(named), '<p>"/boats": <a href="boats">Boats</a></p>'))
        assert (await references(site, page))["linkCount"] == 0

    async def test_links_are_found_by_indexes(self, site: Site) -> None:
        """A look through all plugins and pages would take as long as there are many."""
        async with site.client.kit.database.reading() as session:
            await session.execute(text("SET LOCAL enable_seqscan = off"))
            plugins = select(Plugin.id).where(text(f"{LINKED_BY_FIELDS} && CAST(:addresses AS text[])"))
            pages = select(Page.id).where(text(f"{linked_by_nodes('pages')} && CAST(:addresses AS text[])"))
            for query, index in ((plugins, "ix_plugins_linked"), (pages, "ix_pages_linked")):
                plan = await session.scalars(text(f"EXPLAIN {query}"), {"addresses": ["/a"]})
                assert any(index in line for line in plan)

    async def test_links_with_the_sites_own_host_are_found(self, site: Site) -> None:
        page = await new(site, "/boats")
        await linking(site, "/absolute", "http://localhost:8080/boats")
        await linking(site, "/loopback", "https://127.0.0.1:8080/boats/#new")
        await linking(site, "/schemeless", "//LOCALHOST:8080/boats")
        await linking(
            site, "/others", "http://localhost:8081/boats", "//boats/boats", "http://localhost:8080.example/boats"
        )
        found = await references(site, page)
        assert [link["url"] for link in found["links"]] == ["/absolute", "/loopback", "/schemeless"]

    @pytest.mark.parametrize(
        ("stored", "addresses"),
        [
            ({"href": "/a"}, {"/a"}),
            ({"href": "/a/?b#c"}, {"/a"}),
            ({"href": "/"}, {"/"}),
            ({"href": "http://site.example"}, {"/"}),
            ({"href": "HTTPS://site.example/#a"}, {"/"}),
            ({"href": "//site.example/a/b"}, {"/a/b"}),
            ({"html": '<p>Say ""</p><a href=" /a&amp;b">c/d</a>'}, {"/a&b"}),
            ({"href": "", "text": '"?" "" "# a/b'}, set()),
            ({"href": "a", "link": "mailto:a@site.example", "number": 1}, set()),
            ({"href": "/" + "a" * 400}, {"/" + "a" * 299}),
        ],
    )
    async def test_the_index_has_the_paths_of_absolute_links(
        self, site: Site, stored: JSON, addresses: set[str]
    ) -> None:
        async with site.client.kit.database.reading() as session:
            query = select(func.addresses_in(cast(stored, JSONB)))
            found: list[str] | None = await session.scalar(query)
        assert found is not None
        assert set(found) == addresses

    async def test_texts_that_only_name_an_address_do_not_hide_a_link(self, site: Site) -> None:
        page = await new(site, "/boats")
        named = {"content": '<p>"/boats" and "/boats?"</p>'}
        async with site.client.kit.database.transaction() as session:
            session.add_all(
                Plugin(id=uuid.UUID(int=number), ref="cms.text", fields=named, version=1) for number in range(1, 2_502)
            )
        await linking(site, "/from", "/boats")
        assert [link["url"] for link in (await references(site, page))["links"]] == ["/from"]

    async def test_more_links_than_are_looked_through_at_once_are_all_counted(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("content.pages.references._AT_ONCE", 2)
        monkeypatch.setattr("content.pages.references.MOST", 3)
        page = await new(site, "/target")
        for number in range(5):
            await linking(site, f"/not-{number}", "/x/target")
        for number in range(5):
            linked = await linking(site, f"/page-{number}", "/target")
            node = next(each for each in nodes_of(linked["page"]["layout"]["block"]) if each["type"] == "col-unique")
            link = {"name": "LINK_SET", "nodeId": node["id"], "href": "/target", "targetBlank": False}
            await site.saved(linked, link)
        found = await references(site, page)
        assert [link["url"] for link in found["links"]] == ["/page-0", "/page-1", "/page-2"]
        assert found["linkCount"] == 10

    async def test_links_of_nodes_and_of_blocks_that_pages_show(self, site: Site) -> None:
        page = await new(site, "/target")
        other = await site.new_page("/other", "Other")
        node, inner = column(), column()
        shown = row(inner)
        other = await site.saved(
            other,
            create_node(column_of(other), row(node), wrapBefore={"rowId": id_(), "colId": id_()}),
            {"name": "LINK_SET", "nodeId": node["id"], "href": "/target", "targetBlank": False},
            create_node(column_of(other), shown),
            *add_text(inner["id"], '<p><a href="/target">Link</a></p>'),
            {"name": "NODE_SET_TYPE", "nodeId": shown["id"], "type": "row-branch", "blockId": id_(),
             "branchName": "Shared"},
        )  # fmt: skip
        found = await references(site, page)
        assert [(link["kind"], link["via"], link["url"]) for link in found["links"]] == [
            ("text", "branch", "/other"),
            ("node", "page", "/other"),
        ]

    async def test_links_on_pages_that_go_too_do_not_count(self, site: Site) -> None:
        one, linked = await new(site, "/one"), await linking(site, "/two", "/one")
        link = {"name": "LINK_SET", "nodeId": column_of(linked), "href": "/one", "targetBlank": False}
        two = (await site.saved(linked, link))["page"]
        assert (await references(site, one))["linkCount"] == 2
        assert (await references(site, one, two))["linkCount"] == 0

    async def test_menus_url_maps_posts_and_pages_below(self, site: Site) -> None:
        page = (await post_page(site, "/post", "A post"))["page"]
        await new(site, "/post/below")
        await added(site, "/old", "/post")
        found = await references(site, page)
        assert [(one["kind"], one["name"], one["stays"]) for one in found["blog"]] == [("post", "A post", False)]
        assert [one["source"] for one in found["urlMaps"]] == ["/old"]
        assert (found["below"], found["inMenu"]) == (1, 0)
        # All pages stand beside the home page.
        assert (await references(site, (await site.page("/"))["page"]))["below"] == 0
        menu = await new(site, "/menu", config={"menu": {"visible": True}})
        listing = (await list_page(site, "/news", "News"))["page"]
        found = await references(site, menu, listing)
        assert (found["inMenu"], [one["kind"] for one in found["blog"]]) == (1, ["category"])

    async def test_as_many_statements_however_many_pages(self, site: Site) -> None:
        pages = [await new(site, f"/{number}") for number in range(4)]
        await linking(site, "/links", "/0", "/1", "/2")
        counts = []
        for asked in (pages[:1], pages):
            async with Statements(site.client.kit).counted() as sent:
                await references(site, *asked)
            counts.append(len(sent))
        assert counts[0] == counts[1]

    async def test_a_page_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get("/client/pages/references", params={"id": id_()}, headers=site.editor)
        assert refused(answer) == (404, "page_not_found")


async def duplicate(site: Site, page: JSON, **data: Any) -> JSON:
    answer = await site.client.post(f"/client/pages/{page['id']}/duplicate", json=data, headers=site.editor)
    assert answer.status_code == 201, answer.text
    return await site.page(answer.json()["url"])


class TestDuplicate:
    async def test_it_shows_the_same_under_ids_of_its_own(self, site: Site) -> None:
        page = await site.new_page("/about", "About", config={"menu": {"visible": True, "label": "Us"}})
        node = column()
        page = await site.saved(
            page,
            create_node(column_of(page), row(node), wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(node["id"], "<p>Inside</p>"),
            whitelist(node["id"], ["logged-in"]),
            {"name": "LINK_SET", "nodeId": node["id"], "href": "/x", "targetBlank": True},
        )
        copy = await duplicate(site, page["page"])
        assert (copy["page"]["url"], copy["page"]["title"]) == ("/about-copy", "About")
        assert copy["page"]["config"]["menu"] == {"visible": False, "label": "Us"}
        assert [one["fields"] for one in own_plugins(copy)] == [one["fields"] for one in own_plugins(page)]
        own = [{each["id"] for each in nodes_of(one["page"]["blocks"][column_of(one)])} for one in (page, copy)]
        assert own[0].isdisjoint(own[1])
        assert {one["id"] for one in own_plugins(page)}.isdisjoint(one["id"] for one in own_plugins(copy))
        assert [*copy["page"]["links"].values()] == [{"href": "/x", "targetBlank": True}]
        assert copy["page"]["hasScopeWhitelist"]
        await site.saved(copy, *add_text(leaf_of(copy), "<p>More</p>"))
        assert len(own_plugins(await site.page("/about"))) == len(own_plugins(page))

    async def test_copies_of_copies_have_addresses_that_are_free(self, site: Site) -> None:
        page = await new(site, "/a")
        for address in ("/a-copy", "/a-copy-2", "/a-copy-3"):
            assert (await duplicate(site, page))["page"]["url"] == address
        home = (await site.page("/"))["page"]
        assert (await duplicate(site, home))["page"]["url"] == "/home-copy"
        missing = (await site.page("/error/404"))["page"]
        assert (await duplicate(site, missing))["page"]["url"] == "/404-copy"
        assert (await duplicate(site, page, title="B", url="/b"))["page"]["title"] == "B"

    async def test_a_copied_post_is_a_post_of_its_own(self, site: Site) -> None:
        page = await post_page(site, "/post", "A post")
        copy = await duplicate(site, page["page"], title="Another")
        assert field_of(copy, "blogPostId") != field_of(page, "blogPostId")
        assert {post["title"] for post in await posts(site)} == {"A post", "Another"}

    async def test_an_address_that_is_taken(self, site: Site) -> None:
        page = await new(site, "/a")
        answer = await site.client.post(
            f"/client/pages/{page['id']}/duplicate", json={"url": "/a"}, headers=site.editor
        )
        assert refused(answer) == (409, "url_taken")
        assert (await change_page(site, page)).status_code == 200
