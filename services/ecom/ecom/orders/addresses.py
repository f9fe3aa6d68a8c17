"""The addresses of an order: the lines of the specification, flat on the wire and one document each in the database."""

from collections.abc import Mapping
from typing import Any

LINES = (
    "name",
    "address1",
    "address2",
    "address3",
    "address4",
    "town",
    "county",
    "postcode",
    "countryCode",
)


def flat(prefix: str, address: Mapping[str, Any]) -> dict[str, str]:
    """An address under the wire's names: ``billingName``, ``billingAddress1`` and so on."""
    return {f"{prefix}{line[0].upper()}{line[1:]}": str(address.get(line, "")) for line in LINES}


def lines_of(address: Mapping[str, Any]) -> list[str]:
    """The lines that are filled in, as they are written on a parcel; the country is its code, and the last."""
    return [text for line in LINES if (text := str(address.get(line, "")).strip())]
