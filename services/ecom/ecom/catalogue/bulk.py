"""Changing many products at once: each is changed as a whole or stays as it is, with the reason."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.catalogue.answers import products_out
from ecom.catalogue.bulk_prices import NotPossible, changed_prices
from ecom.catalogue.bulk_schemas import BulkEdit, BulkEdited, BulkFailure, BulkProduct
from ecom.config_entries.entries import CURRENCY, entries
from ecom.events import emit_groups
from ecom.product_groups.errors import ProductGroupNotFound
from ecom.product_groups.locking import lock_groups
from ecom.product_groups.models import ProductGroup
from ecom.products.errors import ProductNotFound, StockChanged
from ecom.products.models import Price, Product
from ecom.products.prices import FIELDS, price_values, replace_prices
from ecom.products.repository import prices_of
from ecom.products.schemas import MAX_STOCK
from ecom.stock.service import lock_products, set_stocks
from kit.audit import record
from kit.auth import Principal
from kit.errors import FieldError, PreconditionFailed, ValidationFailed
from kit.idempotency import begin_once, replace_answer

SCOPE = "bulk_edits:"
"""What the scopes of the keys of all edits begin with."""


@dataclass(frozen=True)
class _Plan:
    """What becomes of a product; ``prices`` and ``stock`` are None where they stay."""

    data: BulkProduct
    row: Product
    prices: Sequence[Mapping[str, Any]] | None
    stock: int | None


async def edit(session: AsyncSession, principal: Principal, data: BulkEdit, idempotency_key: str) -> BulkEdited:
    """Change products and groups, once for a key.

    Raises `ValidationFailed` where one is named twice, and `IdempotencyKeyReused`.
    """
    _check_doubles(data)
    scope = f"{SCOPE}{principal.user_id}"
    request = orjson.dumps(data.model_dump(mode="json"))
    replay = await begin_once(session, scope=scope, key=idempotency_key, request=request)
    if replay is not None:
        return BulkEdited.model_validate(replay.answer)
    edited = await _edit(session, principal, data)
    # All of it: the way back stands on the versions that this edit made, whatever was changed since.
    await replace_answer(session, scope=scope, key=idempotency_key, answer=edited.model_dump(mode="json"))
    return edited


async def _edit(session: AsyncSession, principal: Principal, data: BulkEdit) -> BulkEdited:
    failed: list[BulkFailure] = []
    group_ids = await _publish_groups(session, principal, data, failed)
    rows = await lock_products(session, [each.id for each in data.products])
    prices = await prices_of(session, rows)
    currency, now = await entries.get(session, CURRENCY), datetime.now(UTC)
    plans: list[_Plan] = []
    for each in sorted(data.products, key=lambda product: product.id):
        try:
            row = _known(rows, each)
            plans.append(_Plan(each, row, _prices(prices[row.id], each, data, currency, now), _stock(row, each, data)))
        except NotPossible as refusal:
            failed.append(BulkFailure(id=each.id, code=refusal.fault.code, detail=refusal.fault.detail))
    before = {plan.row.id: plan.row.version for plan in plans}
    # Before they are tracked: less than nothing can be there of what is not.
    counted = {plan.row: plan.stock for plan in plans if plan.stock is not None}
    await set_stocks(session, principal, counted, note=data.stock.note if data.stock else "")
    for plan in plans:
        row = plan.row
        _assign(row, plan.data, data, plan.stock)
        if plan.prices is not None and await replace_prices(session, row.id, prices[row.id], plan.prices, now):
            row.updated_at = now
    await session.flush()
    for plan in plans:
        if plan.row.version != before[plan.row.id]:
            record(session, principal, "product.updated", subject=("product", plan.row.id, plan.row.sku))
    changed = [plan.row for plan in plans]
    emit_groups(session, {*(row.group_id for row in changed), *group_ids})
    await session.flush()
    return BulkEdited(products=await _answers(session, changed), group_ids=group_ids, failed=failed)


async def _publish_groups(
    session: AsyncSession, principal: Principal, data: BulkEdit, failed: list[BulkFailure]
) -> list[uuid.UUID]:
    """Publish groups or take them back; gives those that there are."""
    groups = [group for group in await _lock_groups(session, data) if group.id in data.group_ids]
    for group in groups:
        if data.is_published is not None and group.is_published != data.is_published:
            group.is_published = data.is_published
            record(session, principal, "product_group.updated", subject=("product_group", group.id, group.name))
    await session.flush()
    found = [group.id for group in groups]
    failed += [
        BulkFailure(id=each, code=ProductGroupNotFound.code, detail="There is no such product group.")
        for each in data.group_ids
        if each not in found
    ]
    return found


async def _lock_groups(session: AsyncSession, data: BulkEdit) -> Sequence[ProductGroup]:
    """The groups that are named and those of the products: nobody else changes more of a product than its stock then."""
    owners = select(Product.group_id).where(Product.id.in_([each.id for each in data.products]))
    return await lock_groups(session, or_(ProductGroup.id.in_(data.group_ids), ProductGroup.id.in_(owners)))


def _known(rows: Mapping[uuid.UUID, Product], each: BulkProduct) -> Product:
    row = rows.get(each.id)
    if row is None:
        raise NotPossible(ProductNotFound.code, "There is no such product.")
    if each.version is not None and each.version != row.version:
        raise NotPossible(PreconditionFailed.code, "This product has been changed meanwhile.")
    return row


def _prices(
    stored: Sequence[Price], each: BulkProduct, data: BulkEdit, currency: str, now: datetime
) -> Sequence[Mapping[str, Any]] | None:
    """The product's prices from now on; None where they stay."""
    if each.prices is not None:
        return [price_values(price, currency) for price in each.prices]
    if data.price is None:
        return None
    before = [{name: getattr(price, name) for name in FIELDS} for price in stored]
    return changed_prices(before, data.price, currency, now)


