"""The prices of a product once a file's are taken over: pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ecom.imports.cells import Line
from ecom.imports.outcomes import faults_in
from ecom.money import decimal_text
from ecom.products.prices import price_values
from ecom.products.schemas import PriceIn

Values = Mapping[str, Any]


def is_plain(price: Values, kind: str, currency: str) -> bool:
    """Whether a price is the one of its kind for everybody and any quantity; a standard price has no dates then."""
    is_everybodys = price["scope"] is None and price["least_quantity"] == 1
    is_always = price["starts_at"] is None and price["ends_at"] is None
    return (
        price["kind"] == kind and price["currency"] == currency and is_everybodys and (is_always or kind != "standard")
    )


def prices_after(line: Line, stored: Sequence[Values], wanted: Values) -> list[dict[str, Any]]:
    """All prices of a product. What the file has no column for stays."""
    currency = wanted["currency"]
    found = [dict(price) for price in stored]
    if "others" in wanted:
        plain = [price for price in found if any(is_plain(price, kind, currency) for kind in ("standard", "sale"))]
        found = plain + _others(line, wanted["others"], currency)
    for kind in ("standard", "sale"):
        if kind not in wanted:
            continue
        before = [price for price in found if is_plain(price, kind, currency)]
        found = [price for price in found if price not in before]
        if wanted[kind] is not None:
            dates = _dates(before, wanted) if kind == "sale" else {}
            found.append(
                {
                    "kind": kind,
                    "currency": currency,
                    "amount": wanted[kind],
                    "starts_at": None,
                    "ends_at": None,
                    **dates,
                    "least_quantity": 1,
                    "scope": None,
                }
            )
    return found


def _dates(before: Sequence[Values], wanted: Values) -> dict[str, Any]:
    """When a sale is: as the file says, or where it has no column for it, as that was which it replaces."""
    stored = before[0] if len(before) == 1 else {}
    return {name: wanted[name] if name in wanted else stored.get(name) for name in ("starts_at", "ends_at")}


def _others(line: Line, wanted: Iterable[Any], currency: str) -> list[dict[str, Any]]:
    found = []
    for price in wanted:
        try:
            found.append(price_values(PriceIn.model_validate(price, strict=False), currency))
        except ValidationError as error:
            line.faults += [f"Other prices: {fault}" for fault in faults_in(error)]
    return found


def price_texts(prices: Iterable[Values]) -> list[str]:
    """Prices as a preview has them."""
    texts = []
    for price in prices:
        text = f"{decimal_text(price['amount'], price['currency'])} {price['currency']}"
        if price["kind"] != "standard":
            text = f"{price['kind']} {text}"
        if price["starts_at"] is not None:
            text += f" from {price['starts_at']:%Y-%m-%d %H:%M}"
        if price["ends_at"] is not None:
            text += f" until {price['ends_at']:%Y-%m-%d %H:%M}"
        if price["least_quantity"] > 1:
            text += f" from {price['least_quantity']} pieces"
        texts.append(text + (f" for {price['scope']}" if price["scope"] else ""))
    return sorted(texts)
