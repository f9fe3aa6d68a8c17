"""What columns of a file are for: the fields that are known, and the headers of programs that people come from."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from ecom.product_groups.schemas import MAX_OPTIONS
from kit.errors import FieldError

Kind = Literal["products", "tax_rates"]
Format = Literal["pagewright", "woocommerce", "shopify", "other"]

OPTION_NAMES = tuple(f"option{place}Name" for place in range(1, MAX_OPTIONS + 1))
OPTION_VALUES = tuple(f"option{place}Value" for place in range(1, MAX_OPTIONS + 1))
WEIGHTS = ("weightG", "weightKg", "weightLb", "weightOz")
SIZES = tuple(f"{side}{unit}" for side in ("length", "width", "height") for unit in ("Mm", "Cm", "In"))
PRODUCT_FIELDS = (
    *("type", "externalId", "parent", "code", "name", "summary", "description", "brand", "categories", "taxStatus"),
    *(
        "taxClass",
        "isPublished",
        "status",
        "isListed",
        "isFeatured",
        "images",
        "imageAlt",
        "seoTitle",
        "seoDescription",
    ),
    *("sku", "gtin", "image", "isVariantPublished", "needsDelivery", *WEIGHTS, *SIZES, "tracksStock", "inStock"),
    *(
        "stock",
        "allowsBackorders",
        "lowStockAt",
        "mostPerOrder",
        "isSoldSingly",
        "price",
        "salePrice",
        "compareAtPrice",
    ),
    *("saleStartsAt", "saleEndsAt", "otherPrices", "currency", "options", *OPTION_NAMES, *OPTION_VALUES),
)
TAX_FIELDS = (
    *("country", "county", "town", "postcode", "name", "ratePercent", "priority", "isCompound", "appliesToDelivery"),
    *("taxClass", "startsAt", "endsAt"),
)
FIELDS: Mapping[Kind, Sequence[str]] = {"products": PRODUCT_FIELDS, "tax_rates": TAX_FIELDS}

_WOOCOMMERCE = {
    "id": "externalId", "type": "type", "sku": "sku", "gtin, upc, ean, or isbn": "gtin", "name": "name",
    "published": "isPublished", "is featured?": "isFeatured", "visibility in catalog": "isListed",
    "short description": "summary", "description": "description", "date sale price starts": "saleStartsAt",
    "date sale price ends": "saleEndsAt", "tax status": "taxStatus", "tax class": "taxClass", "in stock?": "inStock",
    "stock": "stock", "low stock amount": "lowStockAt", "backorders allowed?": "allowsBackorders",
    "sold individually?": "isSoldSingly", "weight (kg)": "weightKg", "weight (g)": "weightG", "weight (lbs)": "weightLb",
    "weight (oz)": "weightOz", "sale price": "salePrice", "regular price": "price", "categories": "categories",
    "images": "images", "parent": "parent", "brands": "brand",
    **{f"{side} ({unit})": f"{side}{unit.title()}" for side in ("length", "width", "height") for unit in ("mm", "cm", "in")},
}  # fmt: skip
_SHOPIFY = {
    "handle": "code", "title": "name", "body (html)": "description", "vendor": "brand", "type": "categories",
    "published": "isPublished", "status": "status", "variant sku": "sku", "variant grams": "weightG",
    "variant inventory tracker": "tracksStock", "variant inventory qty": "stock",
    "variant inventory policy": "allowsBackorders", "variant price": "price", "variant compare at price": "compareAtPrice",
    "variant requires shipping": "needsDelivery", "variant taxable": "taxStatus", "variant barcode": "gtin",
    "image src": "images", "image alt text": "imageAlt", "variant image": "image", "seo title": "seoTitle",
    "seo description": "seoDescription",
    # As Shopify's template of 2025 has them.
    "url handle": "code", "description": "description", "published on online store": "isPublished", "sku": "sku",
    "barcode": "gtin", "price": "price", "compare-at price": "compareAtPrice", "charge tax": "taxStatus",
    "inventory tracker": "tracksStock", "inventory quantity": "stock",
    "continue selling when out of stock": "allowsBackorders", "weight value (grams)": "weightG",
    "requires shipping": "needsDelivery", "product image url": "images", "variant image url": "image",
}  # fmt: skip
_WOOCOMMERCE_TAX = {
    "country code": "country", "state code": "county", "zip/postcode": "postcode", "postcode / zip": "postcode",
    "city": "town", "rate %": "ratePercent", "tax name": "name", "priority": "priority", "compound": "isCompound",
    "shipping": "appliesToDelivery", "tax class": "taxClass",
}  # fmt: skip
PRODUCT_HEADERS = {
    "code": "Product code", "name": "Name", "summary": "Summary", "description": "Description", "brand": "Brand",
    "categories": "Categories", "taxClass": "Tax class", "isPublished": "Published", "isListed": "Listed",
    "isFeatured": "Featured", "images": "Images", "seoTitle": "SEO title", "seoDescription": "SEO description",
    "sku": "SKU", "gtin": "GTIN", "image": "Variant image", "isVariantPublished": "Variant published",
    "needsDelivery": "Needs delivery", "weightG": "Weight (g)", "lengthMm": "Length (mm)", "widthMm": "Width (mm)",
    "heightMm": "Height (mm)", "tracksStock": "Tracks stock", "stock": "Stock", "allowsBackorders": "Allows backorders",
    "lowStockAt": "Low stock at", "mostPerOrder": "Most per order", "currency": "Currency", "price": "Price",
    "salePrice": "Sale price", "saleStartsAt": "Sale starts", "saleEndsAt": "Sale ends", "otherPrices": "Other prices",
    "options": "Options",
}  # fmt: skip
"""The headers of our own exports; those of options come behind."""
TAX_HEADERS = {
    "country": "Country", "county": "County", "town": "Town", "postcode": "Postcode", "name": "Name",
    "ratePercent": "Rate %", "priority": "Priority", "isCompound": "Compound", "appliesToDelivery": "Delivery",
    "taxClass": "Tax class", "startsAt": "Starts", "endsAt": "Ends",
}  # fmt: skip
_OWN = {header.casefold(): field for field, header in PRODUCT_HEADERS.items()}
_OWN_TAX = {header.casefold(): field for field, header in TAX_HEADERS.items()}
_KNOWN: Mapping[Kind, Sequence[tuple[Format, Mapping[str, str], frozenset[str]]]] = {
    # The headers that tell a format apart from the others.
    "products": (
        ("pagewright", _OWN, frozenset({"product code", "name", "sku"})),
        ("woocommerce", _WOOCOMMERCE, frozenset({"type", "sku", "regular price"})),
        ("shopify", _SHOPIFY, frozenset({"handle", "title"})),
        ("shopify", _SHOPIFY, frozenset({"url handle", "title"})),
    ),
    "tax_rates": (
        ("pagewright", _OWN_TAX, frozenset({"country", "rate %", "delivery"})),
        ("woocommerce", _WOOCOMMERCE_TAX, frozenset({"country code", "rate %"})),
    ),
}
_OPTION = re.compile(r"(?:attribute|option) ?([0-9]{1,2}) (name|value(?:\(s\))?)")


def recognised(kind: Kind, headers: Sequence[str]) -> tuple[Format, list[str | None]]:
    """Whose file it is, and what each of its columns is for; None for what is not known."""
    names = [header.casefold() for header in headers]
    for name, fields, telling in _KNOWN[kind]:
        if telling.issubset(names):
            return name, _mapped(kind, names, fields)
    return "other", _mapped(kind, names, _guesses(kind))


def _guesses(kind: Kind) -> Mapping[str, str]:
    if kind == "tax_rates":
        return {**_WOOCOMMERCE_TAX, **_OWN_TAX}
    return {**_WOOCOMMERCE, **_SHOPIFY, **_OWN, "type": "", "title": "name", "id": "", "ean": "gtin", "barcode": "gtin"}


def _mapped(kind: Kind, names: Sequence[str], fields: Mapping[str, str]) -> list[str | None]:
    found: list[str | None] = []
    for name in names:
        field = fields.get(name) or (_option(name) if kind == "products" else None)
        found.append(field if field and field not in found else None)
    return found


def _option(name: str) -> str | None:
    match = _OPTION.fullmatch(name)
    if match is None or not 1 <= int(match[1]) <= MAX_OPTIONS:
        return None
    return f"option{int(match[1])}{'Name' if match[2] == 'name' else 'Value'}"


def column_faults(kind: Kind, headers: Sequence[str], columns: Sequence[str | None]) -> list[FieldError]:
    """What is wrong with what somebody says that the columns are for."""
    if len(columns) != len(headers):
        return [FieldError("columns", "wrong_length", f"The file has {len(headers)} columns.")]
    faults, seen = [], set[str]()
    for place, field in enumerate(columns):
        if field is None:
            continue
        if field not in FIELDS[kind]:
            faults.append(FieldError(f"columns.{place}", "unknown_field", "There is no such field."))
        elif field in seen:
            faults.append(FieldError(f"columns.{place}", "duplicate", "Another column is for this already."))
        seen.add(field)
    if kind == "products" and not seen.intersection({"sku", "code"}):
        faults.append(FieldError("columns", "missing", "Choose the column that has the SKU or the product code."))
    if kind == "tax_rates" and "ratePercent" not in seen:
        faults.append(FieldError("columns", "missing", "Choose the column that has the rate."))
    return faults
