"""What a change of many prices makes of those of one product: pure."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from ecom.catalogue.bulk_schemas import PriceChange
from ecom.money import MAX_AMOUNT, rounded
from ecom.prices.picking import Occasion, judge
from ecom.products.schemas import MAX_PRICES
from kit.errors import FieldError

Values = Mapping[str, Any]
_FAULT = "price"


class NotPossible(Exception):
    """The change cannot be made to these prices; says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.fault = FieldError(_FAULT, code, detail)


def changed_prices(prices: Sequence[Values], change: PriceChange, currency: str, now: datetime) -> list[Values]:
    """The prices of a product after a change. Raises `NotPossible`."""
    own = [price for price in prices if price["currency"] == currency and price["kind"] == change.kind]
    if change.how in {"raise", "lower"}:
        if not own:
            raise NotPossible("no_price", f"It has no {change.kind} price in {currency}.")
        return [{**price, "amount": _moved(price["amount"], change)} if price in own else price for price in prices]
    plain = [price for price in own if price["scope"] is None and price["least_quantity"] == 1]
    left = [price for price in prices if price not in plain]
    if change.how == "remove":
        return left
    amount = (
        change.amount
        if change.how == "set"
        else _discounted(prices, change, Occasion(currency, change.starts_at or now))
    )
    new = {"kind": change.kind, "currency": currency, "amount": _nice(Fraction(amount or 0), change)}
    dates = {"starts_at": change.starts_at, "ends_at": change.ends_at}
    if len(left) >= MAX_PRICES:
        raise NotPossible(
            "too_many_prices", f"It has {len(left)} other prices: no more than {MAX_PRICES} are possible."
        )
    return [*left, {**new, **dates, "least_quantity": 1, "scope": None}]


def _discounted(prices: Sequence[Values], change: PriceChange, occasion: Occasion) -> Fraction:
    """Below what it costs everybody when the discount begins."""
    standard = [
        price["amount"]
        for price in prices
        if price["kind"] == "standard" and judge(SimpleNamespace(**price), occasion) == "applies"
    ]
    if not standard:
        raise NotPossible("no_price", f"It has no standard price in {occasion.currency}.")
    return Fraction(min(standard)) * (1 - _share(change))


def _moved(amount: int, change: PriceChange) -> int:
    step = Fraction(change.amount) if change.amount is not None else amount * _share(change)
    return _nice(amount + step if change.how == "raise" else amount - step, change)


def _share(change: PriceChange) -> Fraction:
    return Fraction(change.percent or 0) / 100


def _nice(amount: Fraction, change: PriceChange) -> int:
    """Rounded as the change says. Raises `NotPossible` for less than nothing, and for too much."""
    whole = rounded(amount / change.round_to) * change.round_to - change.round_less
    if amount < 0 or whole < 0:
        raise NotPossible("price_below_zero", "The price would be negative.")
    if whole > MAX_AMOUNT:
        raise NotPossible("price_too_high", "The price would be too large.")
    return whole
