"""Which files are used at all: read once for each version, and only what was written since."""

import re
from typing import Any

import pytest
from sqlalchemy import text, update

from content.app import app
from content.site.models import Site as SiteRow
from kit.mentions import SPELT_ODDLY, mentions_in
from kit.outside import check_no_transaction
from kit.redis_link import RedisLink
from kit.testing import Start
from tests.content.factory import (
    JSON,
    Site,
    add_text,
    column_of,
    id_,
    nodes_of,
    own_plugins,
)
from tests.content.file_use_calls import all_used, uses, wanted
from tests.content.statements import Statements


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
