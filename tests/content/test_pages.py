import asyncio
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import event, select

from kit.audit import AuditEntry
from tests.content.blog import settings_of
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column_of,
    create_page,
    fault,
    id_,
    own_plugins,
    refused,
    row,
    whitelist,
)
from tests.content.url_maps import listed


class TestCreate:
    async def test_it_begins_with_its_title_as_the_heading(self, site: Site) -> None:
        answer = await create_page(site, "/about us", "Us & <them>")
        assert answer.status_code == 201
        page = answer.json()
        assert (page["url"], page["title"]) == ("/about-us", "Us & <them>")
        assert answer.headers["ETag"] == f'"{page["version"]}"'
        [heading] = own_plugins(await site.page("/about-us"))
        assert heading["ref"] == "cms.text"
        assert heading["fields"] == {"content": "<h1>Us &amp; &lt;them&gt;</h1>"}

    async def test_it_has_the_default_look_and_layout(self, site: Site) -> None:
        home = (await site.page("/"))["page"]
        page = (await site.new_page("/about"))["page"]
        assert (page["templateId"], page["layoutId"]) == (home["templateId"], home["layoutId"])

    @pytest.mark.parametrize("wish", [{"layoutId": None}, {"newLayout": True}])
    async def test_a_layout_of_its_own_is_one_unique_column(self, site: Site, wish: JSON) -> None:
        render = await site.new_page("/landing", "Landing", **wish)
        [root] = render["page"]["layout"]["block"]["nodes"]
        [band] = root["block"]["nodes"]
        [only] = band["block"]["nodes"]
        assert (root["type"], band["type"], only["type"]) == ("root", "row", "col-unique")
        assert [plugin["ref"] for plugin in own_plugins(render)] == ["cms.text"]

    async def test_only_the_first_of_two_unique_columns_has_the_heading(self, site: Site) -> None:
        first = (await site.page("/"))["page"]
        root = first["layout"]["block"]["nodes"][0]
        two = row({"id": id_(), "type": "col-unique"}, {"id": id_(), "type": "col-unique"})
        layout = await site.client.put(
            f"/cms/layouts/{first['layoutId']}",
            json={"name": "Two", "block": {"nodes": [{**root, "block": {"nodes": [two]}}]}},
            headers={**site.editor, "If-Match": "*"},
        )
        assert layout.status_code == 200, layout.text
        blocks = (await site.new_page("/two"))["page"]["blocks"]
        assert [len(blocks[each["id"]]["nodes"]) for each in two["block"]["nodes"]] == [1, 0]

    async def test_a_visible_page_makes_menus_stale(self, site: Site) -> None:
        before = await site.render("/")
        await create_page(site, "/about", config={"menu": {"visible": True}})
        after = await site.render("/")
        assert "menu" in before.json()["tags"]
        assert "/about" in after.text

    @pytest.mark.parametrize(
        ("url", "code"),
        [
            ("/../x", "url_invalid"),
            ("/x" * 1500, "url_invalid"),
            ("/a//b", "url_invalid"),
            ("/a?b", "url_invalid"),
            ("/cms/notes", "url_reserved"),
            ("/API", "url_reserved"),
        ],
    )
    async def test_an_address_that_no_page_can_have(self, site: Site, url: str, code: str) -> None:
        answer = await create_page(site, url)
        assert refused(answer) == (422, code)
        assert fault(answer) == ("url", code)

    @pytest.mark.parametrize("url", ["/about", "/about/", "about", "/%61bout"])
    async def test_an_address_that_is_taken(self, site: Site, url: str) -> None:
        await create_page(site, "/about")
        answer = await create_page(site, url)
        assert refused(answer) == (409, "url_taken")
        assert fault(answer) == ("url", "url_taken")

    async def test_of_ten_at_once_one_gets_the_address(self, site: Site) -> None:
        answers = await asyncio.gather(*(create_page(site, "/about") for _ in range(10)))
        assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9

    @pytest.mark.parametrize("field", ["templateId", "layoutId"])
    async def test_what_it_refers_to_has_to_be_there(self, site: Site, field: str) -> None:
        answer = await create_page(site, "/about", **{field: id_()})
        assert refused(answer) == (422, "unknown_reference")
        assert fault(answer) == (field, "unknown_reference")
        assert refused(await site.render("/about")) == (404, "page_not_found")

    @pytest.mark.parametrize(
        "settings",
        [
            {"title": ""},
            {"title": "x" * 201},
            {"url": ""},
            {"version": 9},
            {"hasScopeWhitelist": True},
            {"config": {"menu": {"visible": "yes please"}}},
            {"config": {"scopeWhitelist": "club"}},
            {"meta": {"description": "x" * 1001}},
            {"meta": {"robots": "x"}},
        ],
    )
    async def test_settings_of_the_wrong_form(self, site: Site, settings: JSON) -> None:
        answer = await site.client.post(
            "/client/pages", json={"title": "A", "url": "/a", **settings}, headers=site.editor
        )
        assert refused(answer) == (422, "validation_failed")

    async def test_before_the_set_up_there_is_nothing_to_add_to(self, client: Any, tokens: Any) -> None:
        assert refused(await create_page(Site(client, tokens), "/a")) == (409, "site_not_set_up")


