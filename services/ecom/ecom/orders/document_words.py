"""The words of invoices and packing slips, in the languages that they are written in."""

from collections.abc import Mapping

_ENGLISH: Mapping[str, str] = {
    "language": "en",
    "invoice": "Invoice",
    "packing_slip": "Packing slip",
    "order": "Order",
    "date": "Date",
    "payment": "Payment",
    "paid": "Paid",
    "unpaid": "To be paid",
    "refunded": "Refunded",
    "bill_to": "Bill to",
    "deliver_to": "Deliver to",
    "collected": "Collected by the buyer",
    "item": "Item",
    "sku": "SKU",
    "quantity": "Quantity",
    "price": "Price",
    "tax_rate": "VAT %",
    "total": "Total",
    "delivery": "Delivery",
    "net": "Total without VAT",
    "tax": "VAT",
    "gross": "Total",
    "note": "Note",
    "tax_number": "VAT number",
    "tracking": "Tracking number",
    "cancelled": "This order was cancelled.",
    "page": "Page {page} of {pages}",
    "card": "Card",
    "button": "PayPal",
    "collection": "On collection",
}
_GERMAN: Mapping[str, str] = {
    "language": "de",
    "invoice": "Rechnung",
    "packing_slip": "Lieferschein",
    "order": "Bestellung",
    "date": "Datum",
    "payment": "Zahlung",
    "paid": "Bezahlt",
    "unpaid": "Zu zahlen",
    "refunded": "Erstattet",
    "bill_to": "Rechnung an",
    "deliver_to": "Lieferung an",
    "collected": "Wird abgeholt",
    "item": "Artikel",
    "sku": "Artikelnummer",
    "quantity": "Menge",
    "price": "Preis",
    "tax_rate": "MwSt. %",
    "total": "Summe",
    "delivery": "Versand",
    "net": "Summe ohne MwSt.",
    "tax": "MwSt.",
    "gross": "Gesamtsumme",
    "note": "Anmerkung",
    "tax_number": "USt-IdNr.",
    "tracking": "Sendungsnummer",
    "cancelled": "Diese Bestellung wurde storniert.",
    "page": "Seite {page} von {pages}",
    "card": "Karte",
    "button": "PayPal",
    "collection": "Bei Abholung",
}
_WORDS = {"en": _ENGLISH, "de": _GERMAN}


def words_in(language: str) -> Mapping[str, str]:
    """The words of a language, in English where there are none."""
    return _WORDS.get(language.partition("-")[0].lower(), _ENGLISH)
