"""What visitors read while the web host is away: the gateway then asks here for every page."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from content.away.errors import SiteAway
from kit.auth import Caller, Public

router = APIRouter(prefix="/client/internal/away")

_PAGE = Path(__file__).with_name("page.html").read_text()
_HEADERS = {"Retry-After": "5"}


# HEAD too, which the web host answers: whoever watches the site by it reads 503 and not 405.
@router.api_route(
    "/{path:path}", methods=["GET", "HEAD"], response_class=HTMLResponse, status_code=503, include_in_schema=False
)
async def get(path: str, request: Request, caller: Annotated[Caller, Public]) -> HTMLResponse:
    """The same page at every address, or a problem for programs that ask for JSON. Asks nobody."""
    accepted = request.headers.get("Accept", "")
    if "json" in accepted and "text/html" not in accepted:
        raise SiteAway("The site is being restarted. Try again in a moment.", headers=_HEADERS)
    return HTMLResponse(_PAGE, status_code=503, headers=_HEADERS)
