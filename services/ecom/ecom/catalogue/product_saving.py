"""Writing products: one, or those of a group at once. The caller has locked the group."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config_entries.entries import CURRENCY, entries
from ecom.product_groups.locking import lock_groups
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.options import choice_faults
from ecom.products.errors import ProductInUse, ProductInvalid, ProductTaken, StockChanged
from ecom.products.models import Product
from ecom.products.prices import price_values, replace_prices
from ecom.products.repository import ProductRepository, prices_of
from ecom.products.schemas import ProductIn
from ecom.stock.service import lock_products, set_stocks
from kit.audit import record
from kit.auth import Principal
from kit.constraints import constraint_faults
from kit.db import new_id
from kit.errors import FieldError, PreconditionFailed, PreconditionRequired
from kit.repository import assign

_OTHERS = {"group_id", "position", "option_values", "image", "stock", "stock_seen", "prices"}
_DEFER = text("SET CONSTRAINTS uq_products_sku, uq_products_group_id_option_values DEFERRED")
_CHECK = text("SET CONSTRAINTS uq_products_sku, uq_products_group_id_option_values IMMEDIATE")


@dataclass(frozen=True)
class Item:
    """A product to write: what was sent, where in the payload that stands, and the row that it is for."""

    data: ProductIn
    row: Product
    is_new: bool
    path: str = ""

    def at(self, name: str) -> str:
        """The path of a field in the payload."""
        return f"{self.path}.{name}" if self.path else name


def item_of(data: ProductIn, group_id: uuid.UUID, path: str = "") -> Item:
    """An item for a product that is to be added."""
    return Item(data, Product(id=new_id(), group_id=group_id, stock=0), is_new=True, path=path)


async def save(session: AsyncSession, principal: Principal, group: ProductGroup, items: Sequence[Item]) -> bool:
    """Write products of one group; whether anything is other.

    Raises `ProductInvalid` and `ProductTaken` with the fields, and `StockChanged`.
    """
    await _check(session, group, items)
    currency, now = await entries.get(session, CURRENCY), datetime.now(UTC)
    prices = await prices_of(session, [item.row.id for item in items])
    before = {item.row.id: item.row.version for item in items if not item.is_new}
    # What was below nothing is counted while that is still allowed, and what goes below it once that is.
    raised = [item for item in items if not item.is_new and (_stock_of(item) or 0) > item.row.stock]
    counted = await _count(session, principal, raised)
    # Two products may swap their SKUs or their options: what is unique is so once all are written.
    await session.execute(_DEFER)
    with constraint_faults(Product, conflict=ProductTaken, in_use=ProductInUse):
        for item in items:
            _assign(session, item)
        await session.flush()
        await session.execute(_CHECK)
    for item in items:
        wanted = [price_values(price, currency) for price in item.data.prices]
        is_other = await replace_prices(session, item.row.id, prices[item.row.id], wanted, now)
        if is_other and item.row.id in before and item.row.version == before[item.row.id]:
            # Prices are part of the product: who has read others has read another version.
            item.row.updated_at = now
    await session.flush()
    counted |= await _count(session, principal, [item for item in items if item.row.id not in counted])
    is_changed = bool(counted)
    for item in items:
        known = before.get(item.row.id)
        if known is None or known != item.row.version:
            verb = "created" if known is None else "updated"
            record(session, principal, f"product.{verb}", subject=("product", item.row.id, item.row.sku))
        is_changed = is_changed or known is None or known != item.row.version
    return is_changed


async def remove(session: AsyncSession, principal: Principal, rows: Sequence[Product]) -> None:
    """Delete products. Raises `ProductInUse`."""
    with constraint_faults(Product, conflict=ProductTaken, in_use=ProductInUse):
        for row in rows:
            await session.delete(row)
        await session.flush()
    for row in rows:
        record(session, principal, "product.deleted", subject=("product", row.id, row.sku))


def check_versions(read: Mapping[str, tuple[Product, int | None]]) -> None:
    """Refuse products that were changed since they were read, by their paths.

    Raises `PreconditionFailed`, and `PreconditionRequired` where nobody says which version was read.
    """
    if any(version is None for _, version in read.values()):
        raise PreconditionRequired("Send the version of each product that was read.")
    stale = [
        FieldError(path, "changed", f"{row.sku} has been changed since it was read.")
        for path, (row, version) in read.items()
        if version != row.version
    ]
    if stale:
        raise PreconditionFailed("A product has been changed meanwhile.", errors=stale)


async def lock(session: AsyncSession, identifier: uuid.UUID) -> Product:
    """A product, locked with its group. Raises `ProductNotFound`."""
    found = await ProductRepository(session).get(identifier)
    await lock_groups(session, ProductGroup.id == found.group_id)
    row = (await lock_products(session, [identifier])).get(identifier)
    if row is None:
        raise ProductRepository.missing
    return row


def _assign(session: AsyncSession, item: Item) -> None:
    data = item.data
    values: dict[str, Any] = data.values(exclude=_OTHERS)
    values |= {"option_values": data.option_values, "image": data.image.stored() if data.image else None}
    if data.position is not None:
        values["position"] = data.position
    assign(item.row, values)
    if item.is_new:
        session.add(item.row)


async def _count(session: AsyncSession, principal: Principal, items: Sequence[Item]) -> set[uuid.UUID]:
    """Set the stock of products to what was counted; gives those of which that is other than before."""
    wanted = {item.row: _stock_of(item) for item in items}
    counted = {row: stock for row, stock in wanted.items() if stock is not None and stock != row.stock}
    await set_stocks(session, principal, counted)
    return {row.id for row in counted}


def _stock_of(item: Item) -> int | None:
    """How many there are to be, or None where nobody says so."""
    data = item.data
    if item.is_new:
        return data.stock
    return data.stock if data.stock_seen is not None and data.stock != data.stock_seen else None


async def _check(session: AsyncSession, group: ProductGroup, items: Sequence[Item]) -> None:
    others = await _others(session, group, items)
    choices = [(item.at("optionValues"), item.data.option_values) for item in items]
    # A product that is not sent contradicts the options that are, or has what one that is sent wants, too.
    faults = [*choice_faults(group.options, [*(("options", row.option_values) for row in others), *choices])]
    faults += _stock_faults(items)
    if faults:
        raise ProductInvalid(faults[0].detail, errors=faults)
    if taken := [fault async for fault in _taken(session, items)]:
        raise ProductTaken(taken[0].detail, errors=taken)
    changed = [
        FieldError(item.at("stock"), StockChanged.code, f"{item.row.stock} in stock by now.")
        for item in items
        if not item.is_new and _stock_of(item) is not None and item.row.stock != item.data.stock_seen
    ]
    if changed:
        raise StockChanged("The stock has changed meanwhile.", errors=changed)


async def _others(session: AsyncSession, group: ProductGroup, items: Sequence[Item]) -> Sequence[Product]:
    sent = {item.row.id for item in items}
    return [row for row in await ProductRepository(session).of_group(group.id) if row.id not in sent]


def _stock_faults(items: Sequence[Item]) -> Iterator[FieldError]:
    for item in items:
        wanted = _stock_of(item)
        stock = item.row.stock if wanted is None else wanted
        if stock < 0 and item.data.tracks_stock and not item.data.allows_backorders:
            detail = "The stock cannot be negative. Allow backorders, or enter the counted stock."
            yield FieldError(item.at("stock"), "stock_below_zero", detail)


async def _taken(session: AsyncSession, items: Sequence[Item]) -> Any:
    """SKUs that are there twice, in the payload or in the shop."""
    skus = [item.data.sku for item in items]
    sent = [item.row.id for item in items]
    query = select(Product.sku).where(Product.sku.in_(skus), Product.id.not_in(sent))
    stored = {*await session.scalars(query)}
    seen: set[str] = set()
    for item in items:
        if item.data.sku in stored or item.data.sku in seen:
            yield FieldError(item.at("sku"), ProductTaken.code, "Another product has this SKU.")
        seen.add(item.data.sku)
