"""The rules of product groups and of single products: what is saved is whole, or is not saved."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.catalogue import product_saving
from ecom.catalogue.product_saving import Item, item_of
from ecom.catalogue.schemas import GroupIn
from ecom.categories.models import Category
from ecom.events import emit_groups
from ecom.product_groups.errors import ProductGroupInUse, ProductGroupInvalid, ProductGroupNotFound, ProductGroupTaken
from ecom.product_groups.locking import lock_groups
from ecom.product_groups.models import ProductGroup, ProductGroupCategory
from ecom.product_groups.options import option_faults
from ecom.products.errors import ProductInvalid
from ecom.products.models import Product
from ecom.products.repository import ProductRepository
from ecom.products.schemas import ProductIn
from ecom.stock.service import lock_products
from kit.audit import record
from kit.auth import Principal
from kit.constraints import constraint_faults
from kit.db import new_id
from kit.errors import FieldError
from kit.long_texts import clean_aside
from kit.preconditions import check_new, check_replaced, check_version
from kit.repository import assign
from kit.rich_text import clean_rich_text, is_nested_too_deep

_OTHERS = {"category_ids", "options", "images", "description", "products", "removed_products"}


async def create_group(session: AsyncSession, principal: Principal, data: GroupIn) -> ProductGroup:
    """Add a group, with its products where there are any.

    Raises `ProductGroupInvalid`, `ProductGroupTaken`, `ValidationFailed`, and what `product_saving.save` raises.
    """
    check_new(data)
    values = _values(data, await _cleaned_description(data))
    group = ProductGroup(id=new_id(), **values)
    with _faults():
        session.add(group)
        await session.flush()
    await _set_categories(session, group, data.category_ids)
    await _save_products(session, principal, group, data)
    _note(session, principal, group, "created")
    emit_groups(session, [group.id])
    return group


async def update_group(
    session: AsyncSession, principal: Principal, data: GroupIn, group_id: uuid.UUID, if_match: str | None
) -> ProductGroup:
    """Replace a group's fields, and write and remove the products that are sent with it.

    Raises `ProductGroupNotFound`, `PreconditionFailed` (also for products), `PreconditionRequired`, `ProductInUse`, and
    what `create_group` raises.
    """
    # Before the lock: while that is held, nobody else can save the group or order its products.
    description = await _cleaned_description(data)
    group = await _lock(session, group_id)
    check_replaced(data, group_id, group.version, if_match)
    before = group.version
    with _faults():
        assign(group, _values(data, description))
        await session.flush()
    if await _set_categories(session, group, data.category_ids):
        group.updated_at = datetime.now(UTC)
        await session.flush()
    is_other = await _save_products(session, principal, group, data)
    if group.version != before:
        _note(session, principal, group, "updated")
    if is_other or group.version != before:
        emit_groups(session, [group.id])
    return group


async def delete_group(session: AsyncSession, principal: Principal, group_id: uuid.UUID, if_match: str | None) -> None:
    """Delete a group and its products. Raises `ProductGroupNotFound`, `PreconditionFailed`, `ProductGroupInUse`."""
    group = await _lock(session, group_id)
    check_version(if_match, group.version)
    await _lock_products_of(session, group_id)
    with _faults():
        # One statement, so that a group of many products goes as quickly as one of few.
        await session.execute(delete(Product).where(Product.group_id == group_id))
        await session.delete(group)
        await session.flush()
    _note(session, principal, group, "deleted")
    emit_groups(session, [group_id])


async def create_product(session: AsyncSession, principal: Principal, data: ProductIn) -> Product:
    """Add a product to its group, last unless it says where. Raises `ProductInvalid`, and what `product_saving.save` does."""
    check_new(data)
    groups = await lock_groups(session, ProductGroup.id == data.group_id) if data.group_id else ()
    group = next(iter(groups), None)
    if group is None:
        detail = "There is no such product group." if data.group_id else "Choose a product group."
        raise ProductInvalid(detail, errors=[FieldError("groupId", "unknown_reference", detail)])
    item = item_of(data, group.id)
    if data.position is None:
        siblings = await ProductRepository(session).of_group(group.id)
        item.row.position = max((row.position for row in siblings), default=-1) + 1
    await product_saving.save(session, principal, group, [item])
    emit_groups(session, [group.id])
    return item.row


async def update_product(
    session: AsyncSession, principal: Principal, data: ProductIn, product_id: uuid.UUID, if_match: str | None
) -> Product:
    """Replace a product's fields and prices. Raises `ProductNotFound`, and what `create_product` raises."""
    row = await product_saving.lock(session, product_id)
    check_replaced(data, product_id, row.version, if_match)
    _refuse_foreign_group(data, row.group_id, "")
    group = await session.get_one(ProductGroup, row.group_id)
    if await product_saving.save(session, principal, group, [Item(data, row, is_new=False)]):
        emit_groups(session, [group.id])
    return row


async def delete_product(
    session: AsyncSession, principal: Principal, product_id: uuid.UUID, if_match: str | None
) -> None:
    """Delete a product. Raises `ProductNotFound`, `PreconditionFailed`, `ProductInUse`."""
    row = await product_saving.lock(session, product_id)
    check_version(if_match, row.version)
    await product_saving.remove(session, principal, [row])
    emit_groups(session, [row.group_id])


