"""A library of 10,000 files beside 10,000 pages with 36,000 plugins: its lists with each filter, where files are used, its screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial

import asyncpg
import httpx

from tests.bench import library_screen
from tests.bench.counting import as_superuser, cost
from tests.bench.report import Measure
from tests.bench.site import Site

FILES, PAGES, PLUGINS = 10_000, 10_000, 36_000
FOLDER = "bench-library"
AT_ONCE, MOMENT = 100, 1_000
"""Milliseconds that a person takes as no wait, and as one that does not interrupt."""
_TIMES = 15
_PER_PAGE = 3
"""Plugins of a page; what is left are plugins that stand nowhere any more."""

# Of the files half are shown, each by several pages; of the plugins every other one shows one. All pages show the logo.
_FOLDER = "INSERT INTO buckets (id, name) VALUES (gen_random_uuid(), $1) RETURNING id"
_ENTITIES = """
INSERT INTO entities (id, bucket_id, name, storage_key, size, sha256, mime_type, width, height, meta_data)
SELECT gen_random_uuid(), $1, 'photo ' || n || CASE WHEN n % 10 = 0 THEN '.pdf' ELSE '.jpg' END, 'bench/' || n, 20000,
    md5(n::text) || md5(n::text), CASE WHEN n % 10 = 0 THEN 'application/pdf' ELSE 'image/jpeg' END, 1600, 1200,
    CASE WHEN n % 3 = 0 THEN '{}' ELSE jsonb_build_object('alt', 'A photo of ' || n) END
FROM generate_series(1, $2::int) n
"""
_LOGO = """
INSERT INTO entities (id, name, storage_key, size, sha256, mime_type)
VALUES (gen_random_uuid(), 'logo.svg', 'bench/logo', 20000, md5('logo') || md5('logo'), 'image/svg+xml') RETURNING id
"""
_PLUGINS = """
INSERT INTO plugins (id, ref, fields, is_cacheable, checked, version)
SELECT md5('plugin' || n)::uuid, 'cms.text', jsonb_build_object('content',
    '<p>' || repeat('Words of a text that says something about the picture below it. ', 12) || '</p>'
    || CASE WHEN n % 2 = 0 THEN '<p><img src="/files/bench-library/photo%20' || (n / 2) % 5000 || '.jpg?size=md" alt=""></p>'
        WHEN n % 3 = 1 THEN '<p><a href="/files/logo.svg">Logo</a></p>' ELSE '' END), true, true, version
FROM generate_series(0, $1::int - 1) n, site
"""
_PAGES = """
INSERT INTO pages SELECT (copies.page).* FROM (
    SELECT jsonb_populate_record(pages, jsonb_build_object('id', gen_random_uuid(), 'url', '/bench-library-' || n,
        'title', 'Page ' || n, 'is_redirected', false,
        'plugin_ids', (SELECT jsonb_agg(md5('plugin' || n * $2 + k)::uuid) FROM generate_series(0, $2::int - 1) k))) AS page
    FROM pages, generate_series(0, $1::int - 1) n WHERE url = '/'
) copies
"""


def measure(site: Site) -> Iterator[Measure]:
    logo = asyncio.run(_fill(site))
    as_superuser(site, "vacuum analyze")
    at = f"/cms/file-entities/{FOLDER}?limit=100"
    unused = f"{at}&unused=true"
    calls = {
        "a folder's files": at,
        "… sorted by date, the last page": f"{at}&sort=-createdAt&start={FILES - 100}",
        "… by words": f"{at}&q=photo+77",
        "… by type": f"{at}&type=document",
        "… without alt": f"{at}&missing-alt=true",
        "… unused": unused,
        "… unused images without alt, by words": f"{unused}&type=image&missing-alt=true&q=photo+7",
        "all folders": "/cms/buckets?limit=100",
        "what was deleted": "/cms/file-removals?limit=100",
    }
    # All texts of the site are looked through, once somebody asks about a file.
    uses = {
        "uses of a file on four pages": f"/cms/files/{_file(site, 'photo 77.jpg')}/uses",
        "uses of a logo on all pages": f"/cms/files/{logo}/uses",
    }
    site.client.get(unused).raise_for_status()
    for asked, target in ((calls, AT_ONCE), (uses, MOMENT)):
        for name, path in asked.items():
            yield _measured(site, name, partial(site.client.get, path), target)
    folder = site.client.get(at).json()["folder"]["id"]
    ask_folder = partial(site.client.post, "/cms/file-uses", json={"folders": [folder]})
    yield _measured(site, "uses of a whole folder", ask_folder, MOMENT)
    yield Measure("… unused, for the first after a save", _after_a_save(site, unused), "ms", MOMENT)
    yield from library_screen.measure(site, FOLDER, FILES)


def _measured(site: Site, name: str, call: Callable[[], httpx.Response], target: float) -> Measure:
    call().raise_for_status()
    found = cost(site, call, _TIMES)
    note = f"{found.processor:.1f} ms of processor time, {found.size:,} bytes"
    return Measure(f"library of {FILES:,}: {name}", found.clock, "ms", target, note=note)


def _after_a_save(site: Site, path: str) -> float:
    site.create_page("/bench-library-saved", "A page that makes a new version of the site")
    start = time.perf_counter()
    site.client.get(path).raise_for_status()
    return (time.perf_counter() - start) * 1000


def _file(site: Site, name: str) -> str:
    found = site.client.get(f"/cms/file-entities/{FOLDER}", params={"q": name, "limit": 100}).json()["files"]
    id: str = next(each["id"] for each in found if each["name"] == name)
    return id


async def _fill(site: Site) -> str:
    """Fill the tables past the services; the logo's id."""
    cms = await asyncpg.connect(site.stack.service_dsn("cms"))
    content = await asyncpg.connect(site.stack.service_dsn("content"))
    try:
        await cms.execute(_ENTITIES, await cms.fetchval(_FOLDER, FOLDER), FILES)
        logo = await cms.fetchval(_LOGO)
        await content.execute(_PLUGINS, PLUGINS)
        await content.execute(_PAGES, PAGES, _PER_PAGE)
    finally:
        await cms.close()
        await content.close()
    return str(logo)
