"""Images that an earlier release has stored as an address and typed-in sizes."""

import json
from typing import Any

from kit.testing.databases import WorkerDatabase
from tests.content.factory import Site, column_of, create_plugin, id_, place_plugin
from tests.content.old_release import OldRelease, old_release

_COPY = """INSERT INTO content_of_old.plugins
SELECT (jsonb_populate_record(NULL::content_of_old.plugins, to_jsonb(p) || jsonb_build_object(
    'id', gen_random_uuid(), 'ref', $1::text, 'fields', $2::text::jsonb))).* FROM content.plugins p LIMIT 1"""
_VERSION = """INSERT INTO content_of_old.plugin_versions (plugin_id, version, fields)
SELECT id, 1, fields FROM content_of_old.plugins"""
_FIELDS = "SELECT fields::text FROM content_of_old.{table} WHERE fields ->> 'heading' = $1"


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
    async with old_release(worker_database, "0023") as old:
        for heading, (ref, fields) in stored.items():
            await old.connection.execute(_COPY, ref, json.dumps({**fields, "heading": heading}))
        await old.connection.execute(_VERSION)
        await old.upgrade("0024")
        for table in ("plugins", "plugin_versions"):
            picture = {"address": "/files/a.jpg", "alt": "A hill", "width": 640, "height": 480}
            assert await _migrated(old, table, "whole") == {**whole, "heading": "whole", "picture": picture}
            bare = await _migrated(old, table, "bare")
            assert bare["picture"] == {"address": "https://example.org/a.jpg"}
            assert "picture" not in await _migrated(old, table, "none")
            assert await _migrated(old, table, "other") == {"image": "/a.jpg", "heading": "other"}
        asked = await old.connection.fetch("SELECT state FROM content_of_old.jobs WHERE name = 'files.ask'")
        assert [row["state"] for row in asked] == ["queued"]
