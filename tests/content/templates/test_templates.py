import pytest

from tests.content.factory import JSON, Site, fault, id_, refused
from tests.content.templates.calls import INLINE, SMALL, SOURCES, change, create


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
