"""``/ecom/config``."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from ecom.config_entries.entries import entries
from kit.config_routes import config_router
from kit.errors import DatabaseUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

router = config_router(entries, "/ecom/config")


@asynccontextmanager
async def complete_entries(app: FastAPI) -> AsyncIterator[None]:
    """Add the entries that are not stored yet. Without the database they wait for the next start."""
    state: KitState = app.state.kit
    try:
        async with state.database.transaction() as session:
            await entries.put(session, {})
    except (SQLAlchemyError, DatabaseUnavailable, OSError) as error:
        log.warning("the config entries were not completed: %s", error)
    yield
