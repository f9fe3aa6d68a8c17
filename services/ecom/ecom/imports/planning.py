"""What a file would do to the shop: pure, from what the file says and what the shop has.

A product is known by its code, or else by the SKUs of its variants; a variant by its SKU. What the file has no column for
stays as it is; nothing is ever deleted. Where one row of a product is wrong, all of it is left alone.
"""

import uuid
from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from ecom.catalogue.schemas import MAX_PRODUCTS
from ecom.imports.cells import Line
from ecom.imports.drafting import Drafts, GroupDraft, ProductDraft
from ecom.imports.outcomes import PlannedRow, change, faults_in
from ecom.imports.pictures import Pictures
from ecom.imports.plans import Plan, PlannedGroup, PlannedProduct, Values
from ecom.imports.pricing import price_texts, prices_after
from ecom.imports.snapshot import Snapshot, folded, group_id_in
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.options import choice_faults, option_faults
from ecom.product_groups.schemas import GroupFieldsIn
from ecom.products.models import Product
from ecom.products.prices import FIELDS, price_values
from ecom.products.schemas import ProductIn
from kit.rich_text import clean_rich_text, is_nested_too_deep

_GROUP = (
    *("name", "code", "summary", "description", "tax_class", "is_published", "is_listed", "is_featured", "options"),
    *("seo_title", "seo_description"),
)
_PRODUCT = (
    *("gtin", "option_values", "is_published", "needs_delivery", "weight_grams", "length_mm", "width_mm", "height_mm"),
    *("tracks_stock", "allows_backorders", "low_stock_at", "most_per_order"),
)
_NEW_GROUP: Values = {name: GroupFieldsIn.model_fields[name].get_default() for name in _GROUP if name != "name"}
_NEW_PRODUCT: Values = {name: ProductIn.model_fields[name].get_default() for name in _PRODUCT}


def plan(drafts: Drafts, snapshot: Snapshot, pictures: Pictures) -> Plan:
    """What the drafts would do."""
    groups = []
    taken: dict[uuid.UUID, int] = {}
    for draft in _merged(drafts.groups, snapshot):
        planned = _group(draft, snapshot, pictures)
        if planned.row is not None:
            first = taken.setdefault(planned.row.id, draft.lines[0].number)
            if first != draft.lines[0].number:
                draft.lines[0].faults.append(f"Row {first} is about the same product.")
        groups.append(planned)
    rows = [row for planned in groups for row in _rows(planned)]
    rows += [_other(line) for line in drafts.others]
    return Plan([each for each in groups if not each.is_invalid], sorted(rows, key=lambda row: row.number))


def _merged(drafts: Sequence[GroupDraft], snapshot: Snapshot) -> Iterator[GroupDraft]:
    """The drafts, of which those are one that the shop knows as variants of one product and that have no code."""
    first: dict[uuid.UUID, GroupDraft] = {}
    for draft in drafts:
        row = None if draft.is_coded else _known(draft, snapshot)
        if row is not None and row.id in first:
            first[row.id].add(draft)
        elif row is not None:
            first[row.id] = draft
    added = {id(line) for draft in first.values() for line in draft.lines[1:]}
    yield from (draft for draft in drafts if id(draft.lines[0]) not in added)


def _group(draft: GroupDraft, snapshot: Snapshot, pictures: Pictures) -> PlannedGroup:
    line = draft.head or draft.lines[0]
    row = _known(draft, snapshot)
    if row is None and draft.head is None:
        line.faults.append(
            f"The product “{draft.code}” that it is a variant of is neither in the file nor in the shop."
        )
    before = {name: getattr(row, name) for name in _GROUP} if row else {**_NEW_GROUP, "name": ""}
    own = {name: value for name, value in draft.values.items() if name in _GROUP}
    code = _code(draft, row)
    options = _options(draft, before["options"] if row else [])
    wanted = {**before, **own, "code": code, "options": options}
    if not wanted["name"] and row is None and not draft.values.get("name"):
        wanted["name"] = ""
    planned = PlannedGroup(draft, row, _checked_group(line, wanted))
    _name_places(planned, snapshot)
    planned.changes += [
        change(name, None if row is None else before[name], planned.values[name])
        for name in _GROUP
        if planned.values[name] != before[name]
    ]
    _plan_products(planned, snapshot, pictures)
    _plan_images(planned, pictures)
    return planned


def _code(draft: GroupDraft, row: ProductGroup | None) -> str | None:
    """What the product is known by. That one of the shop has none is left so where the file names none either."""
    if row is None:
        return draft.code
    is_own = draft.is_coded and draft.code != str(row.id)
    return row.code or (draft.code if is_own else None)


