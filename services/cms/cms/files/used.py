"""Which files are used, as a condition for queries."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ARRAY, ColumnElement, Text, Uuid, bindparam, func, or_, select

from cms.files.models import Bucket, Entity


@dataclass(frozen=True, slots=True)
class Used:
    """Files that are used: by their paths, and by their ids."""

    paths: Sequence[str]
    ids: Sequence[uuid.UUID]

    def is_used(self) -> ColumnElement[bool]:
        """The condition on `Entity`, outer joined with its folder. There may be many thousand: they are joined."""
        paths = func.unnest(bindparam(None, self.paths, ARRAY(Text), unique=True)).column_valued("path")
        ids = func.unnest(bindparam(None, self.ids, ARRAY(Uuid), unique=True)).column_valued("id")
        path = func.concat_ws("/", Bucket.name, Entity.name)
        return or_(path.in_(select(paths)), Entity.id.in_(select(ids)))
