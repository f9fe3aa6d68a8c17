from typing import Any

import httpx
import pytest

from tests.content.factory import JSON, Site, fault, id_, refused

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

    async def test_only_editors_see_it(self, site: Site) -> None:
        assert refused(await site.client.get("/client/templates")) == (401, "unauthorized")


class TestCreate:
    async def test_fonts_may_be_json_text(self, site: Site) -> None:
        answer = await create(site, fonts='[{"family": "Spectral"}]')
        assert answer.json()["fonts"] == [{"family": "Spectral"}]

    @pytest.mark.parametrize("fonts", ["[{", "5", {"family": "x"}, [["x"]] * 51])
    async def test_fonts_of_the_wrong_form(self, site: Site, fonts: object) -> None:
        answer = await create(site, fonts=fonts)
        assert refused(answer) == (422, "validation_failed")
        assert fault(answer)[0] == "fonts"

    async def test_editors_make_none(self, site: Site) -> None:
        assert refused(await create(site, site.editor)) == (403, "scope_missing")

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
        assert answer.json() == template
        missing = await site.client.get(f"/private/templates/{id_()}", headers=headers)
        assert refused(missing) == (404, "template_not_found")

    async def test_people_get_nothing(self, site: Site, template: JSON) -> None:
        answer = await site.client.get(f"/private/templates/{template['id']}", headers=site.tokens.bearer("super"))
        assert answer.status_code == 401
