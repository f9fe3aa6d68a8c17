"""Public holidays on the wire."""

from datetime import date

from kit.schemas import Out


class HolidayOut(Out):
    """A day on which most are closed. A day that is two holidays says both names."""

    date: date
    name: str
