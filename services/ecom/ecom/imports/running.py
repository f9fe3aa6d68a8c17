"""Imports as their jobs do them: a preview of what a file would do, and that carried out in one transaction.

Both read the file anew and reckon from what the shop has then. What is carried out has to be what the preview said: where
it is not, nothing is written and there is a new preview.
"""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Update, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import CURRENCY, entries
from ecom.imports import receiving
from ecom.imports.cells import Line, Reader
from ecom.imports.changing import Overtaken
from ecom.imports.columns import Format
from ecom.imports.drafting import Drafts, drafts_of
from ecom.imports.errors import ImportCancelled, ImportNotReady, ImportOutdated
from ecom.imports.library import known_files
from ecom.imports.models import ImportRow, ProductImport
from ecom.imports.outcomes import PlannedRow, counts_of, digest_of
from ecom.imports.pictures import Pictures
from ecom.imports.planning import plan
from ecom.imports.plans import Plan, retell
from ecom.imports.reading import Row, Table
from ecom.imports.snapshot import Lock, Snapshot, take
from ecom.imports.tax_rates import PlannedRate, plan_rates, stored_rates, write_rates
from ecom.imports.values import plain
from ecom.imports.writing import finish, write
from ecom.tax_rates.models import TaxRate
from kit.auth import Principal
from kit.cancellable import is_cancelled
from kit.jobs import Run, enqueue

_AT_ONCE = 2000
CHANGED = "The shop has changed since the preview. Check the new preview."


@dataclass(slots=True)
class Prepared:
    """What was reckoned: the rows to show with their digest, and what is to be written."""

    rows: Sequence[PlannedRow]
    digest: str
    products: tuple[Plan, Snapshot] | None = None
    rates: Sequence[PlannedRate] = ()


async def make_plan(run: Run, row: ProductImport) -> dict[str, int]:
    """Find out what an import would do, and keep that. Gives how many rows do what."""
    await run.progress(0.1, "Reading the file")
    table = await receiving.load(run.state, row)
    await _check(run, row)
    async with run.state.database.reading() as session:
        prepared = await _prepared(session, row, table)
    await _check(run, row)
    await run.progress(0.8, "Noting down what the rows would do")
    async with run.state.database.transaction() as session:
        await _keep(session, run, row, prepared)
    return counts_of(prepared.rows)


async def apply(run: Run, row: ProductImport, principal: Principal, fetch: str) -> dict[str, Any]:
    """Carry an import out, with the job ``fetch`` after it for its images. Gives how many rows did what.

    In a transaction of its own, which is over when it is said why it failed. Raises `ImportOutdated` with a new preview in
    place of the one before, and `ImportCancelled`.
    """
    await run.progress(0.05, "Reading the file")
    table = await receiving.load(run.state, row)
    try:
        return await _carry_out(run, row, principal, fetch, table, "groups")
    except Overtaken:
        # Somebody has edited a product meanwhile. Once more, and this time they wait, and orders do.
        return await _carry_out(run, row, principal, fetch, table, "products")


async def _carry_out(
    run: Run, row: ProductImport, principal: Principal, fetch: str, table: Table, lock: Lock
) -> dict[str, Any]:
    async with run.state.database.transaction() as session:
        prepared = await _prepared(session, row, table, lock)
        if prepared.digest == row.digest:
            return await _write(session, principal, run, row, prepared, fetch)
    async with run.state.database.transaction() as session:
        await _keep(session, run, row, prepared, fault=CHANGED)
    raise ImportOutdated(CHANGED)


async def _write(
    session: AsyncSession, principal: Principal, run: Run, row: ProductImport, prepared: Prepared, fetch: str
) -> dict[str, Any]:
    images = 0

    async def report(share: float, message: str) -> None:
        await _check(run, row)
        await run.progress(0.2 + 0.75 * share, message)

    if prepared.products is not None:
        planned, snapshot = prepared.products
        written = await write(session, principal, planned, snapshot, import_id=row.id, report=report)
        images = written.images
        await _keep_rows(session, row.id, prepared.rows)
        moved = await finish(session, principal, written, row.id)
        # What is in stock may be other than what was said: the rows say what was done.
        await _refresh_rows(session, row.id, retell(planned, prepared.rows, moved))
    else:
        await write_rates(session, principal, prepared.rates)
        await _keep_rows(session, row.id, prepared.rows)
    counts = counts_of(prepared.rows)
    values: dict[str, Any] = {"state": "done", "counts": counts, "finished_at": datetime.now(UTC)}
    if images:
        args = {"importId": str(row.id), "userId": principal.user_id}
        job = await enqueue(session, fetch, args, created_by=principal.user_id)
        values["job_id"] = job.id
    await _advance(session, run, row, values)
    return {**counts, "images": images}


