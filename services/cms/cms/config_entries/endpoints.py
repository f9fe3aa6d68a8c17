"""``/cms/config``, and the part of it that everybody may know, ``/cms/site``."""

from typing import Annotated

from fastapi import APIRouter

from cms.config_entries import service
from cms.config_entries.entries import entries
from cms.config_entries.schemas import SiteOut, SiteUpdate
from kit.at_start import at_start
from kit.auth import Caller, Internal, Public
from kit.config_routes import config_router
from kit.db import Session

router = config_router(entries, "/cms/config")
site_router = APIRouter()
# Adds the entries that a site of an earlier release lacks.
complete_entries = at_start(service.complete, "the config entries were not completed")


@site_router.get("/cms/site")
async def get_site(session: Session, caller: Annotated[Caller, Public]) -> SiteOut:
    """The site's name, language, time zone and areas, and what visitors may count on."""
    return await service.get_site(session)


@site_router.put("/private/site", status_code=204, include_in_schema=False)
async def put_site(data: SiteUpdate, session: Session, caller: Annotated[str, Internal("auth")]) -> None:
    """Set the site's name, language, time zone and areas."""
    await service.put_site(session, data)
