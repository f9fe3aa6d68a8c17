"""Invoices and packing slips: pages that stand by themselves and print well. Pure: an order in, HTML out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from babel.dates import format_date
from babel.numbers import format_currency
from markupsafe import Markup, escape

from ecom.money import decimal_text
from ecom.orders.addresses import lines_of
from ecom.orders.document_words import words_in
from ecom.orders.mails import name_of
from ecom.orders.models import Order, OrderRow
from ecom.orders.taxes import taxes_of
from kit.countries import country_names

Kind = Literal["invoice", "packing_slip"]
_LOCALES = {"en": "en_GB"}
"""As dates are written all over the project."""

_STYLE = Markup("""
@page { size: A4; margin: 18mm 16mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 52rem; background: #fff; color: #1d1d1a;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2rem; margin-bottom: 2rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 .25rem; color: #5c5c54; font-size: .8rem; font-weight: 600; }
p { margin: 0; overflow-wrap: anywhere; }
.seller { white-space: pre-line; text-align: right; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1.25rem 2rem;
  margin-bottom: 2rem; }
.facts p { white-space: pre-line; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { color: #5c5c54; font-size: .8rem; font-weight: 600; text-align: left; vertical-align: bottom; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #dcdcd6; vertical-align: top; }
td small { display: block; color: #5c5c54; }
.number { padding-right: 0; padding-left: .75rem; text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
tfoot td { border: 0; padding-block: .2rem; }
tfoot tr:first-child td { padding-top: .75rem; }
.whole td { font-size: 1.1rem; font-weight: 700; }
tr { break-inside: avoid; }
.note { margin-top: 1.5rem; white-space: pre-line; }
@media print { body { padding: 0; max-width: none; font-size: 11pt; } }
@media (width < 36rem) { .seller { text-align: left; } body { padding: 1.25rem 1rem; } }
""")


@dataclass(frozen=True, slots=True)
class Seller:
    """Who sells, as invoices have to say it. What is not known is empty."""

    name: str
    address: str
    tax_number: str


def document(kind: Kind, order: Order, rows: Sequence[OrderRow], seller: Seller, language: str) -> str:
    """The whole page of a document, in a language."""
    words = words_in(language)
    title = f"{words[kind]} {order.reference}"
    parts = [
        _head(title, words["language"]),
        _header(words[kind], order, seller, words["tax_number"]),
        _facts(kind, order, words["language"]),
        _invoice_table(order, rows, words["language"])
        if kind == "invoice"
        else _packing_table(rows, words["language"]),
        _notes(kind, order, words["language"]),
        Markup("</body></html>"),
    ]
    return str(Markup("\n").join(parts))


def _head(title: str, language: str) -> Markup:
    return Markup(
        '<!doctype html><html lang="{}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="robots" content="noindex"><title>{}</title><style>{}</style></head><body>'
    ).format(language, title, _STYLE)


def _header(name: str, order: Order, seller: Seller, tax_number: str) -> Markup:
    lines = [seller.name, *seller.address.splitlines()]
    if seller.tax_number:
        lines.append(f"{tax_number}: {seller.tax_number}")
    return Markup('<header><div><h1>{}</h1><p>{}</p></div><p class="seller">{}</p></header>').format(
        name, order.reference, "\n".join(line for line in lines if line.strip())
    )


def _facts(kind: Kind, order: Order, language: str) -> Markup:
    words = words_in(language)
    facts = [(words["date"], format_date(order.created_at, "long", locale=_LOCALES.get(language, language)))]
    if kind == "invoice":
        facts.append((words["bill_to"], _address(order.billing, language)))
        facts.append((words["payment"], words.get(order.gateway, order.gateway)))
    if order.is_collected:
        facts.append((words["deliver_to"], words["collected"]))
    elif order.needs_delivery:
        facts.append((words["deliver_to"], _address(order.delivery, language)))
    if order.tracking:
        facts.append((words["tracking"], order.tracking))
    return Markup('<div class="facts">{}</div>').format(
        _joined(Markup("<div><h2>{}</h2><p>{}</p></div>").format(*fact) for fact in facts)
    )


def _address(address: dict[str, str], language: str) -> str:
    code = address.get("countryCode", "")
    named = {**address, "countryCode": country_names(language).get(code, code)}
    return "\n".join(lines_of(named))


def _invoice_table(order: Order, rows: Sequence[OrderRow], language: str) -> Markup:
    words = words_in(language)
    lines = [
        Markup(
            "<tr><td>{}<small>{}</small></td>"
            '<td class="number">{}</td><td class="number">{}</td><td class="number">{}</td><td class="number">{}</td></tr>'
        ).format(
            name_of(row),
            row.sku,
            row.quantity,
            _money(row.unit_price, order, language),
            row.tax_percent,
            _money(row.total_excl_tax, order, language),
        )
        for row in rows
    ]
    if order.needs_delivery:
        lines.append(
            Markup(
                '<tr><td>{}</td><td class="number"></td><td class="number"></td>'
                '<td class="number">{}</td><td class="number">{}</td></tr>'
            ).format(words["delivery"], order.delivery_tax_percent, _money(order.delivery_excl_tax, order, language))
        )
    heads = _joined(
        Markup('<th class="number">{}</th>').format(words[name]) for name in ("quantity", "price", "tax_rate", "total")
    )
    return Markup(
        '<div class="table"><table><thead><tr><th>{}</th>{}</tr></thead><tbody>{}</tbody><tfoot>{}</tfoot></table></div>'
    ).format(words["item"], heads, _joined(lines), _sums(order, rows, language))


def _sums(order: Order, rows: Sequence[OrderRow], language: str) -> Markup:
    words = words_in(language)
    sums = [(words["net"], order.total_excl_tax, False)]
    sums += [(f"{words['tax']} {line.percent} %", line.tax, False) for line in taxes_of(order, rows) if line.tax]
    sums.append((words["gross"], order.total_incl_tax, True))
    if order.refunded_amount:
        sums.append((words["refunded"], -order.refunded_amount, False))
    left = order.total_incl_tax - order.paid_amount
    sums.append((words["unpaid"], left, False) if left > 0 else (words["paid"], order.paid_amount, False))
    return _joined(
        Markup('<tr{}><td colspan="4" class="number">{}</td><td class="number">{}</td></tr>').format(
            Markup(' class="whole"') if is_whole else "", name, _money(amount, order, language)
        )
        for name, amount, is_whole in sums
    )


def _packing_table(rows: Sequence[OrderRow], language: str) -> Markup:
    words = words_in(language)
    lines = (
        Markup('<tr><td>{}<small>{}</small></td><td class="number">{}</td></tr>').format(
            name_of(row), row.sku, row.quantity - row.refunded_quantity
        )
        for row in rows
        if row.needs_delivery and row.quantity > row.refunded_quantity
    )
    return Markup(
        '<div class="table"><table><thead><tr><th>{}</th><th class="number">{}</th></tr></thead><tbody>{}</tbody></table></div>'
    ).format(words["item"], words["quantity"], _joined(lines))


def _notes(kind: Kind, order: Order, language: str) -> Markup:
    words, notes = words_in(language), []
    if order.state == "cancelled":
        notes.append(words["cancelled"])
    if kind == "packing_slip" and order.customer_note:
        notes.append(f"{words['note']}: {order.customer_note}")
    return _joined(Markup('<p class="note">{}</p>').format(text) for text in notes)


def _money(amount: int, order: Order, language: str) -> str:
    return str(format_currency(Decimal(decimal_text(amount, order.currency)), order.currency, locale=language))


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(escape(part) for part in parts)
