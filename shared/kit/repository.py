"""The queries that every table needs; a room's repository adds its own, named ones.

For example::

    class EntryRepository(Repository[Entry]):
        model = Entry
        missing = EntryNotFound
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncSession

from kit.db import Base
from kit.errors import NotFound
from kit.pagination import Order, Slice, Window

M = TypeVar("M", bound=Base)


class Repository(Generic[M]):
    """Reads and writes rows of one model within the caller's transaction."""

    model: type[M]
    missing: ClassVar[type[NotFound]] = NotFound

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    def base(self) -> Select[M]:
        """The query that all others start from. Override it to apply visibility once for all."""
        return select(self.model)

    async def get(self, identifier: uuid.UUID) -> M:
        """The row with this id. Raises the repository's ``missing``."""
        row = await self.one_or_none(self.base().where(self._key[0] == identifier))
        if row is None:
            raise self.missing
        return row

    async def get_for_update(self, identifier: uuid.UUID) -> M:
        """The row as it is now, locked against other changes until the commit. Raises the repository's ``missing``."""
        query = self.base().where(self._key[0] == identifier).with_for_update(of=self.model)
        row = await self.one_or_none(query.execution_options(populate_existing=True))
        if row is None:
            raise self.missing
        return row

    async def one_or_none(self, query: Select[M]) -> M | None:
        """The only row of ``query``, or None. Raises MultipleResultsFound for two."""
        return (await self.session.scalars(query)).one_or_none()

    async def page(self, window: Window, order: Order, query: Select[M] | None = None) -> Slice[M]:
        """One part of ``query`` (of all rows by default), and how many there are."""
        query = self.base() if query is None else query
        total = await self.session.scalar(select(func.count()).select_from(query.order_by(None).subquery()))
        # Sorting by the key last keeps rows with equal values from changing places between pages.
        rows = await self.session.scalars(query.order_by(*order, *self._key).offset(window.start).limit(window.limit))
        return Slice(rows.all(), total or 0, window.start, window.limit)

    async def add(self, row: M) -> M:
        """Insert ``row``; what the database sets is there afterwards."""
        self.session.add(row)
        await self.session.flush()
        return row

    async def update(self, row: M, values: Mapping[str, Any]) -> M:
        """Set attributes of ``row`` and write what differs."""
        assign(row, values)
        await self.session.flush()
        return row

    async def delete(self, row: M) -> None:
        """Delete ``row``."""
        await self.session.delete(row)
        await self.session.flush()

    @property
    def _key(self) -> Sequence[ColumnElement[Any]]:
        return inspect(self.model).primary_key


def assign(row: Base, values: Mapping[str, Any]) -> None:
    """Set attributes of ``row``."""
    for name, value in values.items():
        setattr(row, name, value)
