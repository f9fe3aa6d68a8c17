from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from content.app import app
from content.templates import revisions
from content.templates.tasks import MINIFY
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start
from tests.content.compiler import FAULT, Compiler
from tests.content.factory import JSON, Site, fault, id_, refused
from tests.kit.working import run_jobs

SOURCES: JSON = {
    "sharedSCSS": "$ink: #222;",
    "inlineSCSS": "body { color: $ink }",
    "externalSCSS": "a { color: $ink }",
    "fonts": [{"family": "Lora"}],
}
INLINE = "$INK: #222;BODY { COLOR: $INK }"
SMALL = "$INK:#222;BODY{COLOR:$INK}"


@pytest.fixture
def compiler() -> Compiler:
    return Compiler()


@pytest.fixture
async def client(start: Start, compiler: Compiler) -> ServiceClient:
    return await start(app, mounts={"http://web.test": compiler.app})


async def create(site: Site, headers: dict[str, str] | None = None, **template: Any) -> httpx.Response:
    return await site.client.post("/client/templates", json={"name": "Dark", **template}, headers=headers or site.admin)


async def change(site: Site, template: JSON, headers: dict[str, str] | None = None, **body: Any) -> httpx.Response:
    return await site.client.put(
        f"/client/templates/{template['id']}",
        json={"name": template["name"], **body},
        headers={**(headers or site.admin), "If-Match": f'"{template["version"]}"'},
    )


@pytest.fixture
async def template(site: Site) -> JSON:
    made: JSON = (await create(site, **SOURCES)).json()
    return made


class TestList:
    async def test_it_has_every_template_with_its_sources(self, site: Site, template: JSON) -> None:
        answer = await site.client.get("/client/templates", headers=site.editor)
        assert [each["name"] for each in answer.json()["results"]] == ["Bold", "Dark", "Default", "Editorial"]
        assert answer.json()["results"][1] == template
        assert SOURCES.items() <= template.items()

    async def test_each_says_who_uses_it_and_who_saved_it(self, site: Site, template: JSON) -> None:
        address = f"/client/templates/{template['id']}"
        page = await site.new_page("/dark", templateId=template["id"])
        listed = (await site.client.get("/client/templates", headers=site.editor)).json()["results"]
        by_name = {each["name"]: each for each in listed}
        dark, default = by_name[template["name"]], by_name["Default"]
        assert (dark["pageCount"], dark["isDefault"], default["isDefault"]) == (1, False, True)
        newest = (await site.client.get(f"{address}/revisions", headers=site.editor)).json()["results"][0]
        assert (dark["updatedBy"], default["updatedBy"]) == (newest["userId"], None)
        pages = (await site.client.get(f"{address}/pages", headers=site.editor)).json()
        assert (pages["total"], [each["id"] for each in pages["results"]]) == (1, [page["page"]["id"]])
        missing = await site.client.get(f"/client/templates/{id_()}/pages", headers=site.editor)
        assert refused(missing) == (404, "template_not_found")

    async def test_a_new_one_may_begin_with_what_comes_along(self, site: Site) -> None:
        answer = await site.client.get("/client/templates/starting", headers=site.editor)
        default = answer.json()["results"][0]
        assert default["name"] == "Default"
        made = await create(site, site.tokens.bearer("super"), **{**default, "name": "Fresh"})
        assert (made.status_code, made.json()["inlineSCSS"]) == (201, default["inlineSCSS"])


class TestCreate:
    async def test_fonts_may_be_json_text(self, site: Site) -> None:
        answer = await create(site, fonts='[{"family": "Lora"}]')
        assert answer.json()["fonts"] == [{"family": "Lora"}]

    @pytest.mark.parametrize("fonts", ["[{", "5", {"family": "x"}, [["x"]] * 51])
    async def test_fonts_of_the_wrong_form(self, site: Site, fonts: object) -> None:
        answer = await create(site, fonts=fonts)
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer)[0] == "fonts"

    async def test_a_script_needs_super(self, site: Site) -> None:
        assert refused(await create(site, js="alert(1)")) == (403, "template_script_needs_super")
        answer = await create(site, site.tokens.bearer("super"), js="console.log(1)")
        assert answer.json()["js"] == "console.log(1)"


