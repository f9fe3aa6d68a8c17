"""Rows as products: which of them belong together, and what each says of its product. Pure; nothing of the shop is known.

A file that has types or parents is WooCommerce's: a row is a product, or a variant of one that stands anywhere in the file
or is in the shop. In any other, rows with the same product code are the variants of one product, of which the first says
what it is; without a code the SKU is the code.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ecom.imports import cells
from ecom.imports.cells import Line
from ecom.imports.values import answer, listed, one_line

_VARIANT_CELLS = ("sku", "price", "stock", "gtin", "image")


@dataclass(slots=True)
class ProductDraft:
    """What a row says of a variant. ``choice`` is None where the file has no options."""

    line: Line
    sku: str
    values: dict[str, Any]
    prices: dict[str, Any]
    choice: dict[str, str] | None
    images: list[dict[str, str]] | None = None


@dataclass(slots=True)
class GroupDraft:
    """What rows say of a product. Without a ``head`` it has to be in the shop.

    Where it is not ``is_coded`` its code is the SKU of a variant, and the shop may know that as one of several.
    """

    code: str
    head: Line | None = None
    values: dict[str, Any] = field(default_factory=dict)
    options: list[dict[str, Any]] = field(default_factory=list)
    images: list[dict[str, str]] | None = None
    products: list[ProductDraft] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    is_coded: bool = True

    def add(self, other: "GroupDraft") -> None:
        """Take over what other rows say of the same product; what it is, its own first row says."""
        self.lines += other.lines
        self.products += other.products
        for option in other.options:
            self.add_option(option["name"], option["values"])
        if other.images is not None:
            known = {each["address"] for each in self.images or ()}
            self.images = [*(self.images or []), *(each for each in other.images if each["address"] not in known)]

    def add_option(self, name: str, values: Iterable[str]) -> dict[str, Any]:
        """The option of this name, with these values among its own."""
        option = next((each for each in self.options if each["name"].casefold() == name.casefold()), None)
        if option is None:
            option = {"name": name, "values": []}
            self.options.append(option)
        known = {value.casefold() for value in option["values"]}
        option["values"] += [value for value in values if value and value.casefold() not in known]
        return option


@dataclass(slots=True)
class Drafts:
    """All that a file says. ``others`` are rows that become no product, with the reason in their notes or faults."""

    groups: list[GroupDraft] = field(default_factory=list)
    others: list[Line] = field(default_factory=list)


def drafts_of(lines: Sequence[Line]) -> Drafts:
    """The products in a file."""
    is_typed = any(line.has("type") or line.has("parent") for line in lines)
    drafts = _typed(lines) if is_typed else _coded(lines)
    _refuse_doubles(drafts)
    return drafts


def _refuse_doubles(drafts: Drafts) -> None:
    seen: dict[str, int] = {}
    for group in drafts.groups:
        for product in group.products:
            if first := seen.get(product.sku):
                product.line.faults.append(f"Row {first} has the same SKU, “{product.sku}”.")
            seen.setdefault(product.sku, product.line.number)


def _typed(lines: Sequence[Line]) -> Drafts:
    drafts, groups = Drafts(), dict[str, GroupDraft]()
    children = []
    parents = {line.text("parent") for line in lines}
    for line in lines:
        types = listed(line.text("type").casefold())
        if "variation" in types or line.text("parent"):
            children.append(line)
        elif reason := _no_product(line, types):
            line.notes.append(reason)
            drafts.others.append(line)
        else:
            # Without a column of types, what others name as theirs has variants.
            is_variable = "variable" in types or (not line.has("type") and not parents.isdisjoint(_names_of(line)))
            _add_head(drafts, groups, line, is_variable=is_variable)
    for line in children:
        _add_child(drafts, groups, line)
    for group in drafts.groups:
        _drop_unused_options(group)
    return drafts


def _names_of(line: Line) -> set[str]:
    """What variants of a row may call it."""
    code, own = line.text("code") or line.text("sku"), line.text("externalId")
    return ({code} if code else set()) | ({f"id:{own}", f"woo-{own}"} if own else set())


def _no_product(line: Line, types: Sequence[str]) -> str | None:
    if "grouped" in types:
        return "Left out: a collection of other products. Make a category of them instead."
    if "external" in types:
        return "Left out: it is sold on another site, and not in this shop."
    return None


def _add_head(drafts: Drafts, groups: dict[str, GroupDraft], line: Line, *, is_variable: bool) -> None:
    own = line.text("externalId")
    code = line.text("code") or line.text("sku") or (f"woo-{own}" if own else "")
    if not code:
        line.faults.append("This row has neither a SKU nor an ID.")
        drafts.others.append(line)
        return
    if code in groups:
        line.faults.append(f"Row {groups[code].lines[0].number} has the same SKU, “{code}”.")
        drafts.others.append(line)
        return
    is_coded = is_variable or bool(line.text("code"))
    group = GroupDraft(code, line, cells.group_values(line), lines=[line], is_coded=is_coded)
    if line.has("images"):
        group.images = cells.pictures_of(line, "images", line.text("name"))
    drafts.groups.append(group)
    groups[code] = group
    if own:
        groups.setdefault(f"id:{own}", group)
    if "downloadable" in listed(line.text("type").casefold()):
        line.notes.append("Its downloads are not imported.")
    if is_variable:
        for name, text in cells.options_of(line):
            group.add_option(name, listed(text))
        return
    group.products.append(_product(line, code, _only_choice(group, line)))


def _only_choice(group: GroupDraft, line: Line) -> dict[str, str] | None:
    """What a product without variants is: an attribute with several values is nothing that its buyer chooses."""
    choice = {}
    options = cells.options_of(line)
    for name, text in options:
        found = listed(text)
        if len(found) == 1:
            option = group.add_option(name, found)
            choice[option["name"]] = found[0]
        elif found:
            line.notes.append(f"{name} is not imported: it lists several values, and buyers choose none of them.")
    return choice if options or line.has("option1Name") else None


def _add_child(drafts: Drafts, groups: dict[str, GroupDraft], line: Line) -> None:
    parent = line.text("parent")
    group = groups.get(parent)
    if group is None:
        if not parent or parent.startswith("id:"):
            line.faults.append("The product that it is a variant of is not in the file.")
            drafts.others.append(line)
            return
        group = groups[parent] = GroupDraft(parent)
        drafts.groups.append(group)
    group.lines.append(line)
    own = line.text("externalId")
    sku = line.text("sku") or (f"woo-{own}" if own else "")
    if not sku:
        line.faults.append("It has no SKU.")
        return
    choice = {}
    for name, text in cells.options_of(line):
        option = group.add_option(name, [text] if text else [])
        option["is_chosen"] = True
        # Without a value it is for any: the buyer chooses.
        if text:
            choice[option["name"]] = _spelled(option["values"], text)
    draft = _product(line, sku, choice)
    if line.has("isPublished"):
        draft.values["is_published"] = line.read("isPublished", answer, True)
    if line.text("taxClass").casefold() not in {"", "parent"}:
        line.notes.append("Its tax class is that of its product here.")
    if line.has("images"):
        draft.images = cells.pictures_of(line, "images", _title(group, choice))[:1]
    group.products.append(draft)


def _drop_unused_options(group: GroupDraft) -> None:
    """Of a product with variants, what none of them names is nothing that its buyer chooses."""
    if any(option.get("is_chosen") for option in group.options) or not _is_single(group):
        for option in [each for each in group.options if not each.get("is_chosen")]:
            group.options.remove(option)
            if group.head:
                group.head.notes.append(f"{option['name']} is not imported: no variant in the file names it.")
    for option in group.options:
        option.pop("is_chosen", None)
        if not option["values"] and group.head:
            group.head.faults.append(f"The option {option['name']} has no values.")
    if group.head and not group.products:
        group.head.notes.append("The file has no variants of this product. It cannot be sold until it has one.")


def _is_single(group: GroupDraft) -> bool:
    return (len(group.products) == 1 and group.products[0].line is group.head) or not group.products


def _coded(lines: Sequence[Line]) -> Drafts:
    drafts, groups = Drafts(), dict[str, GroupDraft]()
    for line in lines:
        code = line.text("code") or line.text("sku")
        if not code:
            line.faults.append("This row has neither a product code nor a SKU.")
            drafts.others.append(line)
            continue
        group = groups.get(code)
        if group is None:
            group = groups[code] = GroupDraft(code, line, cells.group_values(line), is_coded=bool(line.text("code")))
            drafts.groups.append(group)
            for name, texts in cells.all_options(line):
                group.add_option(name, texts)
        group.lines.append(line)
        if line.has("images"):
            group.images = [*(group.images or []), *cells.pictures_of(line, "images", group.values.get("name", ""))]
        _add_variant(group, line)
    return drafts


def _add_variant(group: GroupDraft, line: Line) -> None:
    """The variant in a row; Shopify has rows that bring an image alone, and names options in a product's first row."""
    assert group.head is not None
    named = [name for name, _ in cells.options_of(group.head)]
    own = [(name, text) for name, text in cells.options_of(line) if text]
    if not own and named:
        texts = [line.text(f"option{place}Value") for place in range(1, 11)]
        own = [(name, one_line(text)) for name, text in zip(named, texts, strict=False) if text]
    if line is not group.head and not own and not any(line.text(name) for name in _VARIANT_CELLS):
        if not line.text("images"):
            line.notes.append("Left out: this row describes no variant.")
        return
    if line.reader.format == "pagewright" and not line.text("sku"):
        # A product without variants, as an export has it.
        for name, text in own:
            group.add_option(name, [text])
        return
    for name in named:
        group.add_option(name, [])
    choice = {}
    for name, text in own:
        option = group.add_option(name, [text])
        choice[option["name"]] = _spelled(option["values"], text)
    sku = line.text("sku") or "-".join([group.code, *map(_slug, choice.values())])
    has_options = line.has("option1Name") or line.has("option1Value")
    draft = _product(line, sku, choice if has_options else None)
    if line.has("image"):
        draft.images = cells.pictures_of(line, "image", _title(group, choice))[:1]
    group.products.append(draft)


def _product(line: Line, sku: str, choice: dict[str, str] | None) -> ProductDraft:
    return ProductDraft(line, sku, cells.product_values(line), cells.price_values(line), choice)


def _spelled(values: Sequence[str], text: str) -> str:
    return next(value for value in values if value.casefold() == text.casefold())


def _title(group: GroupDraft, choice: dict[str, str]) -> str:
    return ", ".join([group.values.get("name") or group.code, *choice.values()])


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+", "-", text.casefold()).strip("-")
