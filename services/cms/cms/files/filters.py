"""What a list of files is narrowed down to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query
from sqlalchemy import ColumnElement, func

from cms.files.models import Entity
from cms.files.types import FileType, is_of
from cms.files.used import Used
from kit.search import SearchText, matches

_MOST_TYPES = 20


@dataclass(frozen=True, slots=True)
class Filters:
    """The words that are looked for, and the types and faults of files that are listed; nothing set lists all."""

    q: str | None = None
    types: Sequence[FileType] = ()
    missing_alt: bool = False
    unused: bool = False

    @property
    def narrow_files(self) -> bool:
        """Whether files are listed by more than words, so that folders are none of what is looked for."""
        return bool(self.types) or self.missing_alt or self.unused

    @property
    def reach_below(self) -> bool:
        """Whether the files of all folders below are listed too."""
        return self.narrow_files or bool((self.q or "").strip())

    def conditions(self, used: Used | None) -> list[ColumnElement[bool]]:
        """Conditions on `Entity`, outer joined with its folder."""
        texts = (Entity.name, Entity.meta_data["title"].astext, Entity.meta_data["alt"].astext)
        found = matches(self.q, *texts)
        if self.types:
            found.append(is_of(self.types))
        if self.missing_alt:
            found += [is_of(["image"]), func.btrim(func.coalesce(Entity.meta_data["alt"].astext, "")) == ""]
        if used is not None:
            found.append(~used.is_used())
        return found


async def _filters(
    q: SearchText = None,
    type: Annotated[Sequence[FileType], Query(max_length=_MOST_TYPES, description="Of one of these types.")] = (),
    missing_alt: Annotated[
        bool, Query(alias="missing-alt", description="Only images without an alternative text.")
    ] = False,
    unused: Annotated[bool, Query(description="Only what is used nowhere.")] = False,
) -> Filters:
    return Filters(q, type, missing_alt, unused)


FilterParams = Annotated[Filters, Depends(_filters)]
"""The query's ``q``, ``type``, ``missing-alt`` and ``unused``."""
