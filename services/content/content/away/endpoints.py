"""What the gateway has said here: what visitors read while the web host is away, and what it cannot say in JSON."""

from pathlib import Path
from string import Template
from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from content.away.errors import ServiceTimedOut, ServiceUnreachable, SiteAway
from content.away.repository import language_of_site
from content.away.words import words_for
from kit.auth import Caller, Public
from kit.db import pool
from kit.errors import DomainError, PayloadTooLarge

router = APIRouter(prefix="/client/internal")

_PAGE = Template(Path(__file__).with_name("page.html").read_text())
_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
_HEADERS = {"Retry-After": "5"}
# As the web host would have it; the page has a style and nothing else.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
# Addresses of calls, which read problems whatever they accept.
_CALLS = ("client/", "auth/", "cms/", "crm/", "ecom/", "files/")
_Status = Literal["413", "502", "503", "504"]
_PROBLEMS: dict[str, type[DomainError]] = {
    "413": PayloadTooLarge,
    # As gateways of the release before ask.
    "502": ServiceUnreachable,
    "503": ServiceUnreachable,
    "504": ServiceTimedOut,
}


@router.api_route("/gateway-problems/{status}", methods=["GET", "HEAD"], include_in_schema=False)
async def get_problem(status: _Status, caller: Annotated[Caller, Public]) -> Response:
    """What the gateway says of the other parts' failures: it asks here and keeps the status."""
    raise _PROBLEMS[status](headers=_HEADERS if status in ("502", "503") else {})


@router.api_route("/away/client/api/gateway-problems/{status}", methods=["GET", "HEAD"], include_in_schema=False)
async def get_problem_for_host(status: _Status, caller: Annotated[Caller, Public]) -> Response:
    """The same in the place of the web host, which is asked as long as it is there."""
    return await get_problem(status, caller)


# Whatever the web host or another service would have answered, or refused in words of its own.
@router.api_route(
    "/away/{path:path}", methods=_METHODS, response_class=HTMLResponse, status_code=503, include_in_schema=False
)
async def get(path: str, request: Request, caller: Annotated[Caller, Public]) -> HTMLResponse:
    """The same page at every address, or a problem for calls and for programs that ask for JSON."""
    accepted = request.headers.get("Accept", "")
    if path.startswith(_CALLS) or ("json" in accepted and "text/html" not in accepted):
        raise SiteAway("The site is being restarted. Try again in a moment.", headers=_HEADERS)
    words = words_for(await language_of_site(pool(request)))
    return HTMLResponse(
        _PAGE.substitute(words._asdict()), status_code=503, headers={**_HEADERS, "Content-Security-Policy": _POLICY}
    )
