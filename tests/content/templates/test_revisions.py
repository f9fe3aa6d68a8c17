"""What a template was at each save."""

import httpx
import pytest

from content.templates import revisions
from tests.content.factory import JSON, Site, id_, refused
from tests.content.templates.calls import SOURCES, change, create, template_sources


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
