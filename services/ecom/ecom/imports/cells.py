"""The cells of one row as values of the fields that they are for; what cannot be read is a fault of the row."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from fractions import Fraction
from functools import partial
from typing import Any

import orjson

from ecom.imports import values
from ecom.imports.columns import OPTION_NAMES, OPTION_VALUES, Format
from ecom.imports.values import CellFault
from ecom.money import CURRENCIES

_SIDES = ("length", "width", "height")
_UNITS = {
    "weightG": Fraction(1), "weightKg": Fraction(1000), "weightLb": Fraction("453.59237"),
    "weightOz": Fraction("28.349523125"), "Mm": Fraction(1), "Cm": Fraction(10), "In": Fraction("25.4"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the cells of one file: ``currency`` is the shop's, ``zone`` the time zone of the user who uploaded it."""

    format: Format
    currency: str
    zone: tzinfo


@dataclass(slots=True)
class Line:
    """One row: its cells by field, and what is to be said of it."""

    number: int
    cells: Mapping[str, str]
    reader: Reader
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Whether the file has a column for this."""
        return name in self.cells

    def text(self, name: str) -> str:
        """The cell of a field; empty where there is no column for it."""
        return self.cells.get(name, "")

    def read(self, name: str, parse: Callable[[str], Any], fallback: Any = None) -> Any:
        """The value of a field; the fallback where it cannot be read, which is a fault then."""
        try:
            return parse(self.text(name))
        except CellFault as fault:
            self.faults.append(str(fault))
            return fallback


def group_values(line: Line) -> dict[str, Any]:
    """The fields of a group that the file has columns for."""
    found: dict[str, Any] = {}
    for name, key, read in _OF_GROUP:
        if line.has(name):
            found[key] = read(line)
    if line.has("isPublished") or line.has("status"):
        found["is_published"] = _is_published(line)
    if line.has("taxClass") or line.has("taxStatus"):
        found |= _tax_class(line)
    return found


def _words(name: str) -> Callable[[Line], str]:
    return lambda line: values.one_line(line.text(name))


def _summary(line: Line) -> str:
    return line.text("summary") if line.reader.format == "pagewright" else values.text_of(_lines(line, "summary"))


def _description(line: Line) -> str:
    text = _lines(line, "description")
    return text if line.reader.format == "pagewright" else values.html_of(text)


def _lines(line: Line, name: str) -> str:
    # WooCommerce writes line breaks as a backslash and an n, and it alone has parents, under whatever headers.
    text = line.text(name)
    return text.replace("\\n", "\n") if line.reader.format == "woocommerce" or line.has("parent") else text


def _is_listed(line: Line) -> bool:
    text = line.text("isListed").casefold()
    if text in {"visible", "catalog", "search"}:
        return True
    return False if text == "hidden" else bool(line.read("isListed", values.answer, True))


def _is_published(line: Line) -> bool:
    # -1 is a draft of WooCommerce's.
    is_on = bool(line.read("isPublished", values.answer, False)) if line.has("isPublished") else True
    return is_on and (not line.text("status") or bool(line.read("status", values.answer, False)))


def _tax_class(line: Line) -> dict[str, Any]:
    status, text = line.text("taxStatus").casefold(), line.text("taxClass")
    if line.has("taxStatus") and status in {"none", "shipping", "false", "0", "no"}:
        return {"tax_class": None}
    if line.reader.format == "pagewright":
        return {"tax_class": values.slug(text) or None}
    return {"tax_class": values.slug(text) or "standard"} if line.has("taxClass") or status else {}


_OF_GROUP: tuple[tuple[str, str, Callable[[Line], Any]], ...] = (
    ("name", "name", _words("name")),
    ("seoTitle", "seo_title", _words("seoTitle")),
    ("seoDescription", "seo_description", _words("seoDescription")),
    ("summary", "summary", _summary),
    ("description", "description", _description),
    ("brand", "brand", _words("brand")),
    ("categories", "categories", lambda line: line.read("categories", values.paths, [])),
    ("isFeatured", "is_featured", lambda line: line.read("isFeatured", values.answer, False)),
    ("isListed", "is_listed", _is_listed),
)
_MEASURES = (
    *((name, "weight_grams", factor) for name, factor in _UNITS.items() if name.startswith("weight")),
    *((f"{side}{unit}", f"{side}_mm", _UNITS[unit]) for side in _SIDES for unit in ("Mm", "Cm", "In")),
)


def product_values(line: Line) -> dict[str, Any]:
    """The fields of a product that the file has columns for; its prices are read by `price_values`."""
    found: dict[str, Any] = {}
    if line.has("gtin"):
        found["gtin"] = re.sub(r"[\s-]", "", line.text("gtin")) or None
    for name, key in (("isVariantPublished", "is_published"), ("needsDelivery", "needs_delivery")):
        if line.has(name):
            found[key] = line.read(name, values.answer, True)
    if "virtual" in values.listed(line.text("type").casefold()):
        found["needs_delivery"] = False
    for name, key, factor in _MEASURES:
        if line.has(name):
            found[key] = line.read(name, partial(values.number, factor=factor))
    for name, key in (("lowStockAt", "low_stock_at"), ("mostPerOrder", "most_per_order")):
        if line.has(name):
            found[key] = line.read(name, values.whole)
    if line.has("isSoldSingly"):
        found["most_per_order"] = 1 if line.read("isSoldSingly", values.answer, False) else None
    return found | _stock(line)


def _stock(line: Line) -> dict[str, Any]:
    """Whether it is counted, and how many there are.

    Without a column that says whether it is counted, a number says so. What is out of stock without a number is counted:
    there are none.
    """
    found: dict[str, Any] = {}
    if line.has("allowsBackorders"):
        found["allows_backorders"] = line.read("allowsBackorders", values.answer, False)
    state = line.text("inStock").casefold()
    if state in {"backorder", "onbackorder"}:
        found["allows_backorders"] = True
    text = line.text("stock")
    if text.casefold() == "parent":
        line.notes.append("Its stock was counted with that of its product. Here it is not tracked until you count it.")
        return found | {"tracks_stock": False}
    stock = line.read("stock", values.whole) if line.has("stock") else None
    if line.has("tracksStock"):
        # Shopify names the program that counts.
        is_tracked = line.text("tracksStock").casefold() == "shopify" or bool(
            line.read("tracksStock", values.answer, False)
        )
        found["tracks_stock"] = is_tracked
    elif stock is not None:
        found["tracks_stock"] = True
    elif line.has("inStock") and line.text("inStock") and state not in {"backorder", "onbackorder"}:
        found["tracks_stock"] = not line.read("inStock", values.answer, True)
        stock = 0 if found["tracks_stock"] else None
    elif line.has("stock"):
        found["tracks_stock"] = False
    if stock is not None:
        found["stock"] = stock
    return found


def price_values(line: Line) -> dict[str, Any]:
    """The prices that the file has columns for: ``standard`` and ``sale`` are one each or None, ``others`` a list."""
    currency = line.text("currency").upper() or line.reader.currency
    if currency not in CURRENCIES:
        line.faults.append(f"“{currency[:20]}” is not a currency. Write three letters, such as GBP.")
        currency = line.reader.currency
    found: dict[str, Any] = {"currency": currency}
    if line.has("price"):
        found["standard"] = line.read("price", lambda cell: values.amount(cell, currency))
    if line.has("salePrice"):
        found["sale"] = line.read("salePrice", lambda cell: values.amount(cell, currency))
    if line.has("compareAtPrice") and "standard" in found:
        before = line.read("compareAtPrice", lambda cell: values.amount(cell, currency))
        is_sale = before is not None and found["standard"] is not None and before > found["standard"]
        found |= {"standard": before, "sale": found["standard"]} if is_sale else {"sale": None}
    if found.get("sale") is not None:
        zone = line.reader.zone
        if line.has("saleStartsAt"):
            found["starts_at"] = line.read("saleStartsAt", lambda cell: values.moment(cell, zone))
        if line.has("saleEndsAt"):
            found["ends_at"] = line.read("saleEndsAt", lambda cell: values.moment(cell, zone, is_end=True))
    if line.has("otherPrices"):
        found["others"] = line.read("otherPrices", _others, [])
    return found


def _others(cell: str) -> list[Any]:
    if not cell.strip():
        return []
    try:
        found = orjson.loads(cell)
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise CellFault("Its other prices are not as an export writes them.")
    return found


def options_of(line: Line) -> list[tuple[str, str]]:
    """The options that a row names, with what it says of each."""
    found = []
    for name, value in zip(OPTION_NAMES, OPTION_VALUES, strict=True):
        text = values.one_line(line.text(name))
        # What Shopify writes where a product has no options.
        if text and not (text == "Title" and line.text(value) == "Default Title"):
            found.append((text, line.text(value)))
    return found


def all_options(line: Line) -> list[tuple[str, list[str]]]:
    """The options with all their values, as an export of ours writes them."""
    if not line.text("options"):
        return []
    try:
        found = orjson.loads(line.text("options"))
        return [(str(each["name"]), [str(value) for value in each["values"]]) for each in found]
    except (orjson.JSONDecodeError, TypeError, KeyError):
        line.faults.append("Its options are not as an export writes them.")
        return []


def pictures_of(line: Line, name: str, title: str) -> list[dict[str, str]]:
    """The addresses of images in a cell, each with what is read out in its place."""
    alt = values.one_line(line.text("imageAlt") if name == "images" else "") or title
    return [{"address": each, "alt": alt[:300]} for each in values.listed(line.text(name))]
