"""Work of a job that somebody can cancel: a row has a mark, which the job looks for while it goes on.

For example::

    class LinkCheck(UuidPrimaryKey, Cancellable, Base): ...

    async def cancel(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
        return await mark_cancelled(session, LinkCheck, uuid.UUID(args["checkId"]))

    @task("links.check", cancel=cancel)
    async def check_links(run: Run, args: dict[str, Any]) -> None:
        ...
        if await is_cancelled(run.state.database, LinkCheck, check_id):
            return
"""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped

from kit.database import Database
from kit.tables import Job

Cancellation = Literal["requested", "repeated", "too_late"]
"""What became of the wish to cancel a job: it is noted, it was noted before, or nothing ends the job any more."""


class Cancellable:
    """A row of what a job does. ``id`` is its key."""

    cancelled_at: Mapped[datetime | None]


async def mark_cancelled(
    session: AsyncSession, model: type[Any], identifier: uuid.UUID, *conditions: ColumnElement[bool]
) -> Cancellation:
    """Have the job end that works at a row, as long as the conditions hold. The first cancellation counts."""
    named = model.id == identifier, *conditions
    statement = update(model).where(*named, model.cancelled_at.is_(None)).values(cancelled_at=func.now())
    if await session.scalar(statement.returning(model.id)) is not None:
        return "requested"
    return "too_late" if await session.scalar(select(model.id).where(*named)) is None else "repeated"


async def is_cancelled(database: Database, model: type[Any], identifier: uuid.UUID) -> bool:
    """Whether somebody has cancelled what the row is about."""
    async with database.reading() as session:
        return bool(await session.scalar(select(model.cancelled_at.is_not(None)).where(model.id == identifier)))


def was_cancelled(job: Job) -> bool:
    """Whether a job ended because somebody cancelled it, as its result says or the code of its error: ``…_cancelled``."""
    code = str((job.error or {}).get("code", ""))
    return code.endswith("_cancelled") or (isinstance(job.result, dict) and bool(job.result.get("isCancelled")))
