"""What invoices and packing slips say, in words and figures. Pure: an order in; pages and PDFs are drawn from what comes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from babel.dates import format_date
from babel.numbers import format_decimal

from ecom.orders.addresses import lines_of
from ecom.orders.document_words import words_in
from ecom.orders.mails import name_of
from ecom.orders.models import Order, OrderRow
from ecom.orders.states import PAID_LATER
from ecom.orders.status import amount_due
from ecom.orders.taxes import taxes_of
from kit.countries import country_names
from kit.currencies import formatted_money

Kind = Literal["invoice", "packing_slip"]
_LOCALES = {"en": "en_GB"}
"""As dates are written all over the project."""


@dataclass(frozen=True, slots=True)
class Seller:
    """Who sells, as invoices have to say it. What is not known is empty."""

    name: str
    address: str
    tax_number: str


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the table: what it is, its SKU in small print, and a text for each further column."""

    name: str
    small: str
    numbers: Sequence[str]


@dataclass(frozen=True, slots=True)
class SumLine:
    """A line below the table. ``is_whole`` marks the one that all the others lead to."""

    name: str
    amount: str
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Document:
    """All that a document says, ready to be drawn. Texts may have several lines."""

    language: str
    name: str
    reference: str
    seller: Sequence[str]
    facts: Sequence[tuple[str, str]]
    heads: Sequence[str]
    items: Sequence[Item]
    sums: Sequence[SumLine]
    notes: Sequence[tuple[str, str]]
    """What stands below the table: each a heading, which may be empty, and a text."""
    page_words: str
    """With ``{page}`` and ``{pages}``, for the foot of each sheet."""

    @property
    def title(self) -> str:
        """What windows and files are called."""
        return f"{self.name} {self.reference}"


def document(
    kind: Kind, order: Order, rows: Sequence[OrderRow], seller: Seller, language: str, instructions: str = ""
) -> Document:
    """The invoice or the packing slip of an order, in a language; ``instructions`` are the shop's words for how it is paid."""
    words = words_in(language)
    language = words["language"]
    is_invoice = kind == "invoice"
    is_taxed = _is_taxed(order, rows, seller)
    if not is_invoice:
        columns: Sequence[str] = ("item", "quantity")
    elif is_taxed:
        columns = ("item", "quantity", "price", "tax_rate", "net")
    else:
        columns = ("item", "quantity", "untaxed_price", "gross")
    return Document(
        language=language,
        name=words[kind],
        reference=order.reference,
        seller=_seller(seller, words["tax_number"]),
        facts=_facts(kind, order, language),
        heads=[words[column] for column in columns],
        items=_invoice_items(order, rows, language, is_taxed) if is_invoice else _packing_items(rows),
        sums=_sums(order, rows, language, is_taxed) if is_invoice else [],
        notes=_notes(kind, order, language, instructions),
        page_words=words["page"],
    )


def _is_taxed(order: Order, rows: Sequence[OrderRow], seller: Seller) -> bool:
    """Whether an invoice says anything of tax.

    One without tax does for a seller with a VAT number, who has to say that the rate is 0 %. Who has none charges no tax:
    prices "without VAT" would say that there is another price with it.
    """
    return bool(seller.tax_number.strip()) or any(line.tax for line in taxes_of(order, rows))


def _seller(seller: Seller, tax_number: str) -> list[str]:
    lines = [seller.name, *seller.address.splitlines()]
    if seller.tax_number:
        lines.append(f"{tax_number}: {seller.tax_number}")
    return [line for line in lines if line.strip()]


def _facts(kind: Kind, order: Order, language: str) -> list[tuple[str, str]]:
    words = words_in(language)
    facts = [(words["date"], format_date(order.created_at, "long", locale=_LOCALES.get(language, language)))]
    if kind == "invoice":
        facts.append((words["bill_to"], _address(order.billing, language)))
        facts.append((words["payment"], words.get(order.gateway, order.gateway)))
    if order.is_collected:
        facts.append((words["collected_by"], order.contact_name))
    elif order.needs_delivery:
        facts.append((words["deliver_to"], _address(order.delivery, language)))
    if order.tracking:
        facts.append((words["tracking"], order.tracking))
    return facts


def _address(address: dict[str, str], language: str) -> str:
    code = address.get("countryCode", "")
    named = {**address, "countryCode": country_names(language).get(code, code)}
    return "\n".join(lines_of(named))


def _invoice_items(order: Order, rows: Sequence[OrderRow], language: str, is_taxed: bool) -> list[Item]:
    def numbers(quantity: str, price: str, percent: str, amount: int) -> list[str]:
        rate = [_percent(percent, language)] if is_taxed else []
        return [quantity, price, *rate, _money(amount, order, language)]

    items = [
        Item(
            name_of(row),
            row.sku,
            numbers(str(row.quantity), _money(row.unit_price, order, language), row.tax_percent, row.total_excl_tax),
        )
        for row in rows
    ]
    if order.needs_delivery:
        delivery = numbers("", "", order.delivery_tax_percent, order.delivery_excl_tax)
        items.append(Item(words_in(language)["delivery"], "", delivery))
    return items


def _sums(order: Order, rows: Sequence[OrderRow], language: str, is_taxed: bool) -> list[SumLine]:
    words = words_in(language)
    sums = [(words["net"], order.total_excl_tax, False)] if is_taxed else []
    taxes = [line for line in taxes_of(order, rows) if line.tax]
    sums += [(f"{words['tax']} {_percent(line.percent, language)} %", line.tax, False) for line in taxes]
    sums.append((words["gross"], order.total_incl_tax, True))
    if order.paid_amount >= order.total_incl_tax:
        sums.append((words["paid"], order.paid_amount, False))
    elif left := amount_due(order):
        sums.append((words["unpaid"], left, False))
    if order.refunded_amount:
        sums.append((words["refunded"], -order.refunded_amount, False))
    return [SumLine(name, _money(amount, order, language), is_whole) for name, amount, is_whole in sums]


def _packing_items(rows: Sequence[OrderRow]) -> list[Item]:
    return [
        Item(name_of(row), row.sku, [str(row.quantity - row.refunded_quantity)])
        for row in rows
        if row.needs_delivery and row.quantity > row.refunded_quantity
    ]


def _notes(kind: Kind, order: Order, language: str, instructions: str) -> list[tuple[str, str]]:
    words, notes = words_in(language), []
    if order.state == "cancelled":
        notes.append(("", words["cancelled"]))
    # Online nobody pays by what is on paper.
    if kind == "invoice" and order.gateway in PAID_LATER and amount_due(order):
        notes.append((words["how_to_pay"], _how_to_pay(order, language, instructions)))
    if kind == "packing_slip" and order.customer_note:
        notes.append((words["note"], order.customer_note))
    return notes


def _how_to_pay(order: Order, language: str, instructions: str) -> str:
    """The shop's own words with what holds in every shop, a sentence in each line.

    Those of an invoice say all but the reference that the money is known by; those of a collection where and when it is.
    """
    words = words_in(language)
    always = words[f"pay_{order.gateway}"].format(amount=_money(amount_due(order), order, language))
    if order.gateway == "invoice":
        return f"{instructions or always}\n{words['pay_reference']}: {order.reference}"
    return f"{always}\n{instructions}".strip()


def _money(amount: int, order: Order, language: str) -> str:
    return formatted_money(amount, order.currency, language)


def _percent(percent: str, language: str) -> str:
    return str(format_decimal(Decimal(percent), locale=language))
