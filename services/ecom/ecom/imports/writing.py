"""Writing what was planned into the shop, in the transaction of the caller, who has locked the snapshot's groups.

New records go in by a few statements for all of them. What others may wait for is written by `finish`, last of all. What is
stored is what the catalogue's own schemas have checked.
"""

import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, insert, text
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.brands.models import Brand
from ecom.categories.models import Category
from ecom.events import CATALOGUE, emit_groups, emit_tags
from ecom.imports.changing import Changes, change, changes_of, prepare
from ecom.imports.models import ImportImages
from ecom.imports.plans import Plan, PlannedGroup, PlannedProduct
from ecom.imports.repository import ImagesRepository
from ecom.imports.snapshot import Snapshot, folded
from ecom.product_groups.models import ProductGroup, ProductGroupCategory
from ecom.products.models import Price, Product
from ecom.products.prices import new_price
from ecom.stock.models import StockMovement
from kit.audit import record
from kit.auth import Principal
from kit.db import new_id
from kit.repository import assign

Report = Callable[[float, str], Awaitable[None]]
AT_ONCE = 500
_ANNOUNCED_AT_ONCE = 1000
_DEFER = text("SET CONSTRAINTS uq_products_sku, uq_products_group_id_option_values DEFERRED")
_CHECK = text("SET CONSTRAINTS uq_products_sku, uq_products_group_id_option_values IMMEDIATE")


@dataclass(slots=True)
class _New:
    """The rows of new records, by their tables."""

    groups: list[dict[str, Any]] = field(default_factory=list)
    categories: list[dict[str, Any]] = field(default_factory=list)
    products: list[dict[str, Any]] = field(default_factory=list)
    prices: list[dict[str, Any]] = field(default_factory=list)
    movements: list[dict[str, Any]] = field(default_factory=list)
    images: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class _Progress:
    """How far one import is written: the rows of new records that wait, and the groups to announce."""

    import_id: uuid.UUID
    snapshot: Snapshot
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    new: _New = field(default_factory=_New)
    announced: set[uuid.UUID] = field(default_factory=set)
    pictured: set[uuid.UUID] = field(default_factory=set)
    """Groups and variants that get other images: what earlier imports still fetch for them is not wanted."""

    @property
    def stamps(self) -> dict[str, Any]:
        """What each new record has."""
        return {"created_at": self.now, "updated_at": self.now, "version": 1}


@dataclass(frozen=True, slots=True)
class Written:
    """What `write` leaves for `finish`, and how many products or variants still lack ``images``."""

    images: int
    pictured: set[uuid.UUID]
    changes: Changes


async def write(
    session: AsyncSession,
    principal: Principal,
    plan: Plan,
    snapshot: Snapshot,
    *,
    import_id: uuid.UUID,
    report: Report,
) -> Written:
    """Write what was planned, but for what `finish` does."""
    progress = _Progress(import_id, snapshot)
    groups = [each for each in plan.groups if each.is_other or each.pictures or any(p.pictures for p in each.products)]
    await _add_places(session, principal, progress, groups)
    await session.execute(_DEFER)
    images = 0
    for start in range(0, len(groups), AT_ONCE):
        await report(start / len(groups), f"{start:,} of {len(groups):,} products")
        images += await _write_some(session, principal, progress, groups[start : start + AT_ONCE])
    announced = sorted(progress.announced)
    for start in range(0, len(announced), _ANNOUNCED_AT_ONCE):
        emit_groups(session, announced[start : start + _ANNOUNCED_AT_ONCE])
    await session.flush()
    changes = changes_of(plan, snapshot, progress.now)
    await prepare(session, principal, changes)
    return Written(images, progress.pictured, changes)


async def finish(
    session: AsyncSession, principal: Principal, written: Written, import_id: uuid.UUID
) -> dict[uuid.UUID, int]:
    """Write the rest, once the import's own row is locked; gives what `change` does. Raises `Overtaken`."""
    await ImagesRepository(session).supersede(import_id, written.pictured)
    moved = await change(session, principal, written.changes)
    await session.execute(_CHECK)
    await session.flush()
    return moved


async def _add_places(
    session: AsyncSession, principal: Principal, progress: _Progress, groups: Sequence[PlannedGroup]
) -> None:
    """Add the brands and categories that are missing, each kind in one statement."""
    snapshot, brands = progress.snapshot, list[dict[str, Any]]()
    for planned in groups:
        if planned.brand and planned.brand.casefold() not in snapshot.brands:
            brands.append({"id": new_id(), **progress.stamps, "name": planned.brand})
            snapshot.brands[planned.brand.casefold()] = brands[-1]["id"]
    categories = _new_categories(progress, dict.fromkeys(path for planned in groups for path in planned.categories))
    for kind, model, rows in (("brand", Brand, brands), ("category", Category, categories)):
        if rows:
            await session.execute(insert(model), rows)
        for row in rows:
            record(session, principal, f"{kind}.created", subject=(kind, row["id"], row["name"]))
    if categories:
        emit_tags(session, CATALOGUE)
    await session.flush()