async def _save_products(session: AsyncSession, principal: Principal, group: ProductGroup, data: GroupIn) -> bool:
    """Write and remove the products that are sent with their group; whether any is other."""
    is_sent = bool(data.products or data.removed_products)
    # All of them: those that are not sent are put behind those that are.
    rows = await _lock_products_of(session, group.id) if is_sent else {}
    _check_products(data, group, rows)
    read = {
        f"products.{place}": (rows[each.id], each.version) for place, each in enumerate(data.products or ()) if each.id
    }
    read |= {
        f"removedProducts.{place}": (rows[each.id], each.version) for place, each in enumerate(data.removed_products)
    }
    product_saving.check_versions(read)
    if data.removed_products:
        await product_saving.remove(session, principal, [rows[each.id] for each in data.removed_products])
    items = []
    for place, each in enumerate(data.products or ()):
        ordered = each.model_copy(update={"position": place})
        path = f"products.{place}"
        row = rows.get(each.id) if each.id else None
        items.append(Item(ordered, row, is_new=False, path=path) if row else item_of(ordered, group.id, path))
    if items:
        await _put_behind(session, group.id, [item.row.id for item in items])
    # Without products, too: those that stay have to go with the group's options.
    is_other = await product_saving.save(session, principal, group, items)
    return is_other or bool(data.removed_products)


async def _lock_products_of(session: AsyncSession, group_id: uuid.UUID) -> dict[uuid.UUID, Product]:
    """The products of a group, locked in the order in which orders lock them. The caller has locked the group."""
    ids = await session.scalars(select(Product.id).where(Product.group_id == group_id))
    return await lock_products(session, ids.all())


async def _put_behind(session: AsyncSession, group_id: uuid.UUID, sent: Sequence[uuid.UUID]) -> None:
    """Let the products that are not sent stand behind those that are, in their order, without a new version of their own."""
    table: Any = Product.__table__
    place = len(sent) - 1 + func.row_number().over(order_by=(table.c.position, table.c.id))
    others = select(table.c.id, place.label("place")).where(table.c.group_id == group_id, table.c.id.not_in(sent))
    places = others.subquery()
    moved = update(table).where(table.c.id == places.c.id, table.c.position != places.c.place)
    await session.execute(moved.values(position=places.c.place, updated_at=table.c.updated_at))


def _check_products(data: GroupIn, group: ProductGroup, rows: dict[uuid.UUID, Product]) -> None:
    unknown, seen = [], set()
    sent = [("products", place, each.id) for place, each in enumerate(data.products or ()) if each.id]
    for name, place, identifier in [
        *sent,
        *(("removedProducts", place, each.id) for place, each in enumerate(data.removed_products)),
    ]:
        if identifier not in rows or identifier in seen:
            detail = "The group has no such product." if identifier not in rows else "This product is listed twice."
            unknown.append(FieldError(f"{name}.{place}.id", "unknown_reference", detail))
        seen.add(identifier)
    if unknown:
        raise ProductInvalid(unknown[0].detail, errors=unknown)
    for place, each in enumerate(data.products or ()):
        _refuse_foreign_group(each, group.id, f"products.{place}.")


async def _cleaned_description(data: GroupIn) -> str | None:
    """A group's description as it may be stored; None where it is nested too deeply."""
    return await clean_aside(data.description, _cleaned, data.description)


def _cleaned(html: str) -> str | None:
    return None if is_nested_too_deep(html) else clean_rich_text(html)


def _values(data: GroupIn, description: str | None) -> dict[str, Any]:
    """The columns of a group, with its cleaned description. Raises `ProductGroupInvalid`."""
    options = [{"name": option.name, "values": option.values} for option in data.options]
    faults = [*option_faults(options)]
    if description is None:
        faults.append(FieldError("description", "nested_too_deep", "The HTML is nested too deeply."))
    if faults:
        raise ProductGroupInvalid(faults[0].detail, errors=faults)
    return {
        **data.values(exclude=_OTHERS),
        "description": description,
        "options": options,
        "images": [image.stored() for image in data.images],
    }


async def _set_categories(session: AsyncSession, group: ProductGroup, wanted: Sequence[uuid.UUID]) -> bool:
    """Put a group into these categories and no others; whether that is other than before."""
    table = ProductGroupCategory
    stored = {*await session.scalars(select(table.category_id).where(table.group_id == group.id))}
    gone, added = stored.difference(wanted), {*wanted}.difference(stored)
    if gone:
        await session.execute(delete(table).where(table.group_id == group.id, table.category_id.in_(gone)))
    if added:
        # Locked against being deleted before this is written.
        known = select(Category.id).where(Category.id.in_(added)).with_for_update(read=True, key_share=True)
        unknown = added.difference(await session.scalars(known))
        if unknown:
            detail = "There is no such category."
            places = [place for place, identifier in enumerate(wanted) if identifier in unknown]
            faults = [FieldError(f"categoryIds.{place}", "unknown_reference", detail) for place in places]
            raise ProductGroupInvalid(detail, errors=faults)
        await session.execute(
            insert(table), [{"group_id": group.id, "category_id": identifier} for identifier in sorted(added)]
        )
    return bool(gone or added)


async def _lock(session: AsyncSession, group_id: uuid.UUID) -> ProductGroup:
    for group in await lock_groups(session, ProductGroup.id == group_id):
        return group
    raise ProductGroupNotFound


def _refuse_foreign_group(data: ProductIn, group_id: uuid.UUID, path: str) -> None:
    if data.group_id is not None and data.group_id != group_id:
        detail = "A product cannot move to another group."
        raise ProductInvalid(detail, errors=[FieldError(f"{path}groupId", "read_only", detail)])


def _faults() -> Any:
    return constraint_faults(ProductGroup, conflict=ProductGroupTaken, in_use=ProductGroupInUse)


def _note(session: AsyncSession, principal: Principal, group: ProductGroup, verb: str) -> None:
    record(session, principal, f"product_group.{verb}", subject=("product_group", group.id, group.name))
