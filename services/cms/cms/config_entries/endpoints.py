"""``/cms/config``, and the part of it that everybody may know, ``/cms/site``."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Request, Response

from cms.config_entries.models import ConfigEntry
from cms.config_entries.schemas import ConfigEntryOut, ConfigEntryUpdate, SiteOut, SiteUpdate
from cms.config_entries.service import ConfigEntryService
from kit.auth import Caller, Internal, Principal, Public, requires
from kit.db import Session
from kit.preconditions import IfMatch, tag_version
from kit.state import state_of

router = APIRouter()


@router.get("/cms/config")
async def list(
    request: Request, session: Session, principal: Annotated[Principal, requires("editor")]
) -> Sequence[ConfigEntryOut]:
    """All config entries, sorted by key."""
    return await ConfigEntryService(state_of(request), session).all()


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
    """The site's name, language, time zone and areas."""
    values = await ConfigEntryService(state_of(request), session).site()
    return SiteOut(
        site_name=values.get("siteName"),
        language=values.get("language"),
        timezone=values.get("timezone"),
        has_ecom=values.get("hasEcom"),
        has_crm=values.get("hasCRM"),
    )


@router.put("/private/site", status_code=204, include_in_schema=False)
async def put_site(site: SiteUpdate, request: Request, session: Session, service: Annotated[str, Internal]) -> None:
    """Set the site's name, language, time zone and areas."""
    await ConfigEntryService(state_of(request), session).put_site(site)