def _new_categories(progress: _Progress, paths: Iterable[Sequence[str]]) -> list[dict[str, Any]]:
    """The rows of the categories that are missing, those above before those below, each behind its siblings."""
    known, found = progress.snapshot.categories, list[dict[str, Any]]()
    siblings = Counter(progress.snapshot.parents.values())
    for path in paths:
        for depth in range(1, len(path) + 1):
            name = folded(path[:depth])
            if name in known:
                continue
            parent = known[name[:-1]] if depth > 1 else None
            own = {"name": path[depth - 1], "parent_id": parent, "position": siblings[parent]}
            found.append({"id": new_id(), **progress.stamps, **own})
            known[name] = found[-1]["id"]
            siblings[parent] += 1
    return found


async def _write_some(
    session: AsyncSession, principal: Principal, progress: _Progress, groups: Sequence[PlannedGroup]
) -> int:
    new = progress.new = _New()
    for planned in groups:
        group_id = planned.row.id if planned.row else new_id()
        await _write_group(session, principal, progress, planned, group_id)
        last = max((row.position for row in progress.snapshot.products.get(group_id, ())), default=-1)
        for product in planned.products:
            last += product.row is None
            _write_product(principal, progress, product, group_id, last)
    await session.flush()
    for model, rows in (
        (ProductGroup, new.groups), (ProductGroupCategory, new.categories), (Product, new.products),
        (Price, new.prices), (StockMovement, new.movements), (ImportImages, new.images),
    ):  # fmt: skip
        if rows:
            await session.execute(insert(model), rows)
    return len(new.images)


async def _write_group(
    session: AsyncSession, principal: Principal, progress: _Progress, planned: PlannedGroup, group_id: uuid.UUID
) -> None:
    new, snapshot = progress.new, progress.snapshot
    brand_id = snapshot.brands[planned.brand.casefold()] if planned.brand else None
    values = {**planned.values, "brand_id": brand_id, "images": planned.images}
    wanted = {snapshot.categories[folded(path)] for path in planned.categories}
    present = snapshot.category_ids.get(group_id, set())
    new.categories += [{"group_id": group_id, "category_id": each} for each in sorted(wanted - present)]
    if planned.row is None:
        new.groups.append({"id": group_id, **progress.stamps, **values})
    elif planned.changes:
        if planned.pictures or planned.images != planned.row.images:
            progress.pictured.add(group_id)
        assign(planned.row, values)
        if present != wanted:
            planned.row.updated_at = progress.now
    if gone := present - wanted:
        table = ProductGroupCategory
        await session.execute(delete(table).where(table.group_id == group_id, table.category_id.in_(gone)))
    if planned.is_other:
        progress.announced.add(group_id)
        verb = "created" if planned.row is None else "updated"
        details = {"importId": str(progress.import_id)}
        subject = ("product_group", group_id, planned.values["name"])
        record(session, principal, f"product_group.{verb}", subject=subject, details=details)
    if planned.pictures:
        lacking = {"group_id": group_id, "product_id": None, "present": planned.images}
        _add_images(progress, planned.pictures, planned.draft.lines[0].number, lacking)


def _write_product(
    principal: Principal, progress: _Progress, planned: PlannedProduct, group_id: uuid.UUID, position: int
) -> None:
    new, row = progress.new, planned.row
    product_id = row.id if row else new_id()
    if row is None:
        stock = planned.stock or 0
        own = {"id": product_id, "group_id": group_id, "position": position, "sku": planned.draft.sku}
        new.products.append({**own, **progress.stamps, **planned.values, "image": planned.image, "stock": stock})
        new.prices += [new_price(product_id, price, progress.now) for price in planned.prices or ()]
        if stock:
            new.movements.append(_movement(principal, product_id, stock, progress.now))
    elif planned.changes and (planned.pictures or planned.image != row.image):
        progress.pictured.add(product_id)
    if planned.pictures:
        present = [planned.image] if planned.image else []
        lacking = {"group_id": group_id, "product_id": product_id, "present": present}
        _add_images(progress, planned.pictures, planned.draft.line.number, lacking)


def _add_images(progress: _Progress, wanted: Sequence[Any], number: int, lacking: dict[str, Any]) -> None:
    own = {"id": new_id(), "import_id": progress.import_id, "row": number}
    progress.new.images.append({**own, **lacking, "wanted": [*wanted]})


def _movement(principal: Principal, product_id: uuid.UUID, stock: int, now: datetime) -> dict[str, Any]:
    return {
        "id": new_id(),
        "product_id": product_id,
        "change": stock,
        "stock_after": stock,
        "reason": "imported",
        "order_id": None,
        "note": "",
        "actor_id": uuid.UUID(principal.user_id),
        "at": now,
    }
