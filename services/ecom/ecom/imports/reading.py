"""Reading CSV files as people have them: in whatever encoding, with whatever separator, with broken lines among the others.

Rows are counted as a spreadsheet counts them: the headers are row 1, and a cell of several lines is in one row.
"""

import codecs
import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ecom.imports.errors import ImportUnreadable

MAX_BYTES = 32 * 1024 * 1024
MAX_ROWS = 20_000
MAX_LINES = 1_048_576
"""As many as a spreadsheet has: one may export all of them, most of them empty."""
MAX_COLUMNS = 500
MAX_BROKEN = 100
"""Rows that cannot be read, beyond which the file is no table."""
_DELIMITERS = ",;\t|"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is written; a broken one has no cells, and says why."""

    number: int
    cells: Sequence[str]
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A file taken apart. ``encoding`` and ``delimiter`` are what was found."""

    encoding: str
    delimiter: str
    headers: Sequence[str]
    rows: Sequence[Row]


def read(content: bytes) -> Table:
    """The table in a file. Raises `ImportUnreadable`."""
    text, encoding = decoded(content)
    delimiter = _delimiter(text)
    rows: list[Row] = []
    headers: Sequence[str] | None = None
    broken = 0
    for number, (cells, reason) in enumerate(_records(text, delimiter), 1):
        if number > MAX_LINES:
            raise ImportUnreadable(f"The file has more than {MAX_LINES:,} rows, most of them empty.")
        if headers is None:
            headers = _headers(cells, reason)
            continue
        if reason is None and not any(cell.strip() for cell in cells):
            continue
        fault = reason or _fault(cells, headers)
        broken += fault is not None
        rows.append(Row(number, cells if fault is None else (), fault))
        if broken > MAX_BROKEN:
            raise ImportUnreadable(f"More than {MAX_BROKEN} rows cannot be read. Is it a CSV file? {fault}")
        if len(rows) > MAX_ROWS:
            raise ImportUnreadable(f"The file has more than {MAX_ROWS:,} rows. Split it into several files.")
    if headers is None:
        raise ImportUnreadable("The file is empty.")
    return Table(encoding, delimiter, headers, rows)


def decoded(content: bytes) -> tuple[str, str]:
    """The text of a file and the encoding that it was in. Raises `ImportUnreadable` for what is no text."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            try:
                return _checked(content.decode(encoding)), encoding.removesuffix("-sig")
            except UnicodeDecodeError:
                raise ImportUnreadable("The file is damaged: its text encoding is not valid.") from None
    for encoding in ("utf-8", "cp1252"):
        try:
            return _checked(content.decode(encoding)), encoding
        except UnicodeDecodeError:
            continue
    return _checked(content.decode("latin-1")), "latin-1"


def _checked(text: str) -> str:
    if "\0" in text:
        raise ImportUnreadable("This is not a CSV file. Save your spreadsheet as CSV.")
    return text


def _delimiter(text: str) -> str:
    """What stands between the headers most often."""
    head = next((line for line in io.StringIO(text, newline="") if line.strip()), "")
    bare = "".join(part for place, part in enumerate(head.split('"')) if place % 2 == 0)
    return max(_DELIMITERS, key=lambda each: (bare.count(each), -_DELIMITERS.index(each)))


def _fault(cells: Sequence[str], headers: Sequence[str]) -> str | None:
    if not any(cell.strip() for cell in cells[len(headers) :]):
        return None
    return f"It has {len(cells)} cells, and there are {len(headers)} headers. Is a quotation mark missing?"


def _headers(cells: Sequence[str], fault: str | None) -> Sequence[str]:
    if fault is not None:
        raise ImportUnreadable(f"The headers cannot be read. {fault}")
    if len(cells) > MAX_COLUMNS:
        raise ImportUnreadable(f"The file has more than {MAX_COLUMNS} columns.")
    if not any(cell.strip() for cell in cells):
        raise ImportUnreadable("The first row has no headers.")
    return [cell.strip()[:200] for cell in cells]


def _records(text: str, delimiter: str) -> Iterator[tuple[Sequence[str], str | None]]:
    """The cells of each record, or why it cannot be read; after such a one it goes on with the next line."""
    # Line by line: a list of all lines of a file of line breaks would be forty times as large as the file.
    stream = io.StringIO(text, newline="")
    while True:
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        while True:
            start = stream.tell()
            try:
                cells = next(reader, None)
            except csv.Error as error:
                yield (), _reason(error)
                break
            if cells is None:
                return
            yield cells, None
        stream.seek(start)
        stream.readline()


def _reason(error: csv.Error) -> str:
    if "unexpected end" in str(error) or "field limit" in str(error):
        return "A cell has an opening quotation mark and no closing one."
    return "There is text after the quotation mark that closes a cell. Double the quotation marks inside a text."
