"""Where files are used, as content tells cms of it."""

import uuid

import pytest
from sqlalchemy import text, update

from content.linked_data.models import LinkedDataItem
from content.pages.models import Page
from content.templates.models import Template
from kit.testing.identity import PUBLIC_URL
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column,
    column_of,
    create_node,
    id_,
    nodes_of,
    row,
)
from tests.content.file_use_calls import PICTURE, all_used, asked, uses, wanted, with_fields
from tests.content.statements import Statements
from tests.content.url_maps import added


class TestUses:
    @pytest.mark.parametrize(
        "written",
        [
            "/files/pictures/über uns (1).png",
            "/files/pictures/über%20uns%20(1).png?size=md",
            "/files/pictures/%C3%BCber%20uns%20%281%29.png",
            "/files/pictures/%c3%bcber%20uns%20(1).png#x",
            "/files/pictures/u\u0308ber uns (1).png",
            "/%66iles/pictures/über%20uns%20(1).png",
            "/fi%6C%65%73/pictures/über%20uns%20(1).png",
            "/files%2fpictures/über%20uns%20(1).png",
            "/files/%70ictures/über%20uns%20(1).p%6eg",
            "/api/files/pictures/u%CC%88ber%20uns%20(1).png",
            f"{PUBLIC_URL}/files/pictures/über%20uns%20(1).png",
            f"//{PUBLIC_URL.upper().partition('//')[2]}/files/pictures/über uns (1).png",
        ],
    )
    async def test_addresses_are_found_however_they_are_written(self, site: Site, page: JSON, written: str) -> None:
        file = wanted(PICTURE)[0]
        await with_fields(site, page, {"image": written})
        assert await uses(site, file) == [("page", "About", 1)]
        await with_fields(
            site, page, {"content": f'<p><img src="{written}" alt=""> and <a href="{written}">it</a></p>'}
        )
        assert await uses(site, file) == [("page", "About", 2)]
        assert PICTURE in (await all_used(site))["paths"]

    @pytest.mark.parametrize(
        "written",
        [
            "https://elsewhere.test/files/pictures/über%20uns%20(1).png",
            "/en/files/pictures/über%20uns%20(1).png",
            "/files/pictures/über%20uns%20(2).png",
            "/files/pictures/über%20uns%20(1).png.bak",
        ],
    )
    async def test_other_addresses_are_not(self, site: Site, page: JSON, written: str) -> None:
        await with_fields(site, page, {"image": written})
        assert await uses(site, *wanted(PICTURE)) == []
        assert PICTURE not in (await all_used(site))["paths"]

    async def test_ids_are_found_in_fields_that_hold_files_at_any_depth(self, site: Site, page: JSON) -> None:
        file, other = wanted("a.png", "b.png")
        slides = [{"image": {"file": file["id"], "alt": "x"}}, {"image": {"file": file["id"]}}]
        await with_fields(site, page, {"slides": slides, "page": other["id"]})
        found = await asked(site, [file, other])
        assert found["totals"] == {file["id"]: 1}
        told = {"fileId": file["id"], "kind": "page", "id": page["page"]["id"], "title": "About", "url": "/about"}
        assert found["uses"] == [{**told, "count": 2}]
        assert (await all_used(site))["ids"] == [file["id"]]

    async def test_plugins_of_layouts_and_blocks_count_there_and_what_stands_nowhere_does_not(
        self, site: Site, page: JSON
    ) -> None:
        file = wanted("a.png")[0]
        image = '<p><img src="/files/a.png" alt=""></p>'
        inner, own = column(), column()
        shown = row(inner)
        shared = next(
            each for each in nodes_of(page["page"]["layout"]["block"]) if each["type"] in {"col", "col-shared"}
        )
        page = await site.saved(
            page,
            create_node(column_of(page), shown, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], image),
            {"name": "NODE_SET_TYPE", "nodeId": shown["id"], "type": "row-branch", "blockId": id_(),
             "branchName": "Shared"},
            create_node(column_of(page), row(own)),
            *add_text(own["id"], image, node_id=(node_id := id_())),
            *add_text(shared["id"], image),
        )  # fmt: skip
        layout = page["page"]["layout"]["name"]
        assert await uses(site, file) == [("page", "About", 1), ("layout", layout, 1), ("block", "Shared", 1)]
        await site.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node_id})
        assert await uses(site, file) == [("layout", layout, 1), ("block", "Shared", 1)]

    async def test_settings_of_pages_and_nodes(self, site: Site, page: JSON) -> None:
        file = wanted("a b.png")[0]
        node = row(column())
        background = {"allowBackground": True, "backgroundImage": "/files/a%20b.png"}
        page = await site.saved(
            page,
            create_node(column_of(page), node, wrapBefore={"rowId": id_(), "colId": id_()}),
            {"name": "NODE_SET_BACKGROUND", "nodeId": node["id"], "level": "page", "background": background},
            {"name": "LINK_SET", "nodeId": column_of(page), "href": "/files/a%20b.png", "targetBlank": False},
        )
        assert await uses(site, file) == [("page", "About", 2)]
        async with site.client.kit.database.transaction() as session:
            meta = {"image": {"file": file["id"]}}
            await session.execute(update(Page).where(Page.id == uuid.UUID(page["page"]["id"])).values(meta=meta))
        assert await uses(site, file) == [("page", "About", 3)]

    async def test_templates_linked_data_and_url_maps(self, site: Site) -> None:
        logo, font, script, made = wanted("logo.svg", "fonts/my font.woff2", "extra.js", "made.png")
        template = {
            "inline_scss": 'a { background: url(/files/logo.svg) } b { background: url("/files/logo.svg") }',
            "inline_css": "a{background:url(/files/logo.svg)}i{background:url(/files/made.png)}",
            "js": "import('/files/extra.js');",
            "fonts": [{"family": "My", "source": "/files/fonts/my%20font.woff2"}],
        }
        async with site.client.kit.database.transaction() as session:
            name = await session.scalar(text("SELECT name FROM templates ORDER BY id LIMIT 1"))
            await session.execute(update(Template).where(Template.name == name).values(**template))
            data = {"@type": "Organization", "logo": f"{PUBLIC_URL}/files/logo.svg"}
            session.add(LinkedDataItem(name="Us", data=data, types=["Organization"]))
        await added(site, "/old.svg", f"{PUBLIC_URL}/files/logo.svg")
        assert await uses(site, logo) == [("template", name, 2), ("linkedData", "Us", 1), ("urlMap", "/old.svg", 1)]
        for file in (font, script, made):
            assert await uses(site, file) == [("template", name, 1)]
        assert {"logo.svg", "fonts/my font.woff2", "extra.js", "made.png"} <= {*(await all_used(site))["paths"]}

    async def test_a_hundred_are_told_and_all_are_counted(self, site: Site, page: JSON) -> None:
        file = wanted("logo.svg")[0]
        image = '<p><img src="/files/logo.svg" alt=""></p>'
        await site.saved(page, *(add_text(column_of(page), image)))
        async with site.client.kit.database.transaction() as session:
            # Copies of the page that show what it shows.
            await session.execute(
                text(
                    "INSERT INTO pages SELECT (p.copy).* FROM (SELECT jsonb_populate_record(pages, jsonb_build_object("
                    "'id', gen_random_uuid(), 'url', '/copy-' || n, 'title', 'Copy')) AS copy "
                    "FROM pages, generate_series(1, 120) n WHERE url = '/about') p"
                )
            )
        found = await asked(site, [file])
        assert (len(found["uses"]), found["totals"]) == (100, {file["id"]: 121})

    async def test_statements_do_not_grow_with_the_uses(self, site: Site) -> None:
        files = wanted("a.png", "b.png")
        statements = Statements(site.client.kit)
        counted = []
        for number in range(2):
            page = await site.new_page(f"/page-{number}")
            await site.saved(page, *add_text(column_of(page), '<p><img src="/files/a.png" alt=""></p>'))
            async with statements.counted() as sent:
                await asked(site, files)
            counted.append(len(sent))
        assert counted[0] == counted[1]


class TestWhoAsks:
    async def test_cms_alone(self, site: Site) -> None:
        for headers in (site.admin, site.tokens.internal("web", to="content")):
            assert (await site.client.get("/private/file-uses/all", headers=headers)).status_code in {401, 403}
            answer = await site.client.post("/private/file-uses", json={"files": []}, headers=headers)
            assert answer.status_code in {401, 403}

    async def test_a_question_is_bounded(self, site: Site) -> None:
        headers = site.tokens.internal("cms", to="content")
        for files in (wanted(*map(str, range(101))), wanted("x" * 1301)):
            answer = await site.client.post("/private/file-uses", json={"files": files}, headers=headers)
            assert answer.status_code == 422
