"""Images that an earlier release has stored as an address and typed-in sizes."""

import asyncio
import json
from typing import Any

import asyncpg
from sqlalchemy import update

from content.plugins.models import Plugin
from kit.testing.databases import WorkerDatabase
from tests.content.factory import Site, column_of, create_plugin, id_, own_plugins, place_plugin
from tests.content.library import pair_with
from tests.old_release import OldRelease, old_release

_COPY = """INSERT INTO content_of_old.plugins
SELECT (jsonb_populate_record(NULL::content_of_old.plugins, to_jsonb(p) || jsonb_build_object(
    'id', gen_random_uuid(), 'ref', $1::text, 'fields', $2::text::jsonb))).* FROM content.plugins p LIMIT 1"""
_VERSION = """INSERT INTO content_of_old.plugin_versions (plugin_id, version, fields)
SELECT id, 1, fields FROM content_of_old.plugins"""
_FIELDS = "SELECT fields::text FROM content_of_old.{table} WHERE fields ->> 'heading' = $1"

_WAITING = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid)))"


async def _migrated(old: OldRelease, table: str, heading: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(await old.connection.fetchval(_FIELDS.format(table=table), heading))
    return fields


async def test_they_become_images_and_the_release_before_still_reads_them(
    site: Site, worker_database: WorkerDatabase
) -> None:
    page, plugin = await site.new_page("/one"), id_()
    await site.saved(page, create_plugin(plugin), place_plugin(column_of(page), plugin))
    whole = {"image": "/files/a.jpg", "imageAlt": "A hill", "imageWidth": 640, "imageHeight": 480, "side": "left"}
    stored: dict[str, tuple[str, dict[str, Any]]] = {
        "whole": ("cms.textImage", whole),
        "bare": ("cms.textImage", {"image": "https://example.org/a.jpg", "imageAlt": "", "imageWidth": None}),
        "none": ("cms.textImage", {"image": "", "text": "<p>Words</p>"}),
        "other": ("acme.picture", {"image": "/a.jpg"}),
    }
    async with old_release(worker_database, "content", "0023") as old:
        for heading, (ref, fields) in stored.items():
            await old.connection.execute(_COPY, ref, json.dumps({**fields, "heading": heading}))
        await old.connection.execute(_VERSION)
        await old.upgrade("0024")
        picture = {"address": "/files/a.jpg", "alt": "A hill", "width": 640, "height": 480}
        assert await _migrated(old, "plugins", "whole") == {**whole, "heading": "whole", "picture": picture}
        # No version has what a save would refuse.
        version = {"heading": "whole", "side": "left", "picture": picture}
        assert await _migrated(old, "plugin_versions", "whole") == version
        assert await _migrated(old, "plugin_versions", "none") == {"heading": "none", "text": "<p>Words</p>"}
        for table in ("plugins", "plugin_versions"):
            bare = await _migrated(old, table, "bare")
            assert bare["picture"] == {"address": "https://example.org/a.jpg"}
            assert "picture" not in await _migrated(old, table, "none")
            assert await _migrated(old, table, "other") == {"image": "/a.jpg", "heading": "other"}
        unchecked = await old.connection.fetch(
            "SELECT fields ->> 'heading' AS heading FROM content_of_old.plugins WHERE NOT checked"
        )
        assert {row["heading"] for row in unchecked} == {"whole", "bare", "none"}
        asked = await old.connection.fetch("SELECT state FROM content_of_old.jobs WHERE name = 'files.ask'")
        assert [row["state"] for row in asked] == ["queued"]


async def test_what_is_left_of_them_is_given_to_nobody(site: Site) -> None:
    page = await pair_with(site, {"address": "/a.jpg"})
    former = {"image": "/a.jpg", "imageAlt": "A hill"}
    async with site.client.kit.database.transaction() as session:
        pairs = update(Plugin).where(Plugin.ref == "cms.textImage")
        await session.execute(pairs.values(fields=Plugin.fields.op("||")(former), checked=False))
    plugin = own_plugins(await site.page("/pictures"))[-1]
    assert plugin["fields"] == own_plugins(page)[-1]["fields"]


async def test_indexes_and_columns_wait_for_a_save_of_the_release_before(worker_database: WorkerDatabase) -> None:
    async with old_release(worker_database, "content", "0026") as old:
        saving = await asyncpg.connect(old.address)
        try:
            async with saving.transaction():
                await saving.execute("SELECT version FROM site FOR UPDATE")
                migrating = asyncio.create_task(old.upgrade("0029"))
                async with asyncio.timeout(120):
                    while not await old.connection.fetchval(_WAITING, saving.get_server_pid()):
                        await asyncio.sleep(0.01)
                for table in ("plugins", "pages", "site"):
                    await saving.execute(f"UPDATE {table} SET version = version + 1")  # noqa: S608  # of constants
            await migrating
        finally:
            await saving.close()
        revision = await old.connection.fetchval(f"SELECT version_num FROM {old.schema}.alembic_version")  # noqa: S608  # of a constant
        assert revision == "0029"
