"""What of a service's tables is in a backup, by parts that can be restored by themselves."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncSession

from kit.config import ServiceSettings
from kit.db import Base
from kit.models import own_tables


@dataclass(frozen=True, slots=True)
class Restored:
    """What `Part.complete` gets. ``before`` is what `Part.prepare` gave.

    ``is_foreign``: the backup is of an installation whose keys this one does not have.
    """

    before: Any
    is_foreign: bool


Prepare = Callable[[AsyncSession], Awaitable[Any]]
Complete = Callable[[AsyncSession, Restored], Awaitable[Mapping[str, int]]]


async def _nothing_before(_session: AsyncSession) -> Any:
    return None


async def _nothing_after(_session: AsyncSession, _restored: Restored) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Part:
    """Tables that are restored together.

    Without ``models`` they are all that no other part has and the service does not leave out, so a new table is in the
    backup by itself. ``cleared`` are tables that are left out and emptied. ``where`` says in SQL which rows of a table are
    in the backup, by its name. ``since`` are tables that archives made before may lack, which are empty then; they stay
    here as long as such archives may come back. ``key_scopes`` are what the scopes of those idempotency keys begin with that
    are deleted: what was done under them is no more, and a call that is sent again is not to be told that it is done. Keys
    of what an import does not take back, as emails, stay; and those whose rooms look for the record. ``prepare`` is called before the rows are replaced and ``complete`` after it, in the same
    transaction; the latter gives how many of what could not be carried over.
    """

    name: str
    models: Sequence[type[Base]] | None = None
    cleared: Sequence[type[Base]] = ()
    where: Mapping[str, str] = field(default_factory=dict)
    since: Sequence[type[Base]] = ()
    key_scopes: Sequence[str] = ()
    prepare: Prepare = _nothing_before
    complete: Complete = _nothing_after


@dataclass(frozen=True, slots=True)
class ServiceBackup:
    """The parts of one service. kit's own tables are never in a backup: they belong to the installation.

    ``left_out`` are tables of what would be wrong in another moment: sessions, locks, what is on its way.
    """

    settings: type[ServiceSettings]
    parts: Sequence[Part]
    left_out: Sequence[type[Base]] = ()

    @property
    def service(self) -> str:
        """Whose it is."""
        return self.settings.service

    def part(self, name: str) -> Part | None:
        """The part of this name."""
        return next((part for part in self.parts if part.name == name), None)

    def tables(self, part: Part) -> list[Table]:
        """The part's tables, each after those that it refers to."""
        if part.models is not None:
            wanted = {_table(model) for model in part.models}
        else:
            others = {_table(model) for each in self.parts for model in each.models or ()}
            cleared = {_table(model) for each in self.parts for model in each.cleared}
            wanted = {*self._all} - others - cleared - {_table(model) for model in self.left_out}
        return [table for table in self._all if table in wanted]

    def emptied(self, part: Part) -> list[Table]:
        """The part's tables and those that are cleared with it, each before those that it refers to."""
        wanted = {*self.tables(part), *(_table(model) for model in part.cleared)}
        return [table for table in reversed(self._all) if table in wanted]

    def not_restored(self) -> set[str]:
        """The names of the tables that no part restores: rows of them, which older archives have, are passed over."""
        models = [*self.left_out, *(model for part in self.parts for model in part.cleared)]
        return {str(_table(model).name) for model in models}

    def may_be_of(self, part: Part, names: Sequence[str]) -> bool:
        """Whether an archive with these tables, made at the present revision, can be of this part."""
        own = {str(table.name) for table in self.tables(part)}
        missing = own.difference(names) - {str(_table(model).name) for model in part.since}
        return not missing and own | self.not_restored() >= {*names}

    @property
    def _all(self) -> Sequence[Table]:
        # Not only those whose models this process happens to use: what is in a backup must not hang on that.
        return own_tables(self.service)


def _table(model: type[Base]) -> Table:
    return model.__table__  # type: ignore[return-value]  # a mapped class has a Table