class TestUpdate:
    async def test_pages_have_the_new_look(self, site: Site, template: JSON) -> None:
        await site.new_page("/dark", templateId=template["id"])
        before = (await site.render("/dark")).json()["template"]
        answer = await change(site, template, inlineCSS="body{color:#000}")
        assert answer.status_code == 200
        assert answer.json()["sharedSCSS"] == ""
        after = (await site.render("/dark")).json()["template"]
        assert after["inlineCSS"] == "body{color:#000}"
        assert (before["hasExternalCSS"], after["hasExternalCSS"]) == (True, False)
        assert after["version"] > before["version"]

    async def test_a_template_may_be_sent_back_as_it_was_read(self, site: Site, template: JSON) -> None:
        address = f"/client/templates/{template['id']}"
        read = (await site.client.get(address, headers=site.editor)).json()
        saved = await site.client.put(address, json={**read, "name": "Darker"}, headers=site.admin)
        assert (saved.status_code, saved.json()["name"], saved.json()["inlineCSS"]) == (200, "Darker", INLINE)
        assert refused(await site.client.put(address, json=read, headers=site.admin)) == (412, "precondition_failed")
        assert refused(await create(site, id=template["id"])) == (422, "validation_failed")

    async def test_the_script_that_is_there_may_stay(self, site: Site) -> None:
        scripted = (await create(site, site.tokens.bearer("super"), js="console.log(1)")).json()
        kept = await change(site, scripted, name="Darker", js="console.log(1)")
        assert kept.json()["name"] == "Darker"
        assert refused(await change(site, kept.json())) == (403, "template_script_needs_super")

    async def test_on_sight_of_an_older_version(self, site: Site, template: JSON) -> None:
        await change(site, template, name="Newer")
        assert refused(await change(site, template, name="Mine")) == (412, "precondition_failed")


class TestDelete:
    async def test_one_that_nothing_uses(self, site: Site, template: JSON) -> None:
        answer = await site.client.delete(f"/client/templates/{template['id']}", headers=site.admin)
        assert answer.status_code == 204
        again = await site.client.delete(f"/client/templates/{template['id']}", headers=site.admin)
        assert refused(again) == (404, "template_not_found")

    async def test_one_that_a_page_has_stays(self, site: Site, template: JSON) -> None:
        await site.new_page("/dark", templateId=template["id"])
        answer = await site.client.delete(f"/client/templates/{template['id']}", headers=site.admin)
        assert refused(answer) == (409, "template_in_use")
        assert (answer.json()["users"], [page["url"] for page in answer.json()["pages"]]) == (1, ["/dark"])
        assert (await site.render("/dark")).status_code == 200

    async def test_the_default_stays(self, site: Site) -> None:
        default = (await site.page("/"))["page"]["templateId"]
        answer = await site.client.delete(f"/client/templates/{default}", headers=site.admin)
        assert refused(answer) == (409, "template_in_use")


class TestGetSources:
    async def test_the_web_host_gets_all_of_it(self, site: Site, template: JSON) -> None:
        headers = site.tokens.internal("web", to="content")
        answer = await site.client.get(f"/private/templates/{template['id']}", headers=headers)
        small = {"inlineCSS": SMALL, "externalCSS": "$INK:#222;A{COLOR:$INK}", "js": ""}
        assert answer.json() == {**template, "minified": small}
        missing = await site.client.get(f"/private/templates/{id_()}", headers=headers)
        assert refused(missing) == (404, "template_not_found")