def _known(draft: GroupDraft, snapshot: Snapshot) -> ProductGroup | None:
    found = snapshot.by_code.get(draft.code) or group_id_in(draft.code)
    if found not in snapshot.groups:
        owners = {snapshot.by_sku[each.sku].group_id for each in draft.products if each.sku in snapshot.by_sku}
        if draft.code in snapshot.by_sku:
            owners.add(snapshot.by_sku[draft.code].group_id)
        found = owners.pop() if len(owners) == 1 else None
    return snapshot.groups.get(found) if found else None


def _options(draft: GroupDraft, present: Sequence[Values]) -> list[Values]:
    """The options that are there with those of the file, and how the file's choices are spelled then."""
    merged = GroupDraft(draft.code, options=[{"name": each["name"], "values": [*each["values"]]} for each in present])
    for option in draft.options:
        merged.add_option(option["name"], option["values"])
    spelled = {each["name"].casefold(): each for each in merged.options}
    for product in draft.products:
        if product.choice is not None:
            product.choice = {
                spelled[name.casefold()]["name"]: next(
                    value for value in spelled[name.casefold()]["values"] if value.casefold() == text.casefold()
                )
                for name, text in product.choice.items()
            }
    return merged.options


def _checked_group(line: Line, wanted: Values) -> Values:
    """The columns of a group as they would be stored; faults go to the line."""
    if is_nested_too_deep(wanted["description"]):
        line.faults.append("Description: The HTML is nested too deeply.")
        return wanted
    try:
        data = GroupFieldsIn.model_validate(wanted, by_name=True, by_alias=False)
    except ValidationError as error:
        line.faults += faults_in(error)
        return wanted
    options = [{"name": option.name, "values": [*option.values]} for option in data.options]
    line.faults += [fault.detail for fault in option_faults(options)]
    values = {name: getattr(data, name) for name in _GROUP}
    return {**values, "options": options, "description": clean_rich_text(data.description)}


def _name_places(planned: PlannedGroup, snapshot: Snapshot) -> None:
    """Which brand and categories it is to have, by their names."""
    row, values = planned.row, planned.draft.values
    line = planned.draft.head or planned.draft.lines[0]
    brand = snapshot.brand_names.get(row.brand_id) if row and row.brand_id else None
    planned.brand = values.get("brand", brand) or None
    if (planned.brand or "").casefold() != (brand or "").casefold():
        planned.changes.append(change("brand", brand, planned.brand))
    present = [snapshot.paths[each] for each in (snapshot.category_ids[row.id] if row else ())]
    planned.categories = values.get("categories", present)
    if {folded(path) for path in planned.categories} != {folded(path) for path in present}:
        texts = [sorted(" > ".join(path) for path in paths) for paths in (present, planned.categories)]
        planned.changes.append(change("categories", *texts))
    if any(len(name) > 200 for name in [planned.brand or "", *(name for path in planned.categories for name in path)]):
        line.faults.append("A name of a brand or a category has at most 200 characters.")
    if any(len(path) > 20 for path in planned.categories) or len(planned.categories) > 50:
        line.faults.append("A product is in at most 50 categories, which are at most 20 deep.")


def _plan_products(planned: PlannedGroup, snapshot: Snapshot, pictures: Pictures) -> None:
    present = snapshot.products[planned.row.id] if planned.row else []
    for draft in planned.draft.products:
        row = snapshot.by_sku.get(draft.sku)
        if row is not None and (planned.row is None or row.group_id != planned.row.id):
            owner = snapshot.groups[row.group_id]
            draft.line.faults.append(f"The SKU “{draft.sku}” is of a variant of “{owner.name}”.")
            row = None
        planned.products.append(_product(draft, row, snapshot, pictures))
    named = {each.row.id for each in planned.products if each.row}
    others = [row for row in present if row.id not in named]
    if len(others) + len(planned.products) > MAX_PRODUCTS:
        planned.draft.lines[0].faults.append(f"A product has at most {MAX_PRODUCTS} variants.")
    for place, fault in _choice_faults(planned, others):
        planned.products[place].draft.line.faults.append(fault)


def _choice_faults(planned: PlannedGroup, others: Sequence[Product]) -> Iterator[tuple[int, str]]:
    choices = [("", row.option_values) for row in others]
    choices += [(str(place), each.values["option_values"]) for place, each in enumerate(planned.products)]
    for fault in choice_faults(planned.values["options"], choices):
        if fault.field:
            yield int(fault.field), fault.detail


