"""The page for somebody who opens the address of a file in a browser and is not shown it."""

from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.responses import Response

from cms.file_delivery.errors import FileForMembers, FileForOthers
from cms.files.errors import FileNotFound
from cms.member_pages import page_or_screen
from cms.site_page import site_page
from kit.state import KitState

NotShown = FileNotFound | FileForMembers | FileForOthers
_VARIES = "Accept, Sec-Fetch-Mode"


def is_opened(headers: Headers) -> bool:
    """Whether a browser is to show the answer by itself; a page's images and programs are given problems."""
    mode = headers.get("sec-fetch-mode")
    return "text/html" in headers.get("accept", "") if mode is None else mode == "navigate"


async def page_for(state: KitState, address: str, error: NotShown) -> Response:
    """Returns the page that says why the file of this address is not shown, with the error's status and a way to log in."""
    values = {"code": error.code}
    if isinstance(error, FileForMembers):
        login = await page_or_screen(state, "cms.login", "/cms-login")
        values["loginUrl"] = f"{login}?redirectedFrom={quote(address, safe='')}"
    async with state.database.reading() as session:
        answer = await site_page(session, "file_page.html.liquid", values, status=error.status)
    answer.headers["Vary"] = _VARIES
    return answer
