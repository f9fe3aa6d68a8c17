"""Changes the products that the shop already has: the last step of an import, in a few statements for all products.

Orders wait for the locks of these rows until the import is committed. So `prepare` does the work that needs no locks.
Hardly anything but the stock can change in its rows meanwhile: a transaction that changes more locks the groups first.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import cast, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import set_committed_value

from ecom.imports.plans import Plan, PlannedProduct
from ecom.imports.snapshot import Snapshot, any_of
from ecom.products.models import Price, Product
from ecom.products.prices import differences, new_price
from ecom.stock.models import StockMovement
from ecom.stock.service import details_of_count, entry_of_count, write_stocks
from kit.audit import AuditEntry
from kit.auth import Principal
from kit.db import new_id

_AT_ONCE = 5000
_COUNTING = frozenset({"tracks_stock", "allows_backorders"})
"""What says whether there may be less than nothing."""


class Overtaken(Exception):
    """A product was changed, beyond its stock, since what becomes of it was planned."""


@dataclass(slots=True)
class Changes:
    """What becomes of products that are there: columns that get other values, prices, and how many there are."""

    at: datetime
    values: dict[Product, dict[str, Any]] = field(default_factory=dict)
    gone: list[uuid.UUID] = field(default_factory=list)
    prices: list[dict[str, Any]] = field(default_factory=list)
    stocks: dict[Product, int] = field(default_factory=dict)
    entries: dict[Product, AuditEntry] = field(default_factory=dict)
    movements: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    """The ids of what the ledger will say, by products."""


def changes_of(plan: Plan, snapshot: Snapshot, at: datetime) -> Changes:
    """Reckon what becomes of the products of a plan that are there already."""
    found = Changes(at)
    for planned in (each for group in plan.groups for each in group.products):
        if planned.row is not None and planned.changes:
            _add(found, planned, planned.row, snapshot)
    return found


def _add(found: Changes, planned: PlannedProduct, row: Product, snapshot: Snapshot) -> None:
    wanted = {**planned.values, "image": planned.image}
    others = {name: value for name, value in wanted.items() if value != getattr(row, name)}
    is_repriced = False
    if planned.prices is not None:
        gone, new = differences(snapshot.prices[row.id], planned.prices)
        found.gone += [price.id for price in gone]
        found.prices += [new_price(row.id, values, found.at) for values in new]
        is_repriced = bool(gone or new)
    if others or is_repriced:
        found.values[row] = others
    if planned.stock is not None:
        found.stocks[row] = planned.stock


async def prepare(session: AsyncSession, principal: Principal, changes: Changes) -> None:
    """Write the prices and what the audit log says, and draw ids."""
    if changes.gone:
        await session.execute(delete(Price).where(any_of(Price.id, changes.gone)))
    if changes.prices:
        await session.execute(insert(Price), changes.prices)
    changes.entries = {row: entry_of_count(principal, row, stock) for row, stock in changes.stocks.items()}
    changes.movements = {row.id: new_id() for row in changes.stocks}
    session.add_all(changes.entries.values())
    await session.flush()


async def change(session: AsyncSession, principal: Principal, changes: Changes) -> dict[uuid.UUID, int]:
    """Write the rest; gives how many there were of products whose stock was another by now than planned from.

    Raises `Overtaken`.
    """
    rows = {row.id: row for row in (*changes.values, *changes.stocks)}
    if not rows:
        return {}
    moved = await _lock(session, rows)
    # Behind what has moved them meanwhile: the ledger is read in the order of its ids.
    for identifier in {*moved, *await _moved_and_back(session, changes)}:
        changes.movements.pop(identifier, None)
    for row in (rows[identifier] for identifier in moved):
        if row in changes.stocks:
            await _correct(session, changes, row)
        elif row.stock < 0 and not _COUNTING.isdisjoint(changes.values[row]):
            # The plan was made for what could still be left then.
            raise Overtaken
    # What was below nothing is counted while that is still allowed, and what goes below it once that is.
    raised = {row: stock for row, stock in changes.stocks.items() if stock > row.stock}
    lowered = {row: stock for row, stock in changes.stocks.items() if stock < row.stock}
    await write_stocks(session, principal, raised, "imported", ids=changes.movements)
    await _update(session, changes)
    await write_stocks(session, principal, lowered, "imported", ids=changes.movements)
    return moved


async def _correct(session: AsyncSession, changes: Changes, row: Product) -> None:
    """Have the log say what is so of a product whose stock was moved meanwhile."""
    if row.stock == changes.stocks[row]:
        await session.delete(changes.entries[row])
    else:
        changes.entries[row].details = details_of_count(row, changes.stocks[row])


async def _lock(session: AsyncSession, rows: Mapping[uuid.UUID, Product]) -> dict[uuid.UUID, int]:
    """Lock products as `lock_products` does, and take over what there is of them now."""
    query = select(Product.id, Product.version, Product.stock, Product.low_since)
    query = query.where(any_of(Product.id, rows)).order_by(Product.id).with_for_update(key_share=True)
    found = (await session.execute(query)).all()
    if {each.id: each.version for each in found} != {id: row.version for id, row in rows.items()}:
        raise Overtaken
    moved = {each.id: each.stock for each in found if each.stock != rows[each.id].stock}
    for identifier, stock in moved.items():
        set_committed_value(rows[identifier], "stock", stock)
    for each in found:
        if each.low_since != rows[each.id].low_since:
            set_committed_value(rows[each.id], "low_since", each.low_since)
    return moved


async def _moved_and_back(session: AsyncSession, changes: Changes) -> Sequence[uuid.UUID]:
    """The products that the ledger tells of since the ids were drawn, though as many of them may be left as before."""
    if not changes.movements:
        return ()
    since = StockMovement.id > min(changes.movements.values())
    return (await session.scalars(select(StockMovement.product_id).where(since))).all()


async def _update(session: AsyncSession, changes: Changes) -> None:
    """Write the columns that are other in any product; each of these products has a new version then."""
    names = sorted({name for values in changes.values.values() for name in values})
    rows = [*changes.values.items()]
    for start in range(0, len(rows), _AT_ONCE):
        await _update_some(session, names, rows[start : start + _AT_ONCE], changes.at)


async def _update_some(
    session: AsyncSession, names: Sequence[str], rows: Sequence[tuple[Product, Mapping[str, Any]]], at: datetime
) -> None:
    # The table and not the model, which would write one after the other.
    table: Any = Product.__table__

    def listed(name: str, values: Iterable[Any]) -> Any:
        return func.unnest(cast([*values], ARRAY(table.c[name].type))).label(name)

    columns = [listed(name, (values.get(name, getattr(row, name)) for row, values in rows)) for name in names]
    wanted = select(listed("id", (row.id for row, _ in rows)), *columns).subquery()
    statement = update(table).where(table.c.id == wanted.c.id)
    own = {"version": table.c.version + 1, "updated_at": at}
    await session.execute(statement.values(own | {name: wanted.c[name] for name in names}))
    for row, values in rows:
        for name, value in values.items():
            set_committed_value(row, name, value)
