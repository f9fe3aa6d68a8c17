"""Prices baskets, in the same number of statements however many rows there are."""

import hashlib
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.baskets.errors import BasketTooLarge
from ecom.baskets.schemas import (
    BasketIn,
    BasketProduct,
    BasketRowIn,
    Change,
    DeliveryState,
    DeliverySummary,
    Named,
    SummaryOut,
    SummaryRow,
    TaxSummary,
)
from ecom.baskets.totals import NOTHING, RowTotal, percent_text, row_total, sum_of, tax_lines
from ecom.config_entries.entries import COUNTRY, CURRENCY, PRICES_INCLUDE_TAX, entries
from ecom.money import MAX_AMOUNT
from ecom.places import Place
from ecom.prices.service import PricedLine, price_lines
from ecom.product_groups.options import choice_in_words
from ecom.shipping_matrices.facts import facts_of
from ecom.shipping_matrices.service import charge
from ecom.tax_rates.service import Rates, Taxed, rates_at, taxed
from kit.auth import Caller, scopes_of
from kit.errors import FieldError

_DIGEST_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a basket goes: to a place, to nobody knows where yet, or nowhere, for the buyer comes for it."""

    place: Place | None = None
    is_collected: bool = False


@dataclass(frozen=True, slots=True)
class PricedRow:
    """A row with what the catalogue says of it; without a total it cannot be bought."""

    asked: BasketRowIn
    line: PricedLine
    total: RowTotal | None
    changes: Sequence[Change]


@dataclass(frozen=True, slots=True)
class Delivery:
    """What delivery costs, and the rate that it is taxed by."""

    state: DeliveryState
    total: Taxed = NOTHING
    rate: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class PricedBasket:
    """A basket with all that an order is made of."""

    currency: str
    includes_tax: bool
    rows: Sequence[PricedRow]
    delivery: Delivery
    summary: SummaryOut

    @property
    def needs_delivery(self) -> bool:
        """Whether any of it has to be brought."""
        return self.delivery.state == "charged"


async def summarise(session: AsyncSession, data: BasketIn, caller: Caller) -> SummaryOut:
    """A basket as it is to be shown. Raises `BasketTooLarge`."""
    place = None if data.address is None else data.address.place
    return (await price_basket(session, caller, data.rows, Destination(place, data.collects))).summary


async def price_basket(
    session: AsyncSession, caller: Caller, rows: Sequence[BasketRowIn], destination: Destination
) -> PricedBasket:
    """Price a basket by the catalogue, the tax rates and the shipping matrices of now. Raises `BasketTooLarge`."""
    now = datetime.now(UTC)
    settings = await entries.values(session)
    includes_tax = bool(settings[PRICES_INCLUDE_TAX.key])
    lines = await price_lines(
        session, [(row.product_id, row.quantity, row.options) for row in rows], scopes_of(caller), now
    )
    # What is collected, and what goes nobody knows where yet, is taxed as in the shop's own country.
    known = None if destination.is_collected else destination.place
    rates = await rates_at(session, known or Place(settings[COUNTRY.key]), now)
    priced = _price_rows(rows, lines, rates, includes_tax=includes_tax)
    delivery = await _deliver(session, priced, destination, rates, includes_tax=includes_tax)
    summary = _summary(str(settings[CURRENCY.key]), priced, delivery, includes_tax=includes_tax)
    return PricedBasket(summary.currency, includes_tax, priced, delivery, summary)


def _price_rows(
    rows: Sequence[BasketRowIn], lines: Sequence[PricedLine], rates: Rates, *, includes_tax: bool
) -> list[PricedRow]:
    wanted: Counter[uuid.UUID] = Counter()
    for row in rows:
        wanted[row.product_id] += row.quantity
    priced = []
    for index, (row, line) in enumerate(zip(rows, lines, strict=True)):
        total = None
        if line.state == "ok" and line.unit_amount is not None and line.group is not None:
            if line.unit_amount * row.quantity > MAX_AMOUNT:
                fault = FieldError(f"rows.{index}.quantity", BasketTooLarge.code, "This amount is too large.")
                raise BasketTooLarge("The total of a basket cannot be this large.", errors=[fault])
            rate = rates.for_class(line.group.tax_class)
            total = row_total(line.unit_amount, row.quantity, rate, included=includes_tax)
        priced.append(PricedRow(row, line, total, _changes(row, line, wanted[row.product_id])))
    return priced


def _changes(row: BasketRowIn, line: PricedLine, wanted: int) -> list[Change]:
    """What is not as the visitor saw it; ``wanted`` counts all rows of the product."""
    if line.state == "options_missing":
        return ["options_missing"]
    if line.state != "ok" or line.product is None:
        return ["gone"]
    changes: list[Change] = []
    if row.seen_price is not None and row.seen_price != line.unit_amount:
        changes.append("price_changed")
    if line.available is not None and wanted > line.available:
        is_for_all = line.product.most_per_order is not None and line.available >= line.product.most_per_order
        changes.append("too_many" if is_for_all else "fewer_in_stock")
    return changes


async def _deliver(
    session: AsyncSession, rows: Sequence[PricedRow], destination: Destination, rates: Rates, *, includes_tax: bool
) -> Delivery:
    brought = [row for row in rows if _counts(row) and row.line.product and row.line.product.needs_delivery]
    if not brought:
        return Delivery("not_needed")
    if destination.is_collected:
        return Delivery("collected")
    if destination.place is None:
        return Delivery("unknown")
    facts = facts_of(
        (row.line.product, row.asked.quantity, row.total.total) for row in brought if row.line.product and row.total
    )
    charged = await charge(session, facts, destination.place)
    if charged.amount is None:
        return Delivery("unavailable")
    rate = rates.for_delivery([row.line.group.tax_class for row in brought if row.line.group])
    return Delivery("charged", taxed(charged.amount, rate, included=includes_tax), rate)


def _summary(currency: str, rows: Sequence[PricedRow], delivery: Delivery, *, includes_tax: bool) -> SummaryOut:
    shown = [_row(row) for row in rows]
    totals = [row.total for row in rows if row.total is not None and _counts(row)]
    goods = sum_of(each.total for each in totals)
    total = sum_of([goods, delivery.total])
    taxes = [(percent_text(each.rate), each.total) for each in totals]
    taxes.append((percent_text(delivery.rate), delivery.total))
    can_order = (
        bool(rows)
        and delivery.state in {"not_needed", "collected", "charged"}
        and all(row.is_available for row in shown)
    )
    return SummaryOut(
        currency=currency,
        prices_include_tax=includes_tax,
        rows=shown,
        delivery=DeliverySummary(
            state=delivery.state,
            total_excl_tax=delivery.total.excl,
            tax=delivery.total.tax,
            total_incl_tax=delivery.total.incl,
            tax_percent=percent_text(delivery.rate),
        ),
        taxes=[TaxSummary(percent=line.percent, total_excl_tax=line.excl, tax=line.tax) for line in tax_lines(taxes)],
        goods_excl_tax=goods.excl,
        goods_incl_tax=goods.incl,
        total_excl_tax=total.excl,
        tax=total.tax,
        total_incl_tax=total.incl,
        can_order=can_order,
        digest=_digest(currency, shown, delivery, includes_tax=includes_tax),
    )


def _counts(row: PricedRow) -> bool:
    """Whether it is in what the basket comes to: nothing is paid for what is gone or sold out."""
    return row.total is not None and row.line.available != 0


def _row(row: PricedRow) -> SummaryRow:
    group, product, total = row.line.group, row.line.product, row.total
    unit = NOTHING if total is None else total.unit
    whole = NOTHING if total is None or not _counts(row) else total.total
    is_known = total is not None and group is not None and product is not None
    amount = row.line.unit_amount if is_known and row.line.unit_amount is not None else 0
    standard = row.line.standard_amount if is_known else None
    name = choice_of(row)
    return SummaryRow(
        product_id=row.asked.product_id,
        # What is not published is nobody's business, be it in a basket or not.
        product_group=Named(id=group.id, name=group.name) if is_known and group else None,
        product=BasketProduct(id=product.id, name=name, sku=product.sku) if is_known and product else None,
        name=(f"{group.name}: {name}" if name else group.name) if is_known and group else "",
        options=row.asked.options,
        quantity=row.asked.quantity,
        is_available=is_known and not {*row.changes} & {"gone", "fewer_in_stock", "too_many", "options_missing"},
        available=row.line.available if is_known else 0,
        changes=[*row.changes],
        price=amount,
        standard_price=standard if standard is not None and standard > amount else None,
        unit_price=unit.excl,
        unit_price_incl_tax=unit.incl,
        total_excl_tax=whole.excl,
        tax=whole.tax,
        total_incl_tax=whole.incl,
        tax_percent="0" if total is None else percent_text(total.rate),
    )


def choice_of(row: PricedRow) -> str:
    """Which of the group's products it is, as `choice_in_words` says it; empty where there is one alone."""
    return choice_in_words(row.line.group.options if row.line.group else [], row.line.option_values)


def _digest(currency: str, rows: Sequence[SummaryRow], delivery: Delivery, *, includes_tax: bool) -> str:
    """What somebody agrees to: what, how many, and for how much."""
    agreed = [
        [str(row.product_id), row.options, row.quantity, row.total_excl_tax, row.tax, row.total_incl_tax]
        for row in rows
    ]
    cost = [delivery.state, delivery.total.excl, delivery.total.tax, delivery.total.incl]
    text = orjson.dumps([currency, includes_tax, agreed, cost], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(text).hexdigest()[:_DIGEST_LENGTH]
