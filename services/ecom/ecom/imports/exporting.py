"""The catalogue and the tax rates as CSV: what an import reads back to the same, and a spreadsheet takes for text."""

import re
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import orjson
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.files.models import File, Folder
from ecom.imports.columns import PRODUCT_HEADERS, TAX_HEADERS, Kind
from ecom.imports.pricing import is_plain
from ecom.imports.snapshot import Snapshot, take_groups
from ecom.imports.values import path_text
from ecom.money import decimal_text
from ecom.product_groups.models import ProductGroup
from ecom.product_groups.schemas import MAX_OPTIONS
from ecom.products.models import Product
from ecom.products.prices import FIELDS
from ecom.tax_rates.models import TaxRate
from kit.known_files.uses import PLACE
from kit.state import KitState, state_of

AT_ONCE = 200
_FORMULA = re.compile(r"^'*\s*[=+\-@\t\r|%]")
_PLAIN_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_NAMES = {
    "weightG": "weight_grams", "lengthMm": "length_mm", "widthMm": "width_mm", "heightMm": "height_mm",
    "needsDelivery": "needs_delivery", "tracksStock": "tracks_stock", "allowsBackorders": "allows_backorders",
    "lowStockAt": "low_stock_at", "mostPerOrder": "most_per_order", "gtin": "gtin", "isVariantPublished": "is_published",
}  # fmt: skip
_OF_GROUP = {
    "name": "name", "summary": "summary", "description": "description", "taxClass": "tax_class",
    "isPublished": "is_published", "isListed": "is_listed", "isFeatured": "is_featured", "seoTitle": "seo_title",
    "seoDescription": "seo_description",
}  # fmt: skip


def cell(value: Any) -> str:
    """A value as a cell. A text that a spreadsheet would reckon with begins with an apostrophe, as one that has one would."""
    text = "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)
    if text.strip() and _FORMULA.match(text) and not _PLAIN_NUMBER.fullmatch(text):
        text = f"'{text}"
    is_quoted = text != text.strip() or any(mark in text for mark in ',";\t\r\n')
    return '"{}"'.format(text.replace('"', '""')) if is_quoted else text


def _line(cells: Sequence[Any]) -> bytes:
    return f"{','.join(map(cell, cells))}\r\n".encode()


async def lines_of(state: KitState, kind: Kind) -> AsyncIterator[bytes]:
    """The file, some records at a time."""
    # Spreadsheets tell UTF-8 by the mark at its beginning.
    yield b"\xef\xbb\xbf"
    if kind == "tax_rates":
        async with state.database.reading() as session:
            lines = await _rates(session)
        # A client that reads slowly keeps no database connection.
        for line in lines:
            yield line
        return
    async with state.database.reading() as session:
        groups = select(ProductGroup.id).order_by(ProductGroup.name, ProductGroup.id)
        ids = (await session.scalars(groups)).all()
        widest = max((len(each) for each in await session.scalars(select(ProductGroup.options))), default=0)
    widest = min(widest, MAX_OPTIONS)
    options = [f"Option {place} {part}" for place in range(1, widest + 1) for part in ("name", "value")]
    yield _line([*PRODUCT_HEADERS.values(), *options])
    for start in range(0, len(ids), AT_ONCE):
        async with state.database.reading() as session:
            lines = await _products(session, ids[start : start + AT_ONCE], widest)
        for line in lines:
            yield line


async def _products(session: AsyncSession, ids: Sequence[uuid.UUID], widest: int) -> list[bytes]:
    snapshot = await take_groups(session, ids)
    addresses = await _addresses(session, snapshot)
    return [
        _line(cells)
        for each in ids
        if (group := snapshot.groups.get(each)) is not None
        for cells in _records(snapshot, group, addresses, widest)
    ]


def _records(snapshot: Snapshot, group: ProductGroup, addresses: Mapping[str, str], widest: int) -> list[list[Any]]:
    products: list[Product | None] = [*snapshot.products[group.id]]
    # Where it has no code it is found again by its id, and in another shop this becomes its code.
    code = group.code or str(group.id)
    found = []
    for place, product in enumerate(products or [None]):
        values: dict[str, Any] = {"code": code}
        if place == 0:
            values |= _group_cells(snapshot, group, addresses)
        if product is not None:
            values |= _product_cells(snapshot, product, addresses)
        options: list[Any] = []
        for option in group.options[:widest]:
            options += [option["name"], product.option_values.get(option["name"], "") if product else ""]
        found.append([*(values.get(name) for name in PRODUCT_HEADERS), *options, *[""] * (2 * widest - len(options))])
    return found