class TestGet:
    async def test_its_settings_and_version(self, site: Site) -> None:
        made = (await create_page(site, "/about", meta={"title": "T"}, config={"noIndex": True})).json()
        answer = await site.client.get(f"/client/pages/{made['id']}", headers=site.editor)
        assert answer.json() == made
        assert (made["meta"], made["config"]) == ({"title": "T"}, {"noIndex": True})
        assert answer.headers["ETag"] == f'"{made["version"]}"'

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.get(f"/client/pages/{id_()}", headers=site.editor)
        assert refused(answer) == (404, "page_not_found")


class TestUpdate:
    @pytest.fixture
    async def page(self, site: Site) -> JSON:
        made: JSON = (await create_page(site, "/about", "About", meta={"title": "T"})).json()
        return made

    async def test_settings_change_and_contents_stay(self, site: Site, page: JSON) -> None:
        contents = own_plugins(await site.page("/about"))
        answer = await change_page(site, page, title="Us", url="/us", config={"menu": {"visible": True}})
        assert answer.status_code == 200
        assert answer.json()["version"] > page["version"]
        after = await site.page("/us")
        assert (after["page"]["title"], after["page"]["meta"]) == ("Us", {"title": "T"})
        assert own_plugins(after) == contents
        assert (await site.render("/about")).json() == {"redirect": {"url": "/us", "responseCode": 301}}

    async def test_what_is_left_out_stays_and_null_clears(self, site: Site, page: JSON) -> None:
        first = (await change_page(site, page, displayTitle="The us")).json()
        second = (await change_page(site, first, meta=None)).json()
        third = (await change_page(site, second, displayTitle=None)).json()
        assert (second["displayTitle"], second["meta"]) == ("The us", {})
        assert "displayTitle" not in third

    async def test_a_page_leaves_the_menu(self, site: Site, page: JSON) -> None:
        shown = (await change_page(site, page, config={"menu": {"visible": True}})).json()
        assert "/about" in (await site.render("/")).text
        await change_page(site, shown, config={})
        assert "/about" not in (await site.render("/")).text

    async def test_another_layout_and_back_loses_nothing(self, site: Site, page: JSON) -> None:
        other = (await create_page(site, "/other", newLayout=True)).json()["layoutId"]
        before = await site.page("/about")
        moved = (await change_page(site, page, layoutId=other)).json()
        # What it had in its own column is in the column in that place.
        assert own_plugins(await site.page("/about")) == own_plugins(before)
        await change_page(site, moved, layoutId=page["layoutId"])
        assert own_plugins(await site.page("/about")) == own_plugins(before)

    @pytest.mark.parametrize("level", ["site", "page"])
    async def test_another_layout_opens_nothing_that_the_former_kept_to_some(
        self, site: Site, page: JSON, level: str
    ) -> None:
        other = (await create_page(site, "/other", newLayout=True)).json()["layoutId"]
        own = (await create_page(site, "/own", newLayout=True)).json()
        before = await site.page("/own")
        await site.saved(before, whitelist(column_of(before), ["club"], level))
        settings = (await site.client.get(f"/client/pages/{own['id']}", headers=site.editor)).json()
        moved = (await change_page(site, settings, layoutId=other)).json()
        assert moved["layoutId"] == other
        assert "<h1>" not in (await site.render("/own")).text
        await change_page(site, moved, layoutId=own["layoutId"])
        assert own_plugins(await site.page("/own")) == own_plugins(before)

    async def test_on_sight_of_an_older_version_it_is_refused(self, site: Site, page: JSON) -> None:
        newer = (await change_page(site, page, title="Newer")).json()
        answer = await change_page(site, page, title="Mine")
        assert refused(answer) == (412, "precondition_failed")
        assert answer.json()["version"] == newer["version"]

    @pytest.mark.parametrize("version", ["latest", "", -1])
    async def test_a_version_that_is_none(self, site: Site, page: JSON, version: object) -> None:
        assert refused(await change_page(site, page, version, title="Mine")) == (412, "precondition_failed")

    async def test_without_a_version_it_is_refused(self, site: Site, page: JSON) -> None:
        body = {"title": "Mine", "url": "/about"}
        answer = await site.client.put(f"/client/pages/{page['id']}", json=body, headers=site.editor)
        assert refused(answer) == (428, "precondition_required")

    async def test_to_an_address_that_is_taken(self, site: Site, page: JSON) -> None:
        assert refused(await change_page(site, page, url="/error/404")) == (409, "url_taken")

    async def test_the_home_page_keeps_its_address(self, site: Site) -> None:
        page_id = (await site.page("/"))["page"]["id"]
        home = (await site.client.get(f"/client/pages/{page_id}", headers=site.editor)).json()
        assert refused(await change_page(site, home, url="/start")) == (409, "page_protected")
        assert (await change_page(site, home, title="Start")).status_code == 200

    async def test_a_save_of_contents_and_of_settings_do_not_conflict(self, site: Site, page: JSON) -> None:
        render = await site.page("/about")
        await change_page(site, page, title="Us")
        answer = await site.save(render, *add_text(column_of(render), "<p>x</p>"))
        assert answer.status_code == 200


