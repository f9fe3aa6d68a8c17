"""The data of plugins as they are in the editor's canvas, before they are saved."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
from sqlalchemy import text

from content.fields.catalogue import manifests
from content.page_render.plugin_data import data_of
from content.page_render.sources import Answer, Asked, Instance, Source, SourceMemory
from content.page_render.sources_of_plugins import SOURCES
from content.page_render.viewer import Viewer
from kit.plugin_data import PluginQuestion
from tests.content.factory import Site, id_, refused


async def ask(site: Site, shown: dict[str, Any], *plugins: dict[str, Any], **other: Any) -> httpx.Response:
    data = {"page": {"id": shown["page"]["id"], "url": shown["page"]["url"]}, "query": {}, "plugins": list(plugins)}
    return await site.client.post("/client/plugin-data", json={**data, **other}, headers=site.editor)


EDITOR = Viewer(frozenset({"editor"}), is_logged_in=True, sees_all=True, is_anybody=False)


def question(shown: dict[str, Any], *plugins: dict[str, Any]) -> PluginQuestion:
    page = {"id": shown["page"]["id"], "url": shown["page"]["url"]}
    return PluginQuestion.model_validate({"page": page, "query": {}, "plugins": list(plugins)})


def instance(ref: str, plugin_id: str = "new") -> dict[str, Any]:
    return {"id": plugin_id, "ref": ref, "fields": {}}


async def test_a_breadcrumb_that_is_not_saved_names_the_pages_above(site: Site) -> None:
    await site.new_page("/boats", "Boats")
    page = await site.new_page("/boats/small", "Small boats")
    answer = await ask(site, page, instance("cms.breadcrumb"))
    assert answer.status_code == 200, answer.text
    items = answer.json()["plugins"]["new"]["data"]["items"]
    assert [(item["url"], item["label"]) for item in items] == [("/", "Home"), ("/boats", "Boats")]
    assert answer.json()["isCacheable"] is False


async def test_the_data_is_what_the_page_would_be_served_with(site: Site) -> None:
    page = await site.page("/")
    menu, _of_the_footer = [plugin for plugin in page["plugins"].values() if plugin["ref"] == "cms.menu"]
    answer = await ask(site, page, {key: menu[key] for key in ("id", "ref", "fields")})
    assert answer.json()["plugins"][menu["id"]]["data"] == menu["data"]


async def test_what_has_no_data_is_left_out(site: Site) -> None:
    page = await site.page("/")
    answer = await ask(site, page, instance("cms.text"), instance("acme.unknown", "other"))
    assert answer.json()["plugins"] == {}


async def test_the_sources_of_other_plugins_of_the_page_are_not_asked(site: Site) -> None:
    page = await site.page("/")
    assert "cms.menu" in {plugin["ref"] for plugin in page["plugins"].values()}
    asked: list[str] = []

    def source(ref: str) -> Source:
        async def answer(instances: Sequence[Instance], question: Asked) -> Mapping[str, Answer]:
            asked.append(ref)
            return {}

        return Source(ref, answer)

    memory = SourceMemory([source("cms.menu"), source("cms.breadcrumb")])
    await data_of(site.client.kit.database.pool, question(page, instance("cms.breadcrumb")), EDITOR, memory)
    assert asked == ["cms.breadcrumb"]


async def test_a_scope_that_is_being_renamed_opens_nothing(site: Site) -> None:
    page = await site.page("/")
    scopes: list[frozenset[str]] = []

    async def answer(instances: Sequence[Instance], question: Asked) -> Mapping[str, Answer]:
        scopes.append(question.viewer.scopes)
        return {}

    database = site.client.kit.database
    async with database.transaction() as session:
        await session.execute(text("""UPDATE site SET scope_renamings = '{"staff": {}}'"""))
    viewer = EDITOR._replace(scopes=frozenset({"staff", "crew"}))
    memory = SourceMemory([Source("cms.breadcrumb", answer)])
    await data_of(database.pool, question(page, instance("cms.breadcrumb")), viewer, memory)
    assert scopes == [frozenset({"crew"})]


async def test_it_is_for_editors(site: Site) -> None:
    page = await site.page("/")
    data = {"page": {"id": page["page"]["id"], "url": "/"}, "plugins": []}
    for headers, status in ((None, 401), (site.tokens.bearer("crm:read"), 403)):
        assert (await site.client.post("/client/plugin-data", json=data, headers=headers)).status_code == status


async def test_a_page_that_there_is_not_is_said_to_be_missing(site: Site) -> None:
    page = await site.page("/")
    for page_id in (id_(), "none"):
        answer = await ask(site, page, page={"id": page_id, "url": "/"})
        assert refused(answer) == (404, "page_not_found")


def test_the_manifests_name_content_for_exactly_its_sources() -> None:
    named = {ref for ref, manifest in manifests().items() if manifest.get("dataFrom") == "content"}
    assert named == {source.ref for source in SOURCES}, (
        "a plugin with a source in sources_of_plugins.py says `dataFrom: 'content'` in its manifest.ts, and no other does; "
        "`make generate` brings the manifest here"
    )
