"""``/cms/google``: the site's analytics, read from Google Analytics."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query, Response

from cms.analytics import service
from cms.analytics.schemas import GoogleAuthorisation, GoogleConsentOut, GoogleStateOut, ReportOut
from kit.auth import Principal, requires
from kit.db import Session

router = APIRouter(prefix="/cms/google")

_Admin = Annotated[Principal, requires("admin")]
_Editor = Annotated[Principal, requires("editor")]


@router.get("")
async def get(session: Session, _: _Editor) -> GoogleStateOut:
    """Whether the site is set up for analytics, and connected."""
    return await service.state(session)


@router.post("/consent")
async def start(session: Session, principal: _Admin, response: Response) -> GoogleConsentOut:
    """Begin to connect the site: gives the address at Google where the caller agrees to it."""
    response.headers["Cache-Control"] = "no-store"
    return GoogleConsentOut(address=await service.consent_address(session, principal))


@router.post("/authorise", status_code=204)
async def authorise(data: GoogleAuthorisation, session: Session, principal: _Admin) -> None:
    """Connect the site with what Google gave the browser. Each code is good once."""
    await service.connect(session, principal, data)


@router.delete("/authorise", status_code=204)
async def disconnect(session: Session, principal: _Admin) -> None:
    """Disconnect the site from Google. What Google granted is taken back there as well."""
    await service.disconnect(session, principal)


@router.get("/reports")
async def get_report(
    session: Session,
    _: _Editor,
    start_date: Annotated[
        date | None, Query(alias="start-date", description="Left out, it is 30 days before the last.")
    ] = None,
    end_date: Annotated[date | None, Query(alias="end-date", description="Left out, it is today.")] = None,
    path: Annotated[
        str | None,
        Query(
            max_length=1_000,
            pattern=r"^/[^\x00-\x1f\x7f]*$",
            description="One page by its address, or those below another: `/blog/*`.",
        ),
    ] = None,
) -> ReportOut:
    """Who visited the site: by day, by page and by where they came from. 366 days at most."""
    return await service.report(session, start_date, end_date, path)
