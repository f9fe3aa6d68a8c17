"""Copying of images that somebody cancels. A job that the release before began has no row, and goes on to its end."""

import uuid

from sqlalchemy import func, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.file_copies.errors import CopyCancelled
from cms.file_copies.models import FileCopy
from kit.cancellable import Cancellation, is_cancelled, mark_cancelled
from kit.state import KitState

_CANCELLED = "Copying was cancelled."


async def cancel_copy(session: AsyncSession, id: uuid.UUID | None) -> Cancellation:
    """Have the copying end, as long as no file is made of any of the images."""
    if id is None:
        return "too_late"
    return await mark_cancelled(session, FileCopy, id, FileCopy.decided_at.is_(None))


async def check(state: KitState, id: uuid.UUID | None) -> None:
    """Raise `CopyCancelled` where somebody has cancelled it."""
    if id is not None and await is_cancelled(state.database, FileCopy, id):
        raise CopyCancelled(_CANCELLED)


async def decide(state: KitState, id: uuid.UUID | None) -> None:
    """Let nobody cancel it any more, in this attempt and later ones. Raises `CopyCancelled` where somebody has."""
    if id is None:
        return
    decided = update(FileCopy).where(FileCopy.id == id, FileCopy.cancelled_at.is_(None))
    decided = decided.values(decided_at=func.coalesce(FileCopy.decided_at, func.now()))
    async with state.database.transaction() as session:
        if await session.scalar(decided.returning(FileCopy.id)) is None:
            raise CopyCancelled(_CANCELLED)