def _group_cells(snapshot: Snapshot, group: ProductGroup, addresses: Mapping[str, str]) -> dict[str, Any]:
    paths = sorted(snapshot.paths[each] for each in snapshot.category_ids[group.id])
    return {
        **{name: getattr(group, column) for name, column in _OF_GROUP.items()},
        "brand": snapshot.brand_names.get(group.brand_id) if group.brand_id else None,
        "categories": ", ".join(map(path_text, paths)),
        "images": _pictures(group.images, addresses),
        "options": orjson.dumps(group.options).decode() if group.options else None,
    }


def _product_cells(snapshot: Snapshot, product: Product, addresses: Mapping[str, str]) -> dict[str, Any]:
    values = {name: getattr(product, column) for name, column in _NAMES.items()}
    values |= {"sku": product.sku, "stock": product.stock if product.tracks_stock else None}
    values["image"] = _pictures([product.image] if product.image else [], addresses)
    prices = [{name: getattr(price, name) for name in FIELDS} for price in snapshot.prices[product.id]]
    return values | _price_cells(prices, snapshot.currency)


def _price_cells(prices: Sequence[Mapping[str, Any]], currency: str) -> dict[str, Any]:
    """The one standard and the one sale price for everybody in columns of their own, the others as JSON."""
    found: dict[str, Any] = {"currency": currency}
    others = list(prices)
    for kind, name in (("standard", "price"), ("sale", "salePrice")):
        plain = [price for price in others if is_plain(price, kind, currency)]
        if len(plain) != 1:
            continue
        others.remove(plain[0])
        found[name] = decimal_text(plain[0]["amount"], currency)
        if kind == "sale":
            found |= {"saleStartsAt": _moment(plain[0]["starts_at"]), "saleEndsAt": _moment(plain[0]["ends_at"])}
    if others:
        found["otherPrices"] = orjson.dumps([_wire(price) for price in others]).decode()
    return found


def _wire(price: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": price["kind"],
        "currency": price["currency"],
        "amount": price["amount"],
        "startsAt": _moment(price["starts_at"]),
        "endsAt": _moment(price["ends_at"]),
        "leastQuantity": price["least_quantity"],
        "scope": price["scope"],
    }


def _moment(value: Any) -> str | None:
    return value.isoformat() if value is not None else None


def _pictures(images: Sequence[Mapping[str, Any]], addresses: Mapping[str, str]) -> str:
    found = [addresses.get(each["file"], "") if each.get("file") else each.get("address", "") for each in images]
    return ", ".join(address.replace(",", "%2C") for address in found if address)


async def _addresses(session: AsyncSession, snapshot: Snapshot) -> Mapping[str, str]:
    """Where the library's files are that these products show."""
    images = [each for group in snapshot.groups.values() for each in group.images]
    images += [row.image for rows in snapshot.products.values() for row in rows if row.image]
    ids = {uuid.UUID(each["file"]) for each in images if each.get("file")}
    query = select(File.id, File.name, Folder.name).outerjoin(Folder, Folder.id == File.folder_id)
    rows = await session.execute(query.where(File.id.in_(ids), File.is_deleted.is_(False)))
    public_url = state_of(session).settings.public_url.rstrip("/")
    return {
        str(file_id): f"{public_url}{PLACE}{quote(f'{folder}/{name}' if folder else name)}"
        for file_id, name, folder in rows
    }


async def _rates(session: AsyncSession) -> list[bytes]:
    columns = {
        "country": "country",
        "county": "county",
        "town": "town",
        "postcode": "postcode",
        "name": "name",
        "priority": "priority",
        "isCompound": "is_compound",
        "appliesToDelivery": "applies_to_delivery",
        "taxClass": "tax_class",
    }
    found = [_line([*TAX_HEADERS.values()])]
    for rate in await session.scalars(select(TaxRate).order_by(TaxRate.id)):
        values: dict[str, Any] = {name: getattr(rate, column) for name, column in columns.items()}
        values |= {"startsAt": _moment(rate.starts_at), "endsAt": _moment(rate.ends_at)}
        values["ratePercent"] = f"{Decimal(rate.rate_millionths) / 10_000:f}"
        found.append(_line([values[name] for name in TAX_HEADERS]))
    return found
