"""What browsers get of a template: compiled from its SCSS, and minified."""

from typing import Any

import pytest
from sqlalchemy import text

from content.templates import compiled
from content.templates.tasks import MINIFY
from kit.jobs import enqueue
from tests.content.compiler import FAULT, Compiler
from tests.content.factory import JSON, Site, fault, refused
from tests.content.templates.calls import INLINE, SMALL, SOURCES, change, create, tags_of_changes, template_sources
from tests.kit.working import run_jobs


class TestMinified:
    async def stored(self, site: Site, template: JSON) -> Any:
        headers = site.tokens.internal("web", to="content")
        return (await site.client.get(f"/private/templates/{template['id']}", headers=headers)).json()["minified"]

    async def test_is_stored_with_the_template(self, site: Site, template: JSON) -> None:
        assert (await self.stored(site, template))["inlineCSS"] == SMALL
        changed = (await change(site, template, inlineCSS="p { margin: 0 }")).json()
        assert await self.stored(site, changed) == {"inlineCSS": "p{margin:0}", "externalCSS": "", "js": ""}

    async def test_is_there_from_the_start_for_the_templates_of_a_new_site(
        self, site: Site, compiler: Compiler
    ) -> None:
        """Their styles were sent as people read them until a job had been done."""
        templates = (await site.client.get("/client/templates", headers=site.admin)).json()["results"]
        assert {template["name"] for template in templates} == {"Default", "Editorial", "Bold"}
        headers = site.tokens.internal("web", to="content")
        for template in templates:
            stored = (await site.client.get(f"/private/templates/{template['id']}", headers=headers)).json()
            small = stored["minified"]["inlineCSS"]
            assert 0 < len(small) < len(stored["inlineCSS"])
        assert compiler.asked == 0

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
        # Each template is asked about once.
        asked = compiler.asked
        await run_jobs(site.client, MINIFY)
        assert compiler.asked == asked

    async def test_what_there_was_no_time_to_minify_is_saved_and_a_job_makes_it(
        self, site: Site, template: JSON, compiler: Compiler
    ) -> None:
        compiler.has_time_to_minify = False
        changed = await change(site, template, **{**SOURCES, "sharedSCSS": "$ink: red;"})
        assert (changed.status_code, changed.json()["inlineCSS"]) == (200, "$INK: RED;BODY { COLOR: $INK }")
        assert await self.stored(site, changed.json()) is None
        await run_jobs(site.client, MINIFY)
        assert (await self.stored(site, changed.json()))["inlineCSS"] == "$INK:RED;BODY{COLOR:$INK}"

    async def test_a_host_that_is_slow_but_works_is_waited_for(
        self, site: Site, template: JSON, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(compiled, "_LOOK_EVERY", 0.001)
        compiler.looks_until_it_answers = 3
        changed = await change(site, template, **{**SOURCES, "sharedSCSS": "$ink: red;"})
        assert (changed.status_code, changed.json()["inlineCSS"]) == (200, "$INK: RED;BODY { COLOR: $INK }")

    async def test_a_host_that_does_not_work_any_more_is_not_waited_for(
        self, site: Site, template: JSON, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One that is stopped may still be connected to: a save waited for as long as styles may take."""
        monkeypatch.setattr(compiled, "_LOOK_EVERY", 0.001)
        compiler.works, compiler.looks_until_it_answers = False, 1_000_000
        refusal = await change(site, template, **{**SOURCES, "sharedSCSS": "$ink: red;"})
        assert refused(refusal) == (503, "compiler_unavailable")
        made = (await create(site, inlineCSS="p { margin: 0 }")).json()
        assert (made["inlineCSS"], await self.stored(site, made)) == ("p { margin: 0 }", None)

    @pytest.mark.parametrize("css", ["@import url(https://elsewhere.example/a.css);", '@\\69mport "a.css";'])
    async def test_without_the_web_host_css_that_may_import_has_to_wait(
        self, site: Site, compiler: Compiler, css: str
    ) -> None:
        compiler.is_away = True
        assert refused(await create(site, externalCSS=css)) == (503, "compiler_unavailable")

    async def test_what_an_earlier_release_saved_is_made_anew(self, site: Site, template: JSON) -> None:
        async with site.client.kit.database.transaction() as session:
            await session.execute(text("UPDATE templates SET inline_css = 'b {}', version = version + 1"))
            # As it is time and again.
            await enqueue(session, MINIFY, {})
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
        # The screens send it once more by themselves then.
        assert int(refusal.headers["Retry-After"]) > 0
        root = site.tokens.bearer("super")
        scripted = await change(site, template, root, **SOURCES, js="console.log(1)")
        assert (scripted.status_code, scripted.json()["inlineCSS"]) == (200, INLINE)