async def _prepared(session: AsyncSession, row: ProductImport, table: Table, lock: Lock = "nothing") -> Prepared:
    currency = await entries.get(session, CURRENCY)
    if row.kind == "tax_rates":
        stored = await stored_rates(session, is_locking=lock != "nothing")
        return await asyncio.to_thread(_prepared_rates, row, table, currency, stored)
    drafts, broken = await asyncio.to_thread(_drafted, row, table, currency)
    snapshot = await take(session, drafts, lock)
    pictures = Pictures()
    if row.fetches_images:
        pictures = Pictures(is_wanted=True, files=await known_files(session, _addresses(drafts)))
    return await asyncio.to_thread(_prepared_products, drafts, snapshot, pictures, broken)


def _drafted(row: ProductImport, table: Table, currency: str) -> tuple[Drafts, list[PlannedRow]]:
    lines, broken = lines_of(row, table, currency)
    return drafts_of(lines), broken


def _prepared_products(
    drafts: Drafts, snapshot: Snapshot, pictures: Pictures, broken: Sequence[PlannedRow]
) -> Prepared:
    found = plan(drafts, snapshot, pictures)
    rows = sorted([*found.rows, *broken], key=_number)
    return Prepared(rows, digest_of(rows), products=(found, snapshot))


def _prepared_rates(row: ProductImport, table: Table, currency: str, stored: Sequence[TaxRate]) -> Prepared:
    lines, broken = lines_of(row, table, currency)
    rates, rate_rows = plan_rates(lines, stored)
    rows = sorted([*rate_rows, *broken], key=_number)
    return Prepared(rows, digest_of(rows), rates=rates)


def lines_of(row: ProductImport, table: Table, currency: str) -> tuple[list[Line], list[PlannedRow]]:
    """The rows of a file by the fields that its columns are for, and those that cannot be read."""
    reader = Reader(_format(row), currency, ZoneInfo(row.timezone))
    places = [(place, field) for place, field in enumerate(row.columns) if field]
    lines = [Line(each.number, _cells(each, places), reader) for each in table.rows if each.fault is None]
    broken = [
        PlannedRow(each.number, "error", "", faults=[each.fault]) for each in table.rows if each.fault is not None
    ]
    return lines, broken


def _cells(row: Row, places: Sequence[tuple[int, str]]) -> dict[str, str]:
    return {field: plain(row.cells[place]) if place < len(row.cells) else "" for place, field in places}


def _format(row: ProductImport) -> Format:
    known: dict[str, Format] = {"pagewright": "pagewright", "woocommerce": "woocommerce", "shopify": "shopify"}
    return known.get(row.format, "other")


def _addresses(drafts: Drafts) -> set[str]:
    found = {each["address"] for group in drafts.groups for each in group.images or ()}
    return found | {
        each["address"] for group in drafts.groups for product in group.products for each in product.images or ()
    }


def _number(row: PlannedRow) -> int:
    return row.number


async def _check(run: Run, row: ProductImport) -> None:
    if await is_cancelled(run.state.database, ProductImport, row.id):
        raise ImportCancelled("It was cancelled. Nothing has changed.")


async def _keep(
    session: AsyncSession, run: Run, row: ProductImport, prepared: Prepared, fault: str | None = None
) -> None:
    """Keep a preview in place of the one before. Raises `ImportCancelled`, `ImportNotReady`."""
    values = {"state": "planned", "counts": counts_of(prepared.rows), "digest": prepared.digest, "fault": fault}
    await _advance(session, run, row, values)
    await _keep_rows(session, row.id, prepared.rows)


async def _keep_rows(session: AsyncSession, import_id: uuid.UUID, rows: Sequence[PlannedRow]) -> None:
    await session.execute(delete(ImportRow).where(ImportRow.import_id == import_id))
    for start in range(0, len(rows), _AT_ONCE):
        some = [{"import_id": import_id, **row.stored()} for row in rows[start : start + _AT_ONCE]]
        await session.execute(insert(ImportRow), some)


async def _refresh_rows(session: AsyncSession, import_id: uuid.UUID, rows: Sequence[PlannedRow]) -> None:
    for row in rows:
        mine = update(ImportRow).where(ImportRow.import_id == import_id, ImportRow.number == row.number)
        await session.execute(mine.values(row.stored()))


def as_it_was(run: Run, row: ProductImport) -> Update:
    """An update of an import that changes nothing where its state is another's doing by now.

    A worker that was held up may go on when another has done its job, and somebody has begun the next.
    """
    return update(ProductImport).where(
        ProductImport.id == row.id, ProductImport.state == row.state, ProductImport.job_id == run.job_id
    )


async def _advance(session: AsyncSession, run: Run, row: ProductImport, values: dict[str, Any]) -> None:
    """Bring an import into its next state. Raises `ImportCancelled`, and `ImportNotReady` where it is in another by now."""
    going_on = as_it_was(run, row).where(ProductImport.cancelled_at.is_(None))
    if await session.scalar(going_on.values(values).returning(ProductImport.id)) is None:
        await _check(run, row)
        raise ImportNotReady("Another worker has already done this.")
