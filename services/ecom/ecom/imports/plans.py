"""What is to be written, as planning hands it to writing."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ecom.imports.drafting import GroupDraft, ProductDraft
from ecom.imports.outcomes import PlannedRow, change
from ecom.product_groups.models import ProductGroup
from ecom.products.models import Product

Values = dict[str, Any]


@dataclass(slots=True)
class PlannedProduct:
    """A variant as it is to be. ``row`` is what the shop has of it; ``prices`` and ``stock`` are None where they stay."""

    draft: ProductDraft
    row: Product | None
    values: Values
    prices: list[Values] | None = None
    stock: int | None = None
    changes: list[Values] = field(default_factory=list)
    pictures: list[dict[str, str]] = field(default_factory=list)
    image: Values | None = None


@dataclass(slots=True)
class PlannedGroup:
    """A product as it is to be, with the variants that the file names. ``pictures`` are those that have to be fetched."""

    draft: GroupDraft
    row: ProductGroup | None
    values: Values
    brand: str | None = None
    categories: list[tuple[str, ...]] = field(default_factory=list)
    products: list[PlannedProduct] = field(default_factory=list)
    changes: list[Values] = field(default_factory=list)
    pictures: list[dict[str, str]] = field(default_factory=list)
    images: list[Values] = field(default_factory=list)

    @property
    def is_invalid(self) -> bool:
        """Whether a row of it has a fault."""
        return any(line.faults for line in self.draft.lines)

    @property
    def is_other(self) -> bool:
        """Whether anything of it is new or changes."""
        return self.row is None or bool(self.changes) or any(not each.row or each.changes for each in self.products)


@dataclass(slots=True)
class Plan:
    """What is to be written, and what is said of each row of the file."""

    groups: list[PlannedGroup]
    rows: list[PlannedRow]


def retell(plan: Plan, rows: Sequence[PlannedRow], found: Mapping[uuid.UUID, int]) -> list[PlannedRow]:
    """Have the rows say how many there were ``found`` of products when their stock was changed; gives those that do now."""
    by_number, retold = {row.number: row for row in rows}, []
    for planned in (each for group in plan.groups for each in group.products):
        if planned.row is not None and planned.stock is not None and planned.row.id in found:
            row = by_number[planned.draft.line.number]
            row.changes = [each for each in row.changes if each["field"] != "stock"]
            if found[planned.row.id] != planned.stock:
                row.changes.append(change("stock", found[planned.row.id], planned.stock))
            elif row.outcome == "change" and not row.changes:
                row.outcome = "same"
            retold.append(row)
    return retold