class TestDelete:
    async def test_the_page_goes_and_its_plugins_stay_unused(self, site: Site) -> None:
        page = await site.new_page("/about")
        [title] = own_plugins(page)
        answer = await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.editor)
        assert answer.status_code == 204
        assert refused(await site.render("/about")) == (410, "page_gone")
        unused = await site.client.get("/cms/plugins/unused", headers=site.editor)
        assert [plugin["id"] for plugin in unused.json()["results"]] == [title["id"]]

    @pytest.mark.parametrize("url", ["/", "/error/404", "/error/500"])
    async def test_what_the_site_needs_stays(self, site: Site, url: str) -> None:
        page_id = (await site.page(url))["page"]["id"]
        answer = await site.client.delete(f"/client/pages/{page_id}", headers=site.admin)
        assert refused(answer) == (409, "page_protected")
        assert (await site.render(url)).status_code == 200

    async def test_a_page_made_for_another_error_can_go(self, site: Site) -> None:
        page = await site.new_page("/error/403")
        answer = await site.client.delete(f"/client/pages/{page['page']['id']}", headers=site.editor)
        assert answer.status_code == 204

    async def test_a_page_made_for_another_error_leaves_no_redirect_behind(self, site: Site) -> None:
        """It would stand in the way of the host, which shows its own page for that error again."""
        for number, destination in enumerate((None, "/")):
            page = await site.new_page(f"/error/41{number}")
            path = f"/client/pages/{page['page']['id']}"
            answer = await site.client.delete(path, params={"destination": destination}, headers=site.editor)
            assert answer.status_code == 204
        moved = await site.new_page("/error/418")
        answer = await change_page(site, await settings_of(site, moved), url="/teapot")
        assert answer.status_code == 200
        assert await listed(site) == []
        assert refused(await site.render("/error/410")) == (404, "page_not_found")

    async def test_one_that_is_not_there(self, site: Site) -> None:
        answer = await site.client.delete(f"/client/pages/{id_()}", headers=site.editor)
        assert refused(answer) == (404, "page_not_found")


class TestSitemap:
    async def test_it_has_what_anyone_may_find(self, site: Site) -> None:
        await create_page(site, "/about")
        await create_page(site, "/club", config={"scopeWhitelist": ["club"]})
        await create_page(site, "/open", config={"scopeWhitelist": []})
        await create_page(site, "/quiet", config={"noIndex": True})
        await create_page(site, "/error/429")
        answer = await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
        pages = answer.json()["pages"]
        assert [page["url"] for page in pages] == ["/", "/about", "/open"]
        assert all(datetime.fromisoformat(page["updatedAt"]).tzinfo for page in pages)

    async def test_it_comes_from_postgres_in_one_piece(self, site: Site) -> None:
        """A row for each of many thousand pages would keep the process from everybody else's requests."""
        await create_page(site, "/about")
        rows: list[Any] = []
        engine = site.client.kit.database.engine.sync_engine

        def note(_c: Any, cursor: Any, *_: Any) -> None:
            rows.append(cursor.rowcount)

        event.listen(engine, "after_cursor_execute", note)
        try:
            await site.client.get("/private/sitemap", headers=site.tokens.internal("web", to="content"))
        finally:
            event.remove(engine, "after_cursor_execute", note)
        assert sum(rows) == 1


class TestAudit:
    async def test_what_becomes_of_a_page_is_on_record_once_each(self, site: Site) -> None:
        form = {"title": "About", "url": "/about"}
        made = (await site.client.post("/client/pages", json=form, headers=site.editor)).json()
        path, headers = f"/client/pages/{made['id']}", {**site.editor, "If-Match": "*"}
        await site.client.put(path, json={**form, "url": "/us"}, headers=headers)
        # What is sent as it is there changes nothing.
        for _ in range(2):
            await site.client.put(path, json={**form, "url": "/us", "title": "Us"}, headers=headers)
        await site.client.delete(path, headers=headers)
        async with site.client.kit.database.transaction() as session:
            rows = (await session.scalars(select(AuditEntry).order_by(AuditEntry.id))).all()
        assert [(row.action, row.details) for row in rows] == [
            ("page.created", {"url": "/about"}),
            ("page.updated", {"url": "/us", "before": "/about", "moved": 1}),
            ("page.updated", {"url": "/us", "before": "/us", "moved": 0}),
            ("page.deleted", {"url": "/us"}),
        ]
        assert {(str(row.actor_id), str(row.subject_id)) for row in rows} == {(site.user_id, made["id"])}
