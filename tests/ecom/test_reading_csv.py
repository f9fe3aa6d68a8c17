"""CSV files as people have them."""

import contextlib
import csv
import io
from datetime import UTC

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ecom.imports import values
from ecom.imports.errors import ImportUnreadable
from ecom.imports.exporting import cell
from ecom.imports.reading import MAX_ROWS, read
from ecom.imports.values import CellFault

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


class TestFiles:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
    def test_encodings_and_separators_are_found(self, encoding: str, delimiter: str) -> None:
        text = delimiter.join(["Name", "Größe"]) + "\r\n" + delimiter.join(["Körbchen", "groß"])
        table = read(text.encode(encoding))
        assert (table.delimiter, table.headers, table.rows[0].cells) == (
            delimiter,
            ["Name", "Größe"],
            ["Körbchen", "groß"],
        )

    def test_a_broken_row_stands_among_the_others(self) -> None:
        table = read(b'SKU,Name\na,"A"\nb,"B\nc,"C" x\nd,D\n')
        assert [(row.number, row.cells[:1], row.fault is None) for row in table.rows][-1][1:] == (["d"], True)
        assert sum(row.fault is not None for row in table.rows) == 2

    def test_a_cell_of_several_lines_is_in_one_row(self) -> None:
        table = read(b'SKU,Name\na,"A\nB"\nc,C\n')
        assert [(row.number, list(row.cells)) for row in table.rows] == [(2, ["a", "A\nB"]), (3, ["c", "C"])]

    def test_too_many_rows_are_refused(self) -> None:
        with pytest.raises(ImportUnreadable, match="20,000"):
            read(b"SKU\n" + b"a\n" * (MAX_ROWS + 1))

    @example([["\t", "\t'", " =1"]])
    @given(st.lists(st.lists(TEXT, min_size=3, max_size=3), max_size=8))
    def test_whatever_is_exported_reads_back(self, rows: list[list[str]]) -> None:
        head = ["A", "B", "C"]
        text = "".join(",".join(map(cell, row)) + "\r\n" for row in [head, *rows])
        found = [*csv.reader(io.StringIO(text, newline=""))]
        assert found[0] == head
        assert [[values.plain(each) for each in row] for row in found[1:] if row] == [
            [value.strip() for value in row] for row in rows
        ]

    @given(st.binary(max_size=300))
    def test_anything_is_read_or_refused(self, content: bytes) -> None:
        with contextlib.suppress(ImportUnreadable):
            assert read(content).headers


def test_a_day_behind_which_there_is_none_is_a_fault_of_its_cell() -> None:
    with pytest.raises(values.CellFault):
        values.moment("9999-12-31", UTC, is_end=True)


class TestAmounts:
    @pytest.mark.parametrize(
        ("text", "pence"),
        [("19.99", 1999), ("19,99", 1999), ("£1,234.50", 123_450), ("1.234,50", 123_450), ("16.6667", 1667), ("", None), ("0", 0)],
    )  # fmt: skip
    def test_it_is_read(self, text: str, pence: int | None) -> None:
        assert values.amount(text, "GBP") == pence

    @pytest.mark.parametrize("text", ["1,234", "1.234", "1\u0660", "-5", "1e400", "nan", "=1+1", "9" * 40, "1.2.3"])
    def test_it_is_refused(self, text: str) -> None:
        with pytest.raises(CellFault):
            values.amount(text, "GBP")

    @pytest.mark.parametrize(
        ("text", "minor"),
        [("1.500", 1_500), ("1,50", 1_500), ("0,500", 500), ("999.999", 999_999), ("1,234.500", 1_234_500), ("2", 2_000)],
    )  # fmt: skip
    def test_with_three_decimal_places_a_point_is_the_decimal_point(self, text: str, minor: int) -> None:
        assert values.amount(text, "KWD") == minor

    @pytest.mark.parametrize("text", ["1,500", "KWD 12,500", "999,999", "1,234,500"])
    def test_with_three_decimal_places_a_comma_may_still_be_of_thousands(self, text: str) -> None:
        with pytest.raises(CellFault, match="two ways"):
            values.amount(text, "KWD")


def test_categories_are_paths() -> None:
    assert values.paths(r"Clothing > Shirts, Music, A\, B > C") == [("Clothing", "Shirts"), ("Music",), ("A, B", "C")]
    assert values.paths(values.path_text(("A, B", "C > D"))) == [("A, B", "C > D")]
