"""Ways to pay and countries as mails call them."""

from collections.abc import Mapping

from kit.countries import country_names

_GATEWAYS: Mapping[str, Mapping[str, str]] = {
    "en": {"invoice": "invoice", "collection": "payment on collection", "card": "card", "button": "PayPal"},
    "de": {"invoice": "Rechnung", "collection": "Zahlung bei Abholung", "card": "Karte", "button": "PayPal"},
}


def gateway_name(key: str, language: str | None) -> str:
    """A way to pay, as in 'paid by card' and 'still to be paid (invoice)'."""
    base = (language or "en").partition("-")[0]
    return _GATEWAYS.get(base, _GATEWAYS["en"]).get(key, key)


def country_name(code: str, language: str | None) -> str:
    """A country by its code; the code where it is none."""
    return country_names(language or "en").get(code, code)
