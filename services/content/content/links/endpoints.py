"""Whether links lead anywhere."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from content.links import service
from content.links.schemas import ExternalStatus
from kit.auth import Principal, requires
from kit.state import state_of

router = APIRouter(prefix="/client/external", tags=["links"])


@router.get("/status")
async def status(
    request: Request,
    _: Annotated[Principal, requires("editor")],
    url: Annotated[str, Query(min_length=1, max_length=2_000, examples=["https://example.org/"])],
) -> ExternalStatus:
    """Ask an address outside the site for its status, following up to five redirects, for ten seconds in all.

    An address that did not answer, or that leads to a machine within the network, has none, and the reason instead.
    """
    return await service.external_status(state_of(request).settings, url)