class TestMinified:
    async def stored(self, site: Site, template: JSON) -> Any:
        headers = site.tokens.internal("web", to="content")
        return (await site.client.get(f"/private/templates/{template['id']}", headers=headers)).json()["minified"]

    async def test_is_stored_with_the_template(self, site: Site, template: JSON) -> None:
        assert (await self.stored(site, template))["inlineCSS"] == SMALL
        changed = (await change(site, template, inlineCSS="p { margin: 0 }")).json()
        assert await self.stored(site, changed) == {"inlineCSS": "p{margin:0}", "externalCSS": "", "js": ""}

    async def test_without_the_web_host_a_save_succeeds_and_a_job_makes_it(
        self, site: Site, compiler: Compiler
    ) -> None:
        compiler.is_away = True
        made = (await create(site, inlineCSS="p { margin: 0 }")).json()
        assert made["inlineCSS"] == "p { margin: 0 }"
        assert await self.stored(site, made) is None
        compiler.is_away = False
        before = await tags_of_changes(site)
        await run_jobs(site.client, MINIFY)
        assert (await self.stored(site, made))["inlineCSS"] == "p{margin:0}"
        assert f"template:{made['id']}" in (await tags_of_changes(site))[len(before) :]
        # The job of the set-up as well: each template is asked about once.
        asked = compiler.asked
        await run_jobs(site.client, MINIFY)
        assert compiler.asked == asked

    @pytest.mark.parametrize("css", ["@import url(https://elsewhere.example/a.css);", '@\\69mport "a.css";'])
    async def test_without_the_web_host_css_that_may_import_has_to_wait(
        self, site: Site, compiler: Compiler, css: str
    ) -> None:
        compiler.is_away = True
        assert refused(await create(site, externalCSS=css)) == (503, "compiler_unavailable")

    async def test_what_an_earlier_release_saved_is_made_anew(self, site: Site, template: JSON) -> None:
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE templates SET inline_css = 'b {}', version = version + 1"))
        assert await self.stored(site, template) is None
        await run_jobs(site.client, MINIFY)
        assert (await self.stored(site, template))["inlineCSS"] == "b{}"

    async def test_stays_while_the_sources_do(self, site: Site, template: JSON, compiler: Compiler) -> None:
        asked = compiler.asked
        renamed = (await change(site, template, **{**SOURCES, "name": "Darker"})).json()
        assert (renamed["name"], compiler.asked) == ("Darker", asked)
        assert (await self.stored(site, renamed))["inlineCSS"] == SMALL

    async def test_a_template_without_sources_asks_nobody(self, site: Site, compiler: Compiler) -> None:
        made = (await create(site)).json()
        assert compiler.asked == 0
        assert await self.stored(site, made) == {"inlineCSS": "", "externalCSS": "", "js": ""}


class TestCompiled:
    """Source and CSS belong together, whatever is sent."""

    async def test_what_is_sent_beside_scss_does_not_count(self, site: Site) -> None:
        made = (await create(site, **{**SOURCES, "inlineCSS": "b{}", "externalCSS": "b{}"})).json()
        assert (made["inlineCSS"], made["externalCSS"]) == (INLINE, "$INK: #222;A { COLOR: $INK }")

    async def test_css_goes_with_the_scss_that_it_was_made_from(self, site: Site, template: JSON) -> None:
        answer = await change(site, template, **{**template_sources(template), "inlineSCSS": " "})
        assert (answer.json()["inlineCSS"], answer.json()["externalCSS"]) == ("", template["externalCSS"])

    async def test_css_that_was_written_as_such_stays(self, site: Site) -> None:
        made = (await create(site, sharedSCSS="$a: 1;", inlineCSS="b { }")).json()
        again = (await change(site, made, sharedSCSS="$a: 2;", inlineCSS="b { }")).json()
        assert (made["inlineCSS"], again["inlineCSS"]) == ("b { }", "b { }")

    async def test_a_fault_is_refused_with_its_place_and_nothing_changes(self, site: Site, template: JSON) -> None:
        answer = await change(site, template, inlineSCSS="a {\n  b: $broken }")
        assert refused(answer) == (422, "template_not_compiled")
        assert fault(answer)[0] == "inlineSCSS"
        assert answer.json()["faults"] == [FAULT]
        now = await site.client.get(f"/client/templates/{template['id']}", headers=site.editor)
        assert now.json() == template
        assert refused(await create(site, inlineSCSS="$broken")) == (422, "template_not_compiled")

    async def test_without_the_web_host_new_scss_has_to_wait(
        self, site: Site, template: JSON, compiler: Compiler
    ) -> None:
        compiler.is_away = True
        refusal = await change(site, template, **{**SOURCES, "sharedSCSS": "$ink: red;"})
        assert refused(refusal) == (503, "compiler_unavailable")
        root = site.tokens.bearer("super")
        scripted = await change(site, template, root, **SOURCES, js="console.log(1)")
        assert (scripted.status_code, scripted.json()["inlineCSS"]) == (200, INLINE)