def _stock(row: Product, each: BulkProduct, data: BulkEdit) -> int | None:
    """How many there are to be; None where it stays."""
    if each.stock is None and data.stock is None:
        if each.tracks_stock and row.stock < 0 and not row.allows_backorders:
            raise NotPossible("stock_below_zero", f"{row.stock} in stock. Set the counted stock first.")
        return None
    seen = each.stock_seen
    if each.stock is None and data.stock and data.stock.how == "add":
        if not row.tracks_stock:
            raise NotPossible("stock_not_tracked", "The stock is not tracked: set a number.")
        stock = row.stock + data.stock.quantity
        if seen is None:
            # A difference is right whatever there is, where nobody says how many that were.
            seen = row.stock
    else:
        stock = each.stock if each.stock is not None else data.stock.quantity if data.stock else 0
    if seen != row.stock:
        raise NotPossible(StockChanged.code, f"{row.stock} in stock by now.")
    if stock < 0 and not row.allows_backorders:
        raise NotPossible("stock_below_zero", f"{row.stock} in stock: the stock cannot be negative.")
    if abs(stock) > MAX_STOCK:
        raise NotPossible("stock_too_high", f"At most {MAX_STOCK} can be in stock.")
    return stock


def _assign(row: Product, each: BulkProduct, data: BulkEdit, stock: int | None) -> None:
    if data.is_published is not None:
        row.is_published = data.is_published
    if stock is not None:
        # An editor who enters a stock wants the product counted.
        row.tracks_stock = True
    if each.tracks_stock is not None:
        row.tracks_stock = each.tracks_stock


async def _answers(session: AsyncSession, rows: Sequence[Product]) -> Any:
    query = select(Product).where(Product.id.in_([row.id for row in rows])).order_by(Product.id)
    stored = await session.scalars(query.execution_options(populate_existing=True))
    return await products_out(session, stored.all())


def _check_doubles(data: BulkEdit) -> None:
    faults = []
    for name, ids in (("products", [each.id for each in data.products]), ("groupIds", data.group_ids)):
        faults += [
            FieldError(f"{name}.{place}", "duplicate", "This entry is listed twice.")
            for place, identifier in enumerate(ids)
            if identifier in ids[:place]
        ]
    if faults:
        raise ValidationFailed(faults[0].detail, errors=faults)
