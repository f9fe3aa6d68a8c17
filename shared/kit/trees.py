"""Records in a tree: each has a parent and a place among its siblings, and none is its own ancestor.

For example::

    class Category(UuidPrimaryKey, Timestamps, Versioned, TreeNode, Base):
        __tablename__ = "categories"

    await lock_tree(session, Category)
    await place(session, category, parent_id=None, position=0)

A `kit.crud.Resource` of such a model places what it creates and updates: its payload extends `TreeIn`.
"""

import uuid
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import CTE, ForeignKey, Select, Uuid, bindparam, func, literal, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, aliased, declared_attr, mapped_column

from kit.errors import FieldError, ValidationFailed
from kit.locks import lock_named
from kit.schemas import RecordIn, RecordOut

MAX_DEPTH = 50
"""How many records may stand below each other."""


class TreeCircle(ValidationFailed):
    """422: a record would become its own ancestor."""

    code = "tree_circle"


class TreeTooDeep(ValidationFailed):
    """422: more than `MAX_DEPTH` records would stand below each other."""

    code = "tree_too_deep"


class TreeNode:
    """``parent_id``, none at the top, and ``position`` among the records with the same parent, from 0."""

    @declared_attr
    def parent_id(cls) -> Mapped[uuid.UUID | None]:  # noqa: N805  # declared_attr makes it a class method
        """The record that this one stands below."""
        return mapped_column(ForeignKey(f"{cls.__tablename__}.id"), index=True)  # type: ignore[attr-defined]  # of the class it is for

    position: Mapped[int] = mapped_column(default=0, server_default="0")


class TreeIn(RecordIn):
    """The payload of a record in a tree."""

    parent_id: uuid.UUID | None = Field(default=None, description="The parent record; null at the top.")
    position: Annotated[int | None, Field(strict=True, ge=0, le=1_000_000)] = Field(
        default=None, description="Its place among its siblings, from 0; the last one if it is left out."
    )


class TreeOut(RecordOut):
    """A record in a tree."""

    parent_id: uuid.UUID | None
    position: int


async def place(session: AsyncSession, row: Any, parent_id: uuid.UUID | None, position: int | None) -> None:
    """Put a flushed or new ``row`` below ``parent_id``, before the sibling that has ``position``, and flush it.

    Without ``position``, or with the one that it has, it stays where it is below its present parent; without one it goes
    last below another. The siblings' positions follow without a new version of their own. The caller has called
    `lock_tree`. Raises `TreeCircle`, `TreeTooDeep`; a parent that does not exist breaks the foreign key.
    """
    model = type(row)
    is_new = row not in session or row in session.new
    former = row.parent_id
    moves = is_new or former != parent_id
    if parent_id is not None and moves:
        await _check_ancestors(session, row, parent_id, is_new=is_new)
    if not moves and position in {None, row.position}:
        await session.flush()
        return
    ids = [identifier for identifier in await _children(session, model, parent_id) if identifier != row.id]
    index = len(ids) if position is None else min(position, len(ids))
    row.parent_id, row.position = parent_id, index
    if is_new:
        session.add(row)
    await session.flush()
    if index < len(ids) or not moves:
        await _renumber(session, model, [*ids[:index], row.id, *ids[index:]])
    if moves and not is_new:
        await close_gap(session, model, former)


async def close_gap(session: AsyncSession, model: Any, parent_id: uuid.UUID | None) -> None:
    """Number the records below ``parent_id`` from 0, once one of them has gone. The caller has called `lock_tree`."""
    await _renumber(session, model, await _children(session, model, parent_id))


async def lock_tree(session: AsyncSession, model: Any) -> None:
    """Let no other transaction move records of this tree before this one ends.

    Call it before locking a row: moving a record writes its siblings, too.
    """
    await lock_named(session, f"{model.__module__.partition('.')[0]}.{model.__tablename__}")


def subtree(model: Any, root_id: uuid.UUID) -> Select[tuple[uuid.UUID, int]]:
    """A query for the ids of a record and of all below it, each with its depth, from 0 for the record itself."""
    tree: CTE = select(model.id, literal(0).label("depth")).where(model.id == root_id).cte("subtree", recursive=True)
    child = aliased(model)
    deeper = select(child.id, tree.c.depth + 1).join(tree, child.parent_id == tree.c.id)
    tree = tree.union_all(deeper.where(tree.c.depth <= MAX_DEPTH))
    return select(tree.c.id, tree.c.depth)


def ancestors(model: Any, identifier: uuid.UUID) -> Select[tuple[uuid.UUID, int]]:
    """A query for the ids of a record and of all above it, each with its distance, from 0 for the record itself."""
    start = select(model.id, model.parent_id, literal(0).label("distance")).where(model.id == identifier)
    line: CTE = start.cte("ancestors", recursive=True)
    parent = aliased(model)
    above = select(parent.id, parent.parent_id, line.c.distance + 1).join(line, parent.id == line.c.parent_id)
    line = line.union_all(above.where(line.c.distance <= MAX_DEPTH))
    return select(line.c.id, line.c.distance)


async def _check_ancestors(session: AsyncSession, row: Any, parent_id: uuid.UUID, *, is_new: bool) -> None:
    line = (await session.execute(ancestors(type(row), parent_id))).all()
    if row.id in {found.id for found in line}:
        detail = "A record cannot be moved below itself."
        raise TreeCircle(detail, errors=[FieldError("parentId", TreeCircle.code, detail)])
    depths = [] if is_new else [one.depth for one in await session.execute(subtree(type(row), row.id))]
    if len(line) + 1 + max(depths, default=0) > MAX_DEPTH:
        detail = f"No more than {MAX_DEPTH} levels of records are allowed."
        raise TreeTooDeep(detail, errors=[FieldError("parentId", TreeTooDeep.code, detail)])


async def _children(session: AsyncSession, model: Any, parent_id: uuid.UUID | None) -> list[uuid.UUID]:
    below = select(model.id).where(model.parent_id.is_not_distinct_from(parent_id))
    return [*await session.scalars(below.order_by(model.position, model.id))]


async def _renumber(session: AsyncSession, model: Any, ids: list[uuid.UUID]) -> None:
    """Give the records the positions that they have in ``ids``, in one statement."""
    numbered = func.unnest(bindparam("ids", ids, ARRAY(Uuid))).table_valued(
        "id", with_ordinality="number", name="found"
    )
    found = numbered.render_derived()
    place = found.c.number - 1
    # The table and not the model: a sibling that makes room has not been changed by anybody.
    table = model.__table__
    unchanged = {name: table.c[name] for name in ("updated_at",) if name in table.c}
    statement = update(table).values(position=place, **unchanged)
    await session.execute(statement.where(table.c.id == found.c.id, table.c.position != place))
