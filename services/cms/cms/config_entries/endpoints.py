"""``/cms/config``, and the part of it that everybody may know, ``/cms/site``."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, FastAPI
from sqlalchemy.exc import SQLAlchemyError

from cms.config_entries import service
from cms.config_entries.entries import entries
from cms.config_entries.schemas import SiteOut, SiteUpdate
from kit.auth import Caller, Internal, Public
from kit.config_routes import config_router
from kit.db import Session
from kit.errors import DatabaseUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

router = config_router(entries, "/cms/config")
site_router = APIRouter()


@asynccontextmanager
async def complete_entries(app: FastAPI) -> AsyncIterator[None]:
    """Add the entries that a site of an earlier release lacks. Without the database they wait for the next start."""
    state: KitState = app.state.kit
    try:
        async with state.database.transaction() as session:
            await service.complete(session)
    except (SQLAlchemyError, DatabaseUnavailable, OSError) as error:
        log.warning("the config entries were not completed: %s", error)
    yield


@site_router.get("/cms/site")
async def get_site(session: Session, caller: Annotated[Caller, Public]) -> SiteOut:
    """The site's name, language, time zone and areas, and what visitors may count on."""
    return await service.get_site(session)


@site_router.put("/private/site", status_code=204, include_in_schema=False)
async def put_site(data: SiteUpdate, session: Session, caller: Annotated[str, Internal("auth")]) -> None:
    """Set the site's name, language, time zone and areas."""
    await service.put_site(session, data)
