from typing import Any

import httpx
import pytest
from sqlalchemy import select, text
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from content.app import app
from content.templates.tasks import MINIFY
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start
from tests.content.factory import JSON, Site, fault, id_, refused
from tests.kit.working import run_jobs

SOURCES: JSON = {
    "sharedSCSS": "$ink: #222;",
    "inlineSCSS": "body { color: $ink }",
    "externalSCSS": "a { color: $ink }",
    "inlineCSS": "body{color:#222}",
    "externalCSS": "a{color:#222}",
    "fonts": [{"family": "Spectral"}],
}


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
        assert [each["name"] for each in answer.json()["results"]] == ["Dark", "Default"]
        assert answer.json()["results"][0] == template
        assert SOURCES.items() <= template.items()


class TestCreate:
    async def test_fonts_may_be_json_text(self, site: Site) -> None:
        answer = await create(site, fonts='[{"family": "Spectral"}]')
        assert answer.json()["fonts"] == [{"family": "Spectral"}]

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
        assert (await site.render("/dark")).status_code == 200

    async def test_the_default_stays(self, site: Site) -> None:
        default = (await site.page("/"))["page"]["templateId"]
        answer = await site.client.delete(f"/client/templates/{default}", headers=site.admin)
        assert refused(answer) == (409, "template_in_use")


class TestGetSources:
    async def test_the_web_host_gets_all_of_it(self, site: Site, template: JSON) -> None:
        headers = site.tokens.internal("web", to="content")
        answer = await site.client.get(f"/private/templates/{template['id']}", headers=headers)
        assert answer.json() == {**template, "minified": None}
        missing = await site.client.get(f"/private/templates/{id_()}", headers=headers)
        assert refused(missing) == (404, "template_not_found")


class Minifier:
    """Stands where the web host stands: upper case is fewer bytes here."""

    def __init__(self) -> None:
        self.is_away = False
        self.asked = 0
        self.app = Starlette(routes=[Route("/client/api/private/minified-templates", self._answer, methods=["POST"])])

    async def _answer(self, request: Request) -> Response:
        self.asked += 1
        if self.is_away:
            return Response(status_code=503)
        return JSONResponse({name: source.upper() for name, source in (await request.json()).items()})


class TestMinified:
    @pytest.fixture
    def minifier(self) -> Minifier:
        return Minifier()

    @pytest.fixture
    async def client(self, start: Start, minifier: Minifier) -> ServiceClient:
        return await start(app, mounts={"http://web.test": minifier.app})

    async def stored(self, site: Site, template: JSON) -> Any:
        headers = site.tokens.internal("web", to="content")
        return (await site.client.get(f"/private/templates/{template['id']}", headers=headers)).json()["minified"]

    async def test_is_stored_with_the_template(self, site: Site, template: JSON) -> None:
        assert (await self.stored(site, template))["inlineCSS"] == SOURCES["inlineCSS"].upper()
        changed = (await change(site, template, inlineCSS="p{margin:0}")).json()
        assert await self.stored(site, changed) == {"inlineCSS": "P{MARGIN:0}", "externalCSS": "", "js": ""}

    async def test_without_the_web_host_a_save_succeeds_and_a_job_makes_it(
        self, site: Site, minifier: Minifier
    ) -> None:
        minifier.is_away = True
        made = (await create(site, **SOURCES)).json()
        assert made["inlineCSS"] == SOURCES["inlineCSS"]
        assert await self.stored(site, made) is None
        minifier.is_away = False
        before = await tags_of_changes(site)
        await run_jobs(site.client, MINIFY)
        assert (await self.stored(site, made))["inlineCSS"] == SOURCES["inlineCSS"].upper()
        assert f"template:{made['id']}" in (await tags_of_changes(site))[len(before) :]
        # The job of the set-up as well: each template is asked about once.
        asked = minifier.asked
        await run_jobs(site.client, MINIFY)
        assert minifier.asked == asked

    async def test_what_an_earlier_release_saved_is_made_anew(self, site: Site, template: JSON) -> None:
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE templates SET inline_css = 'b{}', version = version + 1"))
        assert await self.stored(site, template) is None
        await run_jobs(site.client, MINIFY)
        assert (await self.stored(site, template))["inlineCSS"] == "B{}"

    async def test_stays_while_the_sources_do(self, site: Site, template: JSON, minifier: Minifier) -> None:
        asked = minifier.asked
        renamed = (await change(site, template, **{**SOURCES, "name": "Darker"})).json()
        assert (renamed["name"], minifier.asked) == ("Darker", asked)
        assert (await self.stored(site, renamed))["inlineCSS"] == SOURCES["inlineCSS"].upper()

    async def test_a_template_without_sources_asks_nobody(self, site: Site, minifier: Minifier) -> None:
        made = (await create(site)).json()
        assert minifier.asked == 0
        assert await self.stored(site, made) == {"inlineCSS": "", "externalCSS": "", "js": ""}


async def tags_of_changes(site: Site) -> list[str]:
    async with site.client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow).order_by(OutboxRow.position))
        return [tag for row in rows if row.name == "content.pages_changed" for tag in row.payload["tags"]]
