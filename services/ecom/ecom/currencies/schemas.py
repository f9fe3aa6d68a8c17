"""Currencies on the wire."""

from kit.schemas import Out


class CurrencyOut(Out):
    """A currency that prices can be in, with the number of its decimal places."""

    code: str
    decimal_places: int
