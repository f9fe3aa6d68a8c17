"""Stock: how many of a product can still be sold, and the ledger of what changed it.

Orders that overlap take turns at each product by its row's lock. They ask for their products in one statement, in the
order of their ids, so that no two wait for each other.
"""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import orjson
from sqlalchemy import DateTime, Integer, String, Uuid, cast, func, insert, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.types import TypeEngine

from ecom.config_entries.entries import LOW_STOCK_AT, entries
from ecom.events import emit_groups
from ecom.products.errors import ProductInvalid, ProductNotFound, StockChanged
from ecom.products.models import Product
from ecom.products.schemas import MAX_STOCK
from ecom.stock.low import announce_falls, is_low, low_since
from ecom.stock.models import Reason, StockMovement
from ecom.stock.schemas import StockAdjustment
from kit.audit import AuditEntry, entry_of, record
from kit.auth import Caller, Principal
from kit.db import new_id
from kit.errors import Conflict, FieldError
from kit.idempotency import begin_once, replace_answer

SCOPE = "stock_adjustments:"
"""What the scopes of the keys of all adjustments begin with."""


class NotInStock(Conflict):
    """409: fewer of a product can be sold than were asked for."""

    code = "not_in_stock"


async def lock_products(session: AsyncSession, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Product]:
    """The products of these ids that exist, as they are now; nobody else changes their stock before the end."""
    query = select(Product).where(Product.id.in_(ids)).order_by(Product.id).with_for_update(key_share=True)
    rows = (await session.scalars(query.execution_options(populate_existing=True))).all()
    return {row.id: row for row in rows}


async def deduct(
    session: AsyncSession,
    caller: Caller | None,
    quantities: Mapping[uuid.UUID, int],
    order_id: uuid.UUID,
    locked: Mapping[uuid.UUID, Product] | None = None,
) -> None:
    """Deducts the quantities of an order from stock, all or none.

    ``locked`` is what `lock_products` gave for these ids in this transaction, where it was asked already. Products whose
    stock is not tracked are left alone. Raises `NotInStock`, which names each product that is short.
    """
    products = await lock_products(session, [*quantities]) if locked is None else locked
    short = [
        FieldError(f"products.{identifier}", NotInStock.code, f"{max(product.stock, 0)} left.")
        for identifier, product in products.items()
        if product.tracks_stock and not product.allows_backorders and product.stock < quantities[identifier]
    ]
    if short:
        raise NotInStock("Some products are no longer in stock.", errors=short)
    changes = {identifier: -quantities[identifier] for identifier in products if products[identifier].tracks_stock}
    await _move(session, caller, products, changes, "ordered", order_id=order_id)


async def restock(
    session: AsyncSession,
    caller: Caller | None,
    quantities: Mapping[uuid.UUID, int],
    order_id: uuid.UUID,
    reason: Reason = "cancelled",
) -> None:
    """Returns to stock what was deducted for an order, by the ledger, except of deleted or untracked products."""
    products = await lock_products(session, [*quantities])
    # What was not tracked when it was ordered was not taken: counting it since has not counted what was sold.
    taken = await _taken_by(session, order_id, products)
    changes = {
        identifier: min(quantities[identifier], taken.get(identifier, 0))
        for identifier, product in products.items()
        if product.tracks_stock and taken.get(identifier, 0) > 0
    }
    await _move(session, caller, products, changes, reason, order_id=order_id)


async def adjust(
    session: AsyncSession, principal: Principal, data: StockAdjustment, product_id: uuid.UUID, idempotency_key: str
) -> int:
    """Set a product's stock to what was counted, or change it, once for a key; gives what it is then. It is tracked from now on.

    Raises `ProductNotFound`, `ProductInvalid` for less than nothing, `StockChanged` where there are others by now, and
    `IdempotencyKeyReused`.
    """
    scope = f"{SCOPE}{principal.user_id}"
    request = orjson.dumps([str(product_id), data.model_dump(mode="json")])
    replay = await begin_once(session, scope=scope, key=idempotency_key, request=request)
    if replay is not None:
        return int(replay.answer)
    stock = await _adjust(session, principal, data, product_id)
    await replace_answer(session, scope=scope, key=idempotency_key, answer=stock)
    return stock


