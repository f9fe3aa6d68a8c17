"""Where files are used, as content tells cms of it."""

import re
import uuid
from typing import Any

import pytest
from sqlalchemy import text, update

from content.app import app
from content.linked_data.models import LinkedDataItem
from content.pages.models import Page
from content.plugins.models import Plugin
from content.site.models import Site as SiteRow
from content.templates.models import Template
from kit.mentions import SPELT_ODDLY, mentions_in
from kit.outside import check_no_transaction
from kit.redis_link import RedisLink
from kit.testing import Start
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
    own_plugins,
    row,
)
from tests.content.statements import Statements
from tests.content.url_maps import added

PICTURE = "pictures/über uns (1).png"


def wanted(*paths: str) -> list[JSON]:
    return [{"id": id_(), "path": path} for path in paths]


async def asked(site: Site, files: list[JSON]) -> JSON:
    headers = site.tokens.internal("cms", to="content")
    answer = await site.client.post("/private/file-uses", json={"files": files}, headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def uses(site: Site, *files: JSON) -> list[tuple[str, str, int]]:
    return [(use["kind"], use["title"], use["count"]) for use in (await asked(site, [*files]))["uses"]]


async def all_used(site: Site) -> JSON:
    headers = site.tokens.internal("cms", to="content")
    answer = await site.client.get("/private/file-uses/all", headers=headers)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


async def with_fields(site: Site, page: JSON, fields: Any) -> None:
    """Give the page's plugin these fields, as no plugin declares them yet."""
    plugin_id = uuid.UUID(own_plugins(page)[0]["id"])
    async with site.client.kit.database.transaction() as session:
        await session.execute(update(Plugin).where(Plugin.id == plugin_id).values(fields=fields))
        await session.execute(update(SiteRow).values(version=SiteRow.version + 1))


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


def stretches_beside(identifier: str) -> list[str]:
    """Two ends of ids that differ from this id's."""
    return [end for end in ("a0", "b0", "c0") if not identifier.endswith(end)][:2]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that are looked through from now on."""
    documents: list[str] = []

    def noted(document: str, hosts: Any) -> Any:
        documents.append(document)
        return mentions_in(document, hosts)

    monkeypatch.setattr("content.file_uses.seen.mentions_in", noted)
    return documents


class TestUsedFiles:
    async def test_what_changes_is_seen_at_once(self, site: Site, page: JSON) -> None:
        assert (await all_used(site))["paths"] == []
        page = await site.saved(page, *add_text(column_of(page), '<p><a href="/files/a.pdf">A</a></p>'))
        assert (await all_used(site))["paths"] == ["a.pdf"]
        node = next(
            each
            for each in nodes_of(page["page"]["blocks"][column_of(page)])
            if each["type"] == "plugin" and each["pluginId"] == own_plugins(page)[-1]["id"]
        )
        await site.saved(page, {"name": "BLOCK_REMOVE_NODE", "nodeId": node["id"]})
        assert (await all_used(site))["paths"] == []

    async def test_the_documents_are_gone_through_once_for_each_version(self, site: Site, page: JSON) -> None:
        await site.saved(page, *add_text(column_of(page), '<p><a href="/files/a.pdf">A</a></p>'))
        statements = Statements(site.client.kit)
        counted = []
        for _ in range(2):
            async with statements.counted() as sent:
                await all_used(site)
            counted.append(sum("plugins" in each for each in sent))
        assert counted[0] > counted[1] == 0

    async def test_only_what_was_written_since_is_read_anew(self, site: Site, page: JSON, read: list[str]) -> None:
        # Documents of one stretch are read together: these are in one of their own, as is the page.
        a, b = (f"{id_()[:-2]}{end}" for end in stretches_beside(page["page"]["id"]))
        link = '<p><a href="/files/{}.pdf">A file</a></p>'
        page = await site.saved(page, *add_text(column_of(page), link.format("a"), plugin_id=a))
        assert (await all_used(site))["paths"] == ["a.pdf"]
        page = await site.saved(page, *add_text(column_of(page), link.format("b"), plugin_id=b))
        read.clear()
        assert (await all_used(site))["paths"] == ["a.pdf", "b.pdf"]
        assert any("b.pdf" in each for each in read)
        assert not any("a.pdf" in each for each in read)
        # However it was written: a migration tells nobody, but for the version here.
        async with site.client.kit.database.transaction() as session:
            changed = text("UPDATE plugins SET fields = replace(fields::text, 'a.pdf', 'c.pdf')::jsonb")
            await session.execute(changed)
            await session.execute(update(SiteRow).values(version=SiteRow.version + 1))
        assert (await all_used(site))["paths"] == ["b.pdf", "c.pdf"]

    async def test_redis_is_not_waited_for_in_a_transaction(
        self, site: Site, page: JSON, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await site.saved(page, *add_text(column_of(page), '<p><a href="/files/a.pdf">A</a></p>'))
        asked: list[Any] = []

        async def outside(link: RedisLink, command: Any, call: Any = RedisLink.call) -> Any:
            asked.append(command)
            check_no_transaction("Redis")
            return await call(link, command)

        monkeypatch.setattr(RedisLink, "call", outside)
        assert (await all_used(site))["paths"] == ["a.pdf"]
        assert len(asked) > 2

    async def test_without_redis_all_of_it_is_read(self, site: Site, page: JSON, start: Start, read: list[str]) -> None:
        page = await site.saved(page, *add_text(column_of(page), '<p><a href="/files/a.pdf">A</a></p>'))
        assert (await all_used(site))["paths"] == ["a.pdf"]
        without = Site(await start(app, redis_url="redis://127.0.0.1:1"), site.tokens)
        # Each time anew: nothing is kept anywhere.
        for _ in range(2):
            read.clear()
            assert (await all_used(without))["paths"] == ["a.pdf"]
            assert any("a.pdf" in each for each in read)

    async def test_a_page_that_is_deleted_uses_nothing(self, site: Site, page: JSON) -> None:
        page = await site.saved(page, *add_text(column_of(page), '<p><a href="/files/a.pdf">A</a></p>'))
        assert await uses(site, *wanted("a.pdf")) == [("page", "About", 1)]
        headers = {**site.editor, "If-Match": "*"}
        answer = await site.client.delete(f"/client/pages/{page['page']['id']}", headers=headers)
        assert answer.status_code == 204, answer.text
        assert await uses(site, *wanted("a.pdf")) == []
        assert (await all_used(site))["paths"] == []


async def test_what_is_spelt_oddly_is_so_for_the_indexes_and_for_cms(site: Site) -> None:
    # The function of the migration cannot change, `SPELT_ODDLY` could.
    texts = {f"/%{write(code)}" for code in range(256) for write in ("{:02x}".format, "{:02X}".format)}
    texts |= {f"/%{code:02X}"[:-1] + f"{code:x}"[-1] for code in range(256)} | {"/%", "/%4", "/a", "%25 %2F"}
    query = text("SELECT t AS written, spelt_oddly(t) AS is_odd FROM unnest(CAST(:texts AS text[])) t")
    async with site.client.kit.database.transaction() as session:
        found = {row.written: row.is_odd for row in await session.execute(query, {"texts": [*texts]})}
    assert found == {each: re.search(SPELT_ODDLY, each) is not None for each in texts}
    assert (found["/%2f"], found["/%2F"], found["/%6d"], found["/%20"]) == (True, True, True, False)


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
