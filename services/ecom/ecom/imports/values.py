"""What is written in cells, as values: amounts, numbers, answers, days and lists. All of it is pure."""

import html
import re
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from decimal import Decimal
from fractions import Fraction

from ecom.money import MAX_AMOUNT, rounded
from kit.minor_digits import decimal_places

_THOUSANDS = 3
"""The digits between two marks of thousands."""
_GUARDED = re.compile(r"^'+\s*[=+\-@\t\r|%]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_YES = frozenset({"1", "true", "yes", "y", "ja", "x", "on", "active", "published", "continue", "notify", "taxable"})
_NO = frozenset({"0", "-1", "false", "no", "n", "nein", "off", "draft", "archived", "deny", "none", ""})
_BREAK = re.compile(r"<\s*(?:br|/p|/li|/h[1-6]|/div)\s*(?:/\s*)?>", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_TAG = re.compile(r"<[^<>]*>")


class CellFault(ValueError):
    """A cell does not say what its column is for; the message says why."""


def plain(cell: str) -> str:
    """The text of a cell, without the apostrophe by which an export keeps a spreadsheet from reckoning with it."""
    text = cell.strip()
    return text[1:].strip() if _GUARDED.match(text) else text


def amount(cell: str, currency: str) -> int | None:
    """Minor units of what is written as 19.99, 19,99, 1.234,56 or £19.99; None for an empty cell.

    1.500 is one and a half of a currency with three decimal places, which is how exports write it; of others it is refused.
    1,500 always is: nothing here writes it, and spreadsheets mean a thousand and a half by it.
    """
    text = re.sub(r"[\s\u00a0\u202f'\u2019]", "", cell)
    text = re.sub(r"^(?:[A-Z]{3}|[£$€¥])|(?:[A-Z]{3}|[£$€¥])$", "", text)
    if not text:
        return None
    places = decimal_places(currency)
    value = rounded(Fraction(_decimal(text, cell, places)) * 10**places)
    if value < 0:
        raise CellFault(f"“{_short(cell)}” is less than zero.")
    if value > MAX_AMOUNT:
        raise CellFault(f"“{_short(cell)}” is more than can be written.")
    return value


def _decimal(text: str, cell: str, places: int) -> Decimal:
    marks = [mark for mark in ".," if mark in text]
    if len(marks) == 2:
        last = max(marks, key=text.rindex)
        thousands = "," if last == "." else "."
        whole, _, rest = text.rpartition(last)
        if not re.fullmatch(rf"-?[0-9]{{1,3}}(?:\{thousands}[0-9]{{3}})+", whole):
            raise CellFault(f"“{_short(cell)}” is not an amount. Write 1234.56.")
        text = f"{whole.replace(thousands, '')}.{rest}"
    elif marks:
        mark = marks[0]
        is_of_exports = mark == "." and places == _THOUSANDS
        may_be_thousands = not is_of_exports and re.fullmatch(rf"-?[1-9][0-9]{{0,2}}\{mark}[0-9]{{3}}", text)
        if text.count(mark) > 1 or may_be_thousands:
            raise CellFault(f"“{_short(cell)}” can be read in two ways. Write 1234.00 or 1.23.")
        text = text.replace(",", ".")
    return _checked(text, cell)


def _checked(text: str, cell: str) -> Decimal:
    if len(text) > 30 or not _NUMBER.fullmatch(text):
        raise CellFault(f"“{_short(cell)}” is not a number. Write 1234.56.")
    return Decimal(text)


def number(cell: str, factor: Fraction | int = 1) -> int | None:
    """A measure in another unit, ``factor`` times what is written, rounded half up; None for an empty cell."""
    text = cell.strip()
    if not text:
        return None
    return rounded(Fraction(_checked(text.replace(",", "."), cell)) * factor)


def whole(cell: str) -> int | None:
    """A whole number; None for an empty cell."""
    text = cell.strip()
    if not text:
        return None
    value = _checked(text.replace(",", "."), cell)
    if value != value.to_integral_value():
        raise CellFault(f"“{_short(cell)}” is not a whole number.")
    return int(value)


def answer(cell: str) -> bool:
    """Yes or no. An empty cell is no."""
    text = cell.strip().casefold()
    if text in _YES:
        return True
    if text in _NO:
        return False
    raise CellFault(f"“{_short(cell)}” is neither yes nor no. Write 1 or 0.")


def moment(cell: str, zone: tzinfo, *, is_end: bool = False) -> datetime | None:
    """A moment; without an offset it is in ``zone``. A day is its beginning, or as an end the beginning of the next."""
    text = cell.strip()
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise CellFault(f"“{_short(cell)}” is not a date. Write 2026-05-31 or 2026-05-31T09:00.") from None
    try:
        if len(text) == 10 and is_end:
            found = datetime.combine(found.date() + timedelta(days=1), time())
        return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
    except OverflowError:
        raise CellFault(f"“{_short(cell)}” is not a date of our time.") from None


def listed(cell: str, separator: str = ",") -> list[str]:
    """The parts of a list; a separator behind a backslash is part of the text."""
    parts = re.split(rf"(?<!\\){re.escape(separator)}", cell)
    found = [part.strip().replace(f"\\{separator}", separator) for part in parts]
    return [*dict.fromkeys(part for part in found if part)]


def paths(cell: str) -> list[tuple[str, ...]]:
    """Categories as they are written: ``Clothing > Shirts, Music``."""
    found = [tuple(one_line(name) for name in listed_names(part)) for part in _parts(cell)]
    return [*dict.fromkeys(path for path in found if path)]


def _parts(cell: str) -> list[str]:
    return [part.strip().replace("\\,", ",") for part in re.split(r"(?<!\\),", cell) if part.strip()]


def listed_names(path: str) -> list[str]:
    """The names on the way down to a category."""
    names = re.split(r"(?<!\\)>", path)
    return [name.strip().replace("\\>", ">") for name in names if name.strip()]


def path_text(path: Sequence[str]) -> str:
    """A category as `paths` reads it."""
    return " > ".join(name.replace(">", "\\>") for name in path).replace(",", "\\,")


def one_line(cell: str) -> str:
    """Return the text without line breaks and other control characters. The author's blanks within it stay."""
    return _CONTROLS.sub(" ", cell).strip()


def text_of(cell: str) -> str:
    """HTML as plain text: paragraphs are lines."""
    if "<" not in cell:
        return html.unescape(cell).strip()
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", cell)))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def html_of(cell: str) -> str:
    """A description as HTML: what has no element in it becomes paragraphs."""
    if re.search(r"<[a-zA-Z/!]", cell):
        return cell
    parts = [part.strip() for part in re.split(r"\n\s*\n", cell.replace("\r\n", "\n")) if part.strip()]
    escaped = [html.escape(html.unescape(part), quote=False).replace("\n", "<br>") for part in parts]
    return "".join(f"<p>{part}</p>" for part in escaped)


def slug(text: str) -> str:
    """A tax class as rates have it: ``Reduced rate`` is ``reduced-rate``."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")


def _short(cell: str) -> str:
    text = cell.strip()
    return text if len(text) <= 40 else f"{text[:39]}…"
