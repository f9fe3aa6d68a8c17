"""Many-to-many links between records, such as tags: replaced as a whole or added one by one.

For example, with ``enquiry_tags = link_table("enquiry_tags", Enquiry, Tag)``::

    await replace_links(session, enquiry_tags, enquiry.id, data.tag_ids)
"""

import uuid
from collections.abc import Collection

from pydantic.alias_generators import to_snake
from sqlalchemy import Column, ForeignKey, Table, Uuid, delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kit.db import Base
from kit.errors import FieldError, ValidationFailed


def link_table(name: str, owner: type[Base], target: type[Base]) -> Table:
    """A table of pairs: ``<owner>_id`` and ``<target>_id``. A pair goes with either of its records."""
    columns = [
        Column(
            f"{to_snake(model.__name__)}_id",
            Uuid,
            ForeignKey(f"{model.__tablename__}.id", ondelete="CASCADE"),
            primary_key=True,
            # The key's own index serves the owner's side.
            index=model is target,
        )
        for model in (owner, target)
    ]
    return Table(name, owner.metadata, *columns)


async def replace_links(
    session: AsyncSession, table: Table, owner_id: uuid.UUID, target_ids: Collection[uuid.UUID], *, field: str
) -> None:
    """Link the owner to these records and to no others. ``field`` is the payload's list, which faults name.

    Raises `ValidationFailed` with ``unknown_reference`` for an id that no record has.
    """
    owner, target = table.columns
    await session.execute(delete(table).where(owner == owner_id, target.not_in([*target_ids])))
    await add_links(session, table, owner_id, target_ids, field=field)


async def add_links(
    session: AsyncSession, table: Table, owner_id: uuid.UUID, target_ids: Collection[uuid.UUID], *, field: str
) -> None:
    """Link the owner to these records, too. Raises as `replace_links`."""
    if not target_ids:
        return
    owner, target = table.columns
    pairs = [{owner.name: owner_id, target.name: target_id} for target_id in dict.fromkeys(target_ids)]
    try:
        await session.execute(insert(table).values(pairs).on_conflict_do_nothing())
    except IntegrityError as error:
        fault = FieldError(field, "unknown_reference", "There is no such record.")
        raise ValidationFailed("A reference leads to no record.", errors=[fault]) from error