async def _adjust(session: AsyncSession, principal: Principal, data: StockAdjustment, product_id: uuid.UUID) -> int:
    product = (await lock_products(session, [product_id])).get(product_id)
    if product is None:
        raise ProductNotFound
    field = "by" if data.stock is None else "stock"
    if data.stock is not None and data.stock_seen != product.stock:
        detail = f"{product.stock} in stock by now."
        raise StockChanged(detail, errors=[FieldError(field, StockChanged.code, detail)])
    stock = product.stock + (data.by or 0) if data.stock is None else data.stock
    if (stock < 0 and not product.allows_backorders) or abs(stock) > MAX_STOCK:
        detail = f"{product.stock} in stock: the stock has to be between 0 and {MAX_STOCK}."
        raise ProductInvalid(detail, errors=[FieldError(field, "stock_below_zero", detail)])
    # The count first: what was below nothing while nobody tracked it must not be tracked as such.
    await set_stock(session, principal, product, stock, note=data.note)
    if not product.tracks_stock:
        # Of no change of its stock, too: what could always be bought may be sold out from now on.
        product.tracks_stock = True
        await session.flush()
        record(session, principal, "product.updated", subject=("product", product.id, product.sku))
        emit_groups(session, [product.group_id])
    return stock


async def set_stock(
    session: AsyncSession,
    caller: Caller | None,
    product: Product,
    stock: int,
    reason: Reason = "adjusted",
    note: str = "",
) -> None:
    """Say how many there are of one product, as `set_stocks` does of many."""
    await set_stocks(session, caller, {product: stock}, reason, note)


async def set_stocks(
    session: AsyncSession,
    caller: Caller | None,
    counted: Mapping[Product, int],
    reason: Reason = "adjusted",
    note: str = "",
) -> None:
    """Say how many there are of products. The caller has them by `lock_products`."""
    if isinstance(caller, Principal):
        session.add_all(entry_of_count(caller, row, stock) for row, stock in counted.items() if stock != row.stock)
    await write_stocks(session, caller, counted, reason, note)


def entry_of_count(principal: Principal, product: Product, stock: int) -> AuditEntry:
    """What the audit log says of one whose stock becomes other."""
    subject = ("product", product.id, product.sku)
    return entry_of(principal, "product.stock_adjusted", subject=subject, details=details_of_count(product, stock))


def details_of_count(product: Product, stock: int) -> dict[str, int]:
    """What was there, and what is now."""
    return {"from": product.stock, "to": stock}


async def write_stocks(
    session: AsyncSession,
    caller: Caller | None,
    counted: Mapping[Product, int],
    reason: Reason = "adjusted",
    note: str = "",
    ids: Mapping[uuid.UUID, uuid.UUID] = MappingProxyType({}),
) -> None:
    """What `set_stocks` does, for a caller who has written what the audit log says.

    ``ids`` are of the movements, by products: who counts thousands draws them before their locks.
    """
    products = {product.id: product for product in counted}
    changes = {product.id: stock - product.stock for product, stock in counted.items()}
    await _move(session, caller, products, changes, reason, note=note, ids=ids)


async def _taken_by(
    session: AsyncSession, order_id: uuid.UUID, product_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, int]:
    """How many of each product an order has taken and not given back. The caller has their locks."""
    query = select(StockMovement.product_id, -func.sum(StockMovement.change))
    query = query.where(StockMovement.order_id == order_id, StockMovement.product_id.in_(product_ids))
    rows = await session.execute(query.group_by(StockMovement.product_id))
    return {row[0]: row[1] for row in rows}


