"""Lines of a product file a second: the preview, the import, and the same file once more, beside the same rows written plainly."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import asyncpg
import httpx

from tests.bench.report import TIMES, Measure
from tests.bench.site import Site

LINES, VARIANTS = 10_000, 4
_WAIT_SECONDS = 300
_BESIDE_PLAIN = 0.1
_SIZES = ("S", "M", "L", "XL")
_OF_PRODUCTS = "product_id IN (SELECT id FROM products WHERE sku LIKE 'import-%')"
_WRITTEN: Mapping[str, str] = {
    "product_groups": "code LIKE 'import-%'",
    "products": "sku LIKE 'import-%'",
    "prices": _OF_PRODUCTS,
    "stock_movements": _OF_PRODUCTS,
    "import_rows": "import_id = (SELECT id FROM imports ORDER BY id DESC LIMIT 1)",
}
"""The tables that an import writes most of its rows to, and which of their rows are the file's."""
_COLUMNS = """
SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position), count(*) FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'
"""


def measured(site: Site) -> Iterator[Measure]:
    """An import into the shop as it is, which has none of the file's products."""
    rows = [_line(number) for number in range(LINES)]
    preview, applied = imported(site, rows)
    plain = asyncio.run(_plainly(site))
    again, _ = imported(site, rows, outcome="same")
    lines = f"{LINES:,} lines"
    yield Measure("lines of a product file previewed", LINES / preview, "/s", note=f"{lines}, {preview:.1f} s")
    yield Measure("lines of a product file imported", LINES / applied, "/s", note=f"{lines}, {applied:.1f} s")
    note = f"{plain:.1f} s"
    yield Measure("… beside executemany of the same rows", plain / applied, TIMES, _BESIDE_PLAIN, "more", note)
    yield Measure("lines of a file that changes nothing", LINES / again, "/s", note=f"{lines}, {again:.1f} s")


def _line(number: int) -> dict[str, Any]:
    """A variant of a product, as an export of ours has it."""
    group, variant = divmod(number, VARIANTS)
    return {
        "Product code": f"import-{group}",
        "Name": f"Imported basket {group}",
        "Summary": "Woven by hand from willow, with straps of leather.",
        "Description": f"<p>{'It holds a picnic for four and lasts for decades. ' * 8}</p>",
        "Brand": f"Brand {group % 40}",
        "Categories": f"Everything > Category {group % 100}",
        "Published": "true",
        "SKU": f"import-{group}-{variant}",
        "Price": f"{10 + number % 90}.50",
        "Sale price": f"{9 + number % 90}.50" if number % 5 == 0 else "",
        "Weight (g)": 400 + number % 900,
        "Tracks stock": "true",
        "Stock": number % 50,
        "Option 1 name": "Size",
        "Option 1 value": _SIZES[variant],
    }


def imported(site: Site, rows: Sequence[Mapping[str, Any]], *, outcome: str = "create") -> tuple[float, float]:
    """Seconds that the preview and the import take, each until the job is done; what changes nothing is not imported."""
    files = {"file": ("products.csv", _file(rows), "text/csv")}
    found = site.client.post("/ecom/imports/products", files=files, timeout=_WAIT_SECONDS).raise_for_status().json()
    address = f"/ecom/imports/{found['id']}"
    assert None not in found["columns"], found["columns"]
    start = time.perf_counter()
    counts = _done(site, "PUT", f"{address}/columns", {"columns": found["columns"]})
    preview = time.perf_counter() - start
    assert counts[outcome] == len(rows), counts
    if outcome == "same":
        return preview, 0
    shown = site.client.get(address).raise_for_status().json()["preview"]
    start = time.perf_counter()
    counts = _done(site, "POST", f"{address}/application", {"preview": shown})
    assert counts[outcome] == len(rows), counts
    return preview, time.perf_counter() - start


def _file(rows: Sequence[Mapping[str, Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _done(site: Site, method: str, address: str, body: dict[str, Any]) -> dict[str, Any]:
    answer: httpx.Response = site.client.request(method, address, json=body, timeout=_WAIT_SECONDS)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


async def _plainly(site: Site) -> float:
    """Seconds that the rows of the import take in tables of the same kind, by one statement each, in one transaction."""
    connection = await asyncpg.connect(site.stack.service_dsn("ecom"))
    try:
        ready = [await _copied(connection, table, mine) for table, mine in _WRITTEN.items()]
        start = time.perf_counter()
        async with connection.transaction():
            for statement, rows in ready:
                await connection.executemany(statement, rows)
        taken = time.perf_counter() - start
        for table in _WRITTEN:
            await connection.execute(f"DROP TABLE bench_{table}")
        return taken
    finally:
        await connection.close()


async def _copied(connection: asyncpg.Connection, table: str, mine: str) -> tuple[str, list[Any]]:
    """An empty table of the same kind with its keys and indexes, what fills it, and with which rows."""
    found = await connection.fetchrow(_COLUMNS, table)
    assert found is not None
    columns, count = found
    rows = await connection.fetch(f"SELECT {columns} FROM {table} WHERE {mine}")  # noqa: S608  # own words
    assert rows, table
    await connection.execute(f"CREATE TABLE bench_{table} (LIKE {table} INCLUDING ALL)")
    places = ", ".join(f"${place}" for place in range(1, count + 1))
    return f"INSERT INTO bench_{table} ({columns}) VALUES ({places})", [tuple(row) for row in rows]  # noqa: S608  # own words
