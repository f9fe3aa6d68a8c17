"""Lists: ``?start=0&limit=10&sort=-createdAt,title``.

For example::

    _sort = sortable(title=Page.title, createdAt=Page.created_at, default="title")

    @router.get("", response_model=Page[PageOut])
    async def list(session: Session, page: PageParams, order: Annotated[Order, _sort], ...) -> Slice[PageRow]:
        return await PageRepository(session).page(page, order)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import Depends, Query
from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from kit.errors import FieldError, ValidationFailed
from kit.schemas import Out

T = TypeVar("T")

MAX_START = 1_000_000


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of a list is asked for."""

    start: int = 0
    limit: int = 10


async def _window(
    start: Annotated[int, Query(ge=0, le=MAX_START)] = 0, limit: Annotated[int, Query(ge=1, le=100)] = 10
) -> Window:
    return Window(start, limit)


PageParams = Annotated[Window, Depends(_window)]
"""The query's ``start`` (0 and up, 0 if not given) and ``limit`` (1 to 100, 10 if not given)."""


@dataclass(frozen=True, slots=True)
class Slice(Generic[T]):
    """One part of a list as the repository gives it; `Page` is what it becomes on the wire."""

    results: Sequence[T]
    total: int
    start: int
    limit: int


class Page(Out, Generic[T]):
    """One part of a list. ``total`` counts all of it."""

    results: list[T]
    total: int
    start: int
    limit: int


Order = Sequence[ColumnElement[Any]]
"""What `Repository.page` sorts by, the first first."""


def sortable(*, default: str, **columns: InstrumentedAttribute[Any]) -> Any:
    """A dependency that turns ``?sort=-createdAt,title`` into an `Order` of the columns allowed here.

    The keywords are the names on the wire. 422 ``unknown_sort`` for any other name. Raises ValueError for a ``default``
    of other names.
    """
    if unknown := {part.strip().removeprefix("-") for part in default.split(",")}.difference(columns):
        raise ValueError(f"the default sorts by {sorted(unknown)}, which callers cannot")
    known = f"Any of {', '.join(columns)}; prefix one with - for descending order."

    async def order(sort: Annotated[str, Query(max_length=200, description=known)] = default) -> Order:
        return [_direction(part.strip(), columns) for part in sort.split(",")]

    return Depends(order)


def _direction(part: str, columns: dict[str, InstrumentedAttribute[Any]]) -> ColumnElement[Any]:
    column = columns.get(part.removeprefix("-"))
    if column is None:
        fault = FieldError("sort", "unknown_sort", f"Sort by any of {', '.join(columns)}.")
        raise ValidationFailed("This list cannot be sorted like that.", errors=[fault])
    return column.desc() if part.startswith("-") else column.asc()
