"""``/cms/config``, and the part of it that everybody may know, ``/cms/site``."""

import logging
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, FastAPI, Request, Response
from sqlalchemy.exc import SQLAlchemyError

from cms.config import settings_of
from cms.config_entries.models import ConfigEntry
from cms.config_entries.schemas import ConfigEntryOut, ConfigEntryUpdate, SiteOut, SiteUpdate
from cms.config_entries.service import ConfigEntryService
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.db import Session
from kit.errors import DatabaseUnavailable
from kit.preconditions import IfMatch, tag_version
from kit.state import KitState, state_of

log = logging.getLogger(__name__)

router = APIRouter()


@asynccontextmanager
async def complete_entries(app: FastAPI) -> AsyncIterator[None]:
    """Add the entries that a site of an earlier release lacks. Without the database they wait for the next start."""
    state: KitState = app.state.kit
    try:
        async with state.database.transaction() as session:
            await ConfigEntryService(state, session).complete()
    except (SQLAlchemyError, DatabaseUnavailable, OSError) as error:
        log.warning("the config entries were not completed: %s", error)
    yield


@router.get("/cms/config")
async def list(
    request: Request, session: Session, principal: Annotated[Principal, requires("editor")]
) -> Sequence[ConfigEntryOut]:
    """The config entries that the caller may read, sorted by key: all are for administrators."""
    return await ConfigEntryService(state_of(request), session).readable_by(principal)


@router.put("/cms/config/{entry_id}", response_model=ConfigEntryOut)
async def update(
    entry_id: uuid.UUID,
    change: ConfigEntryUpdate,
    request: Request,
    response: Response,
    session: Session,
    principal: Annotated[Principal, requires("admin")],
    if_match: IfMatch = None,
) -> ConfigEntry:
    """Change the value of a config entry."""
    entry = await ConfigEntryService(state_of(request), session).update(entry_id, change, if_match)
    tag_version(response, entry.version)
    return entry


@router.get("/cms/site")
async def get_site(request: Request, session: Session, caller: Annotated[Caller, Public]) -> SiteOut:
    """The site's name, language, time zone and areas, and what visitors may count on."""
    values = await ConfigEntryService(state_of(request), session).site()
    return SiteOut(
        site_name=values.get("siteName"),
        language=values.get("language"),
        timezone=values.get("timezone"),
        has_ecom=values.get("hasEcom"),
        has_crm=values.get("hasCRM"),
        allow_registration=values.get("allowRegistration", False),
        has_mail=settings_of(state_of(request)).has_mail,
    )


@router.put("/private/site", status_code=204, include_in_schema=False)
async def put_site(
    site: SiteUpdate, request: Request, session: Session, service: Annotated[str, Internal("auth")]
) -> None:
    """Set the site's name, language, time zone and areas."""
    await ConfigEntryService(state_of(request), session).put_site(site)
