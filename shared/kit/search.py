"""The one meaning of ``?q=``: every word stands somewhere in the record's searched columns, in any case and order."""

from typing import Annotated, Any

from fastapi import Query
from sqlalchemy import ColumnElement, Text, cast, func
from sqlalchemy.orm import InstrumentedAttribute

SearchText = Annotated[
    str | None, Query(max_length=100, description="Words that the record has to contain, in any case and order.")
]
"""The query parameter ``q``."""


def matches(q: str | None, *columns: InstrumentedAttribute[Any] | ColumnElement[Any]) -> list[ColumnElement[bool]]:
    """Conditions for ``where``: each word of ``q`` is part of one of ``columns``. None for an empty ``q``."""
    if not columns:
        return []
    # Joined by a line break, which no word contains: "red" + "brick" must not be found by "dbri".
    text = func.concat_ws("\n", *(cast(column, Text) for column in columns))
    return [text.icontains(word, autoescape=True) for word in (q or "").split()]
