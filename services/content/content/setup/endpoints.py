from typing import Annotated

from fastapi import APIRouter

from content.setup import service
from content.site.models import Site
from content.site.schemas import SiteIn, SiteOut
from kit.auth import Internal
from kit.db import Session

private_router = APIRouter(prefix="/private/site")


@private_router.put("", response_model=SiteOut, include_in_schema=False)
async def put(data: SiteIn, session: Session, _: Annotated[str, Internal("auth")]) -> Site:
    """Set the site up with its first look and pages; on a site that is set up, only its settings change."""
    return await service.put(session, data)