class TestRevisions:
    async def revisions(self, site: Site, template: JSON) -> list[JSON]:
        answer = await site.client.get(f"/client/templates/{template['id']}/revisions", headers=site.editor)
        results: list[JSON] = answer.json()["results"]
        return results

    async def restore(
        self, site: Site, template: JSON, revision: JSON, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        return await site.client.post(
            f"/client/templates/{template['id']}/revisions/{revision['id']}/restore",
            headers={**(headers or site.admin), "If-Match": f'"{template["version"]}"'},
        )

    async def test_each_save_is_one(self, site: Site, template: JSON) -> None:
        changed = (await change(site, template, inlineCSS="b { }")).json()
        newest, first = await self.revisions(site, template)
        assert (newest["version"], first["version"]) == (changed["version"], template["version"])
        assert first["userId"] is not None
        assert (newest["changes"], first["changes"]) == (["sharedSCSS", "inlineSCSS", "externalSCSS", "fonts"], [])
        address = f"/client/templates/{template['id']}/revisions/{first['id']}"
        sources = (await site.client.get(address, headers=site.editor)).json()
        assert SOURCES.items() <= sources.items()

    async def test_restoring_is_a_new_save(self, site: Site, template: JSON) -> None:
        changed = (await change(site, template, name="Renamed", inlineCSS="b { }")).json()
        [_, first] = await self.revisions(site, template)
        assert refused(await self.restore(site, template, first)) == (412, "precondition_failed")
        restored = (await self.restore(site, changed, first)).json()
        assert template_sources(restored) == template_sources(template)
        assert (restored["name"], restored["version"] > changed["version"]) == ("Renamed", True)
        assert len(await self.revisions(site, template)) == 3

    async def test_css_that_was_written_as_such_comes_back_though_scss_makes_the_same(self, site: Site) -> None:
        plain = (await create(site, inlineCSS="B { }")).json()
        compiled = (await change(site, plain, inlineSCSS="b { }")).json()
        assert compiled["inlineCSS"] == plain["inlineCSS"]
        [_, first] = await self.revisions(site, plain)
        restored = (await self.restore(site, compiled, first)).json()
        assert (restored["inlineSCSS"], restored["inlineCSS"]) == ("", "B { }")

    async def test_a_script_comes_back_by_super_only(self, site: Site) -> None:
        root = site.tokens.bearer("super")
        scripted = (await create(site, root, js="console.log(1)")).json()
        bare = (await change(site, scripted, root)).json()
        [_, first] = await self.revisions(site, scripted)
        assert refused(await self.restore(site, bare, first)) == (403, "template_script_needs_super")
        assert (await self.restore(site, bare, first, root)).json()["js"] == "console.log(1)"

    async def test_what_was_saved_before_there_were_any_is_kept(self, site: Site) -> None:
        default = (await site.client.get("/client/templates", headers=site.editor)).json()["results"][1]
        assert await self.revisions(site, default) == []
        await change(site, default, inlineCSS="b { }")
        newest, first = await self.revisions(site, default)
        assert (first["version"], first["userId"], first["savedAt"]) == (default["version"], None, default["updatedAt"])
        assert newest["version"] > first["version"]

    async def test_the_oldest_go(self, site: Site, template: JSON, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(revisions, "MOST_KEPT", 2)
        for css in ("a{}", "b{}", "c{}"):
            template = (await change(site, template, inlineCSS=css)).json()
        kept = await self.revisions(site, template)
        assert [each["version"] for each in kept] == [template["version"], template["version"] - 1]

    async def test_one_of_another_template(self, site: Site, template: JSON) -> None:
        other = (await create(site)).json()
        [revision] = await self.revisions(site, other)
        assert refused(await self.restore(site, template, revision)) == (404, "template_revision_not_found")
        missing = await site.client.get(f"/client/templates/{id_()}/revisions", headers=site.editor)
        assert refused(missing) == (404, "template_not_found")


def template_sources(template: JSON) -> JSON:
    return {name: template[name] for name in (*SOURCES, "inlineCSS", "externalCSS", "js")}


async def tags_of_changes(site: Site) -> list[str]:
    async with site.client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [tag for row in rows if row.name == "content.pages_changed" for tag in row.payload["tags"]]
