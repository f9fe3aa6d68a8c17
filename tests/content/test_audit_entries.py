"""What the activity log has of changes that are made in the editor and of the blocks and plugins behind them."""

from typing import Any

from sqlalchemy import select

from kit.audit import AuditEntry
from tests.content.factory import JSON, Site, add_text, column_of, own_plugins, update_plugin


async def entries(site: Site, *kinds: str) -> list[AuditEntry]:
    async with site.client.kit.database.transaction() as session:
        query = select(AuditEntry).where(AuditEntry.subject_type.in_(kinds)).order_by(AuditEntry.id)
        return [*(await session.scalars(query))]


def told(entry: AuditEntry) -> tuple[str, str, dict[str, Any]]:
    return entry.action, entry.subject_name, entry.details


class TestSave:
    async def test_leaves_an_entry(self, site: Site) -> None:
        page = await site.new_page("/about", "About")
        await site.saved(page, *add_text(column_of(page), "<p>Words</p>"))
        created, edited = await entries(site, "page")
        assert created.action == "page.created"
        assert told(edited) == ("page.edited", "About", {"changes": 2})
        assert (str(edited.actor_id), str(edited.subject_id)) == (site.user_id, page["page"]["id"])
        assert edited.address == "127.0.0.1"

    async def test_that_changes_nothing_leaves_none(self, site: Site) -> None:
        page = await site.new_page("/about", "About")
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], title["fields"]["content"]))
        assert [entry.action for entry in await entries(site, "page")] == ["page.created"]

    async def test_that_comes_again_leaves_one(self, site: Site) -> None:
        page = await site.new_page("/about", "About")
        actions = add_text(column_of(page), "<p>Words</p>")
        for _ in range(2):
            assert (await site.save(page, *actions, key="the-same")).status_code == 200
        assert [entry.action for entry in await entries(site, "page")] == ["page.created", "page.edited"]

    async def test_that_meets_a_conflict_leaves_none(self, site: Site) -> None:
        page = await site.new_page("/about", "About")
        [title] = own_plugins(page)
        await site.saved(page, update_plugin(title["id"], "<h1>Mine</h1>"))
        other = await site.save(
            page, update_plugin(title["id"], "<h1>Theirs</h1>"), headers=site.tokens.bearer("editor")
        )
        assert other.status_code == 409
        assert [entry.action for entry in await entries(site, "page")] == ["page.created", "page.edited"]


async def test_blocks(site: Site) -> None:
    made: JSON = (await site.client.post("/client/blocks", json={"name": "Footer"}, headers=site.editor)).json()
    path = f"/client/blocks/{made['id']}"
    headers = {**site.editor, "If-Match": f'"{made["version"]}"'}
    renamed = await site.client.put(path, json={"name": "Foot"}, headers=headers)
    assert renamed.status_code == 200
    removal = await site.client.delete(path, headers={**site.editor, "Prefer": "respond-async"})
    assert removal.status_code == 202
    assert [told(entry) for entry in await entries(site, "block")] == [
        ("block.created", "Footer", {}),
        ("block.updated", "Foot", {}),
        ("block.deleted", "Foot", {}),
    ]


async def test_plugins(site: Site) -> None:
    page = await site.new_page("/about", "About")
    [title] = own_plugins(page)
    path = f"/cms/plugins/{title['id']}"
    headers = {**site.editor, "If-Match": f'"{title["version"]}"'}
    answer = await site.client.put(path, json={"fields": {"content": "<h1>Us</h1>"}}, headers=headers)
    assert answer.status_code == 200, answer.text
    assert [told(entry) for entry in await entries(site, "plugin")] == [("plugin.updated", "cms.text", {})]
