"""How soon what has changed is found."""

import asyncio
import uuid

import pytest
from sqlalchemy import text

from content.blocks import service as blocks
from content.documents.pages import read_pages
from content.model.types import Page
from content.search import indexing, repository, service
from content.search.documents import documents_of
from content.search.library import Library
from content.search.repository import PageDocuments
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    change_page,
    column,
    column_of,
    create_node,
    id_,
    row,
    update_plugin,
)
from tests.content.search import found, new, rebuilt
from tests.waiting_transactions import until_somebody_waits


class TestFreshness:
    async def test_what_is_saved_is_found_by_the_next_search(self, site: Site) -> None:
        page = await site.new_page("/new", "Fresh")
        assert await found(site, "fresh") == ["/new"]
        plugin = id_()
        page = await site.saved(page, *add_text(column_of(page), "<p>cello</p>", plugin_id=plugin))
        assert await found(site, "cello") == ["/new"]
        await site.saved(page, update_plugin(plugin, "<p>tuba</p>"))
        assert await found(site, "cello") == []
        assert await found(site, "tuba") == ["/new"]
        settings = (await site.client.get(f"/client/pages/{page['page']['id']}", headers=site.editor)).json()
        changed = await change_page(site, settings, title="Renamed", url="/moved")
        assert await found(site, "renamed") == ["/moved"]
        await site.client.delete(
            f"/client/pages/{page['page']['id']}", headers={**site.editor, "If-Match": changed.headers["etag"]}
        )
        assert await found(site, "tuba") == []

    async def test_where_many_pages_show_what_has_changed_the_worker_indexes_them(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(indexing, "URGENT_AT_ONCE", 1)
        page = await site.new_page("/one", "One")
        await rebuilt(site)
        layout = column()
        root = page["page"]["layout"]["block"]["nodes"][0]["id"]
        plugin = id_()
        page = await site.saved(
            page, create_node(root, row(layout)), *add_text(layout["id"], "<p>imprint</p>", plugin_id=plugin)
        )
        assert await found(site, "imprint") == []
        assert await rebuilt(site) == 4
        assert "/one" in await found(site, "imprint")
        assert len(await found(site, "imprint")) == 2
        await site.saved(page, update_plugin(plugin, "<p>privacy</p>"))
        await rebuilt(site)
        assert await found(site, "imprint") == []

    async def with_branch(self, site: Site, branch: str, plugin: str) -> JSON:
        """A page with a branch block that has a text."""
        page = await site.new_page("/first", "First")
        inner = column()
        shown = row(inner)
        named = {"type": "row-branch", "blockId": branch, "branchName": "Hours"}
        return await site.saved(
            page,
            create_node(column_of(page), shown, wrapBefore={"rowId": id_(), "colId": id_()}),
            *add_text(inner["id"], "<p>oboe hours</p>", plugin_id=plugin),
            {"name": "NODE_SET_TYPE", "nodeId": shown["id"], **named},
        )

    async def test_a_text_of_a_branch_block_counts_wherever_it_is_shown(self, site: Site) -> None:
        branch, plugin = id_(), id_()
        await self.with_branch(site, branch, plugin)
        other = await site.new_page("/second", "Second")
        shown = {"id": id_(), "type": "row-branch", "blockId": branch}
        wrap = {"rowId": id_(), "colId": id_()}
        await site.saved(other, create_node(column_of(other), shown, wrapBefore=wrap))
        assert sorted(await found(site, "oboe")) == ["/first", "/second"]
        await site.saved(await site.page("/first"), update_plugin(plugin, "<p>bassoon</p>"))
        assert await found(site, "oboe") == []
        assert sorted(await found(site, "bassoon")) == ["/first", "/second"]

    async def test_pages_lose_the_words_of_a_branch_block_that_is_deleted(self, site: Site) -> None:
        branch, plugin = id_(), id_()
        await self.with_branch(site, branch, plugin)
        assert await found(site, "oboe") == ["/first"]

        async def progress(_: float) -> None: ...

        await blocks.remove_rows(site.client.kit.database, uuid.UUID(branch), None, progress)
        assert await found(site, "oboe") == []

    async def test_pages_are_rebuilt_where_the_log_does_not_reach_back(self, site: Site) -> None:
        await new(site, "/page", "<p>flute</p>")
        await site.client.kit.database.pool.execute(
            "DELETE FROM changes WHERE version < (SELECT max(version) FROM changes)"
        )
        await rebuilt(site)
        assert await found(site, "flute") == ["/page"]

    async def test_a_page_noted_anew_while_it_is_indexed_stays_noted(self, site: Site) -> None:
        await new(site, "/page", "<p>flute</p>")
        pool = site.client.kit.database.pool
        await rebuilt(site)
        await site.saved(await site.page("/page"), *add_text(column_of(await site.page("/page")), "<p>harp</p>"))
        await indexing.note_changes(pool)
        stale = await repository.next_stale(pool, 10, only_urgent=True)
        pages, plugins = await read_pages(pool, [each.page_id for each in stale])
        await site.saved(await site.page("/page"), *add_text(column_of(await site.page("/page")), "<p>horn</p>"))
        await indexing.note_changes(pool)
        documents = {page["id"]: PageDocuments(documents_of(page, plugins, Library({})), []) for page in pages}
        await repository.write_documents(pool, stale, documents, "en", 0)
        assert await found(site, "horn harp") == ["/page"]

    async def test_a_page_that_cannot_be_indexed_harms_no_other(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await new(site, "/bad", "<p>flute</p>", title="Bad")
        await new(site, "/good", "<p>flute</p>")
        make = documents_of

        def fail(page: Page, plugins: JSON, library: Library) -> object:
            if page["title"] == "Bad":
                raise ValueError
            return make(page, plugins, library)

        monkeypatch.setattr(indexing, "documents_of", fail)
        assert await found(site, "flute") == ["/good"]
        assert await rebuilt(site) == 0


class TestAtOnce:
    """Searches, the worker and pages get along with one another."""

    async def test_pages_do_not_wait_for_searches(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(service, "TIMEOUT", 20)
        await new(site, "/page", "<p>flute</p>")
        await rebuilt(site)
        async with site.client.kit.database.transaction() as other:
            await other.execute(text("LOCK search_documents"))
            searches = [asyncio.create_task(found(site, "flute")) for _ in range(10)]
            await until_somebody_waits(other)
            assert (await site.render("/page")).status_code == 200
            assert not any(each.done() for each in searches)
        assert await asyncio.gather(*searches) == [["/page"]] * 10

    async def test_pages_are_claimed_in_one_order(self, site: Site) -> None:
        pool, database = site.client.kit.database.pool, site.client.kit.database
        for url in ("/one", "/two"):
            await new(site, url, "<p>flute</p>")
        await indexing.note_changes(pool)
        stale = sorted(await repository.next_stale(pool, 10, only_urgent=True))
        pages, plugins = await read_pages(pool, [each.page_id for each in stale])
        documents = {page["id"]: PageDocuments(documents_of(page, plugins, Library({})), []) for page in pages}
        lock = text("SELECT FROM search_stale_pages WHERE page_id = :page_id FOR UPDATE")
        async with database.transaction() as other:
            await other.execute(lock, {"page_id": stale[0].page_id})
            writing = asyncio.create_task(repository.write_documents(pool, stale[::-1], documents, "en", 0))
            await until_somebody_waits(other)
            for each in stale[1:]:
                await other.execute(lock, {"page_id": each.page_id})
        await writing
        assert await repository.next_stale(pool, 10, only_urgent=False) == []