async def _move(
    session: AsyncSession,
    caller: Caller | None,
    products: Mapping[uuid.UUID, Product],
    changes: Mapping[uuid.UUID, int],
    reason: Reason,
    *,
    order_id: uuid.UUID | None = None,
    note: str = "",
    ids: Mapping[uuid.UUID, uuid.UUID] = MappingProxyType({}),
) -> None:
    """Change the stock of products and write it into the ledger. The caller has their locks."""
    moved = {identifier: change for identifier, change in changes.items() if change}
    if not moved:
        return
    low_at, now = await entries.get(session, LOW_STOCK_AT), datetime.now(UTC)
    since = {identifier: low_since(products[identifier], low_at, change, now) for identifier, change in moved.items()}
    await _write(session, moved, since)
    # As above, and in the order of their ids, which the ledger is read in.
    columns: dict[str, Any] = {
        "id": _listed([ids.get(identifier) or new_id() for identifier in moved], Uuid),
        "product_id": _listed([*moved], Uuid),
        "change": _listed([*moved.values()], Integer),
        "stock_after": _listed([products[identifier].stock + change for identifier, change in moved.items()], Integer),
        "reason": literal(reason, String),
        "order_id": literal(order_id, Uuid),
        "note": literal(note, String),
        "actor_id": literal(uuid.UUID(caller.user_id) if isinstance(caller, Principal) else None, Uuid),
        "at": literal(now, DateTime(timezone=True)),
    }
    rows = select(*(column.label(name) for name, column in columns.items()))
    await session.execute(insert(StockMovement).from_select([*columns], rows))
    _emit_shown(session, products, moved, low_at)
    await announce_falls(session, [products[identifier] for identifier, at in since.items() if at == now], moved)
    for identifier, change in moved.items():
        set_committed_value(products[identifier], "stock", products[identifier].stock + change)
        set_committed_value(products[identifier], "low_since", since[identifier])


async def _write(
    session: AsyncSession, moved: Mapping[uuid.UUID, int], since: Mapping[uuid.UUID, datetime | None]
) -> None:
    """Write the stock and since when it is low.

    In one statement: where a row is written twice Postgres looks for its group again, and would wait for a transaction
    that changes the code of the group, which waits for the product.
    """
    table: Any = Product.__table__
    # A parameter for each column however many there are: an import moves thousands.
    moves = select(
        _listed([*moved], Uuid).label("id"),
        _listed([*moved.values()], Integer).label("change"),
        _listed([since[identifier] for identifier in moved], DateTime(timezone=True)).label("low_since"),
    ).subquery()
    # The table and not the model: selling one is no change of the record that a shopkeeper edits.
    values = {"stock": table.c.stock + moves.c.change, "low_since": moves.c.low_since}
    statement = update(table).where(table.c.id == moves.c.id)
    await session.execute(statement.values(values | {"updated_at": table.c.updated_at}))


def _listed(values: Sequence[Any], kind: TypeEngine[Any] | type[TypeEngine[Any]]) -> Any:
    """The values as rows of a column."""
    return func.unnest(cast(values, ARRAY(kind)))


def _emit_shown(
    session: AsyncSession, products: Mapping[uuid.UUID, Product], moved: Mapping[uuid.UUID, int], low_at: int
) -> None:
    """Emit of the products whose pages or lists say something else once so many are moved. They are as they were before.

    Pages say how many are left where there are few: not each piece that is sold of many is news to them. Lists only say
    whether any are.
    """
    turned: set[uuid.UUID] = set()
    counted: set[uuid.UUID] = set()
    for identifier, change in moved.items():
        product = products[identifier]
        before, after = shown_of(product, low_at), shown_of(product, low_at, change)
        if before != after:
            (turned if 0 in {before, after} else counted).add(product.group_id)
    emit_groups(session, turned)
    emit_groups(session, counted - turned, is_listed=False)


def shown_of(product: Product, low_at: int, moved: int = 0) -> int | None:
    """What visitors are shown of a product's stock once so many are ``moved``: how many are left of few; None of many, 0 of none.

    ``low_at`` is the shop's own limit of few. `ecom.storefront.offers` says it in words.
    """
    return max(product.stock + moved, 0) if is_low(product, low_at, moved) else None
