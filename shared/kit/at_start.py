"""Work on a service's own rows when it starts, such as what an earlier release has left undone."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from kit.errors import DatabaseUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def at_start(work: Callable[[AsyncSession], Awaitable[object]], undone: str) -> Lifespan:
    """A lifespan that does the work in one transaction before the service answers.

    Without the database the work waits for the next start; ``undone`` is what the log says of it then.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state: KitState = app.state.kit
        try:
            async with state.database.transaction() as session:
                await work(session)
        except (SQLAlchemyError, DatabaseUnavailable, OSError) as error:
            log.warning("%s: %s", undone, error)
        yield

    return lifespan