def _product(draft: ProductDraft, row: Product | None, snapshot: Snapshot, pictures: Pictures) -> PlannedProduct:
    before = {name: getattr(row, name) for name in _PRODUCT} if row else {**_NEW_PRODUCT, "option_values": {}}
    wanted = {**before, **{name: value for name, value in draft.values.items() if name in _PRODUCT}}
    if draft.choice is not None:
        wanted["option_values"] = draft.choice
    stored = [{name: getattr(price, name) for name in FIELDS} for price in snapshot.prices[row.id]] if row else []
    prices = prices_after(draft.line, stored, draft.prices)
    data = _checked_product(draft, wanted, prices)
    planned = PlannedProduct(draft, row, {name: getattr(data, name) for name in _PRODUCT} if data else wanted)
    planned.image = row.image if row else None
    if data is not None:
        asked = {_key(each): each for each in (price_values(price, snapshot.currency) for price in data.prices)}
        if asked.keys() != {_key(each) for each in stored}:
            planned.prices = [*asked.values()]
            planned.changes.append(change("prices", price_texts(stored), price_texts([*asked.values()])))
    planned.changes += [
        change(name, None if row is None else before[name], planned.values[name])
        for name in _PRODUCT
        if planned.values[name] != before[name]
    ]
    _plan_stock(planned)
    if draft.images is not None:
        kept = [row.image] if row and row.image else []
        images, planned.pictures = pictures.resolved(draft.images, kept)
        # The one that it has stays until the other is there.
        if not planned.pictures and (images or not draft.images):
            planned.image = images[0] if images else None
        if planned.pictures or planned.image != (row.image if row else None):
            planned.changes.append(change("image", [each.get("alt") for each in kept], pictures.said(draft.images)))
    return planned


def _key(price: Values) -> tuple[object, ...]:
    return tuple(price[name] for name in FIELDS)


def _checked_product(draft: ProductDraft, wanted: Values, prices: Sequence[Values]) -> ProductIn | None:
    values = {**wanted, "sku": draft.sku, "prices": prices, "stock": draft.values.get("stock")}
    try:
        return ProductIn.model_validate(values, by_name=True, by_alias=False)
    except ValidationError as error:
        draft.line.faults += faults_in(error)
        return None


def _plan_stock(planned: PlannedProduct) -> None:
    row, values = planned.row, planned.values
    present = row.stock if row else 0
    wanted = planned.draft.values.get("stock") if values["tracks_stock"] else None
    stock = present if wanted is None else wanted
    if stock < 0 and values["tracks_stock"] and not values["allows_backorders"]:
        planned.draft.line.faults.append(f"{stock} in stock: less than zero is only possible with backorders.")
    if wanted is not None and wanted != present:
        planned.stock = wanted
        planned.changes.append(change("stock", present if row else None, wanted))


def _plan_images(planned: PlannedGroup, pictures: Pictures) -> None:
    row, wanted = planned.row, planned.draft.images
    kept = list(row.images) if row else []
    planned.images = kept
    if wanted is None:
        return
    images, missing = pictures.resolved(wanted, kept)
    if not missing and (images or not wanted):
        planned.images = images
    planned.pictures = missing and wanted
    if missing or planned.images != kept:
        planned.changes.append(change("images", [each.get("alt", "") for each in kept], pictures.said(wanted)))


def _rows(planned: PlannedGroup) -> Iterator[PlannedRow]:
    """What is said of each row of a product. The first one that is wrong says what of it is; the others name it."""
    wrong = [line.number for line in planned.draft.lines if line.faults]
    by_line = {id(each.draft.line): each for each in planned.products}
    name = planned.values.get("name") or planned.draft.code
    for line in planned.draft.lines:
        product = by_line.get(id(line))
        is_head = line is planned.draft.head or (planned.draft.head is None and line is planned.draft.lines[0])
        changes = [*(planned.changes if is_head else ()), *(product.changes if product else ())]
        title = name if is_head or not product else f"{name}: {product.draft.sku}"
        row = PlannedRow(line.number, "same", title, changes, line.notes, line.faults)
        if line.faults:
            row.outcome, row.changes = "error", []
        elif wrong:
            row.outcome, row.changes = "error", []
            row.faults = [f"Left out with row {wrong[0]}, which has errors. A product is imported as a whole."]
        elif (is_head and planned.row is None) or (product and product.row is None):
            row.outcome = "create"
        elif changes:
            row.outcome = "change"
        yield row


def _other(line: Line) -> PlannedRow:
    title = line.text("name") or line.text("sku") or line.text("code")
    return PlannedRow(line.number, "error" if line.faults else "skip", title, [], line.notes, line.faults)
