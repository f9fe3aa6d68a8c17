"""Backup and import of a site with 500 MB of files and 20,000 pages, beside pg_dump with gzip and tar of the same."""

from __future__ import annotations

import asyncio
import gzip
import os
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg

from deploy.local.data_folder import SERVICES
from deploy.local.postgres import binaries
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, set_up
from tests.stack import Stack

MB = 1024 * 1024
FILES, FILE, PAGES, PLUGINS = 100, 5 * MB, 20_000, 60_000
ROUNDS = 3
BESIDE_PLAIN = 0.4
_COPY = "reference"
_PLUGINS = """
INSERT INTO plugins (id, ref, fields, is_cacheable, checked, version)
SELECT md5('plugin' || n)::uuid, 'cms.text', jsonb_build_object('content', '<p>' || (
    SELECT string_agg(md5((n * 40 + word)::text), ' ') FROM generate_series(1, 20) AS word) || '</p>'), true, true, version
FROM generate_series(0, $1::int - 1) n, site
"""
_PAGES = """
INSERT INTO pages SELECT (copies.page).* FROM (
    SELECT jsonb_populate_record(pages, jsonb_build_object('id', gen_random_uuid(), 'url', '/bench-backups-' || n,
        'title', 'Page ' || n, 'is_redirected', false,
        'plugin_ids', (SELECT jsonb_agg(md5('plugin' || n * $2 + k)::uuid) FROM generate_series(0, $2::int - 1) k))) AS page
    FROM pages, generate_series(0, $1::int - 1) n WHERE url = '/'
) copies
"""


def measure(site: Site) -> Iterator[Measure]:
    _fill_files(site)
    asyncio.run(_fill_pages(site))
    with tempfile.TemporaryDirectory(dir=site.stack.data_dir) as name:
        folder = Path(name)
        taken: dict[str, list[float]] = {"backup": [], "dump": []}
        for _ in range(ROUNDS):
            taken["dump"].append(_seconds(lambda: _dump(site, folder)))
            taken["backup"].append(_seconds(lambda: _back_up(site)))
        size = (FILES * FILE + _bytes_of_dump(folder)) / MB
        yield from _told("backup", size, taken["backup"], taken["dump"], "pg_dump | gzip and tar")
        archive = folder / "site.tar"
        _download(site, archive)
        loaded = [_seconds(lambda: _load(site, folder)) for _ in range(ROUNDS)]
        restored = [_restored(folder, archive) for _ in range(ROUNDS)]
        yield from _told("import into a new site", size, restored, loaded, "gunzip | psql and tar")


def _told(name: str, size: float, ours: list[float], theirs: list[float], beside: str) -> Iterator[Measure]:
    own, reference = statistics.median(ours), statistics.median(theirs)
    yield Measure(f"{name}, {size:,.0f} MB in files and {PAGES:,} pages", size / own, "MB/s", note=f"{own:.1f} s")
    note = f"{size / reference:,.0f} MB/s; {reference:.1f} s"
    yield Measure(f"… beside {beside}", reference / own, TIMES, BESIDE_PLAIN, "more", note)


def _fill_files(site: Site) -> None:
    for _ in range(FILES):
        files = {"files": (f"{uuid.uuid4().hex}.bin", os.urandom(FILE))}
        site.client.post("/cms/files", files=files).raise_for_status()


async def _fill_pages(site: Site) -> None:
    connection = await asyncpg.connect(site.stack.service_dsn("content"))
    try:
        await connection.execute(_PLUGINS, PLUGINS, timeout=300)
        await connection.execute(_PAGES, PAGES, PLUGINS // PAGES, timeout=300)
    finally:
        await connection.close()


def _back_up(site: Site) -> str:
    answer = site.client.post("/cms/backups", timeout=600)
    answer.raise_for_status()
    name: str = answer.json()["name"]
    return name


def _download(site: Site, path: Path) -> None:
    with (
        site.client.stream("GET", f"/cms/backups/{_back_up(site)}/archive", timeout=600) as answer,
        path.open("wb") as file,
    ):
        answer.raise_for_status()
        for piece in answer.iter_bytes():
            file.write(piece)


def _dump(site: Site, folder: Path) -> None:
    schemas = " ".join(f"-n {service}" for service in SERVICES)
    _shell(f'"{binaries()}/pg_dump" {schemas} -d "$DSN" | gzip > dump.gz', site, folder)
    _shell(f'tar -cf files.tar -C "{site.stack.data_dir}/files" files && sync files.tar dump.gz', site, folder)


def _bytes_of_dump(folder: Path) -> int:
    with gzip.open(folder / "dump.gz") as dump:
        return sum(len(piece) for piece in iter(lambda: dump.read(MB), b""))


def _load(site: Site, folder: Path) -> None:
    """Into a database of its own on the same server, and a folder of its own on the same disk."""
    quiet = f'"{binaries()}/psql" -q -v ON_ERROR_STOP=1'
    anew = f'-c "DROP DATABASE IF EXISTS {_COPY}" -c "CREATE DATABASE {_COPY}"'
    _shell(f'{quiet} -d "$DSN" {anew} > /dev/null', site, folder)
    _shell(f'gunzip -c dump.gz | {quiet} -d "$COPY" > /dev/null', site, folder)
    _shell("rm -rf out && mkdir out && tar -xf files.tar -C out && sync -f out", site, folder)


def _restored(folder: Path, archive: Path) -> float:
    """How long an import takes a site that is new: the check, the objects and the rows."""
    with tempfile.TemporaryDirectory(prefix="pagewright-bench-") as name:
        Path(name).chmod(0o711)
        stack = Stack(Path(name) / "data").start()
        try:
            fresh = set_up(stack)
            with archive.open("rb") as file:
                given = {"backup-archive": ("site.tar", file)}
                answer = fresh.client.post("/cms/backups/archives", files=given, timeout=600)
            answer.raise_for_status()
            return _seconds(lambda: _import(fresh, answer.json()["name"]))
        finally:
            stack.stop()


def _import(site: Site, name: str) -> None:
    begun = site.client.post(f"/cms/backups/{name}/imports", json={"parts": []})
    begun.raise_for_status()
    asyncio.run(_until_imported(site))


async def _until_imported(site: Site) -> None:
    """Past the routes: the import ends the session that would ask."""
    connection = await asyncpg.connect(site.stack.service_dsn("cms"))
    try:
        while True:
            row: Any = await connection.fetchrow("SELECT state, problem FROM backup_imports ORDER BY id DESC LIMIT 1")
            if row["state"] == "done":
                return
            if row["state"] != "running":
                raise RuntimeError(f"the import {row['state']}: {row['problem']}")
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


def _shell(command: str, site: Site, folder: Path) -> None:
    dsn = site.stack.admin_dsn
    environment = {**os.environ, "DSN": dsn, "COPY": _with_database(dsn, _COPY)}
    subprocess.run(["/bin/bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, check=True)


def _with_database(dsn: str, database: str) -> str:
    address, question, options = dsn.partition("?")
    return f"{address.rpartition('/')[0]}/{database}{question}{options}"


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
