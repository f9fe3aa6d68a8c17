"""The data of the plugins for members: whether somebody is logged in, and whether visitors may register.

No more than that: who it is, and what is known of them, the plugins ask auth for in the member's own browser.
"""

from typing import Any

from content.documents.loading import Connection
from content.page_render.sources import Asker, Source

REFS = (
    "cms.accountManagement",
    "cms.login",
    "cms.loginButton",
    "cms.profile",
    "cms.register",
    "cms.resetPassword",
)


async def _read(connection: Connection) -> bool:
    rows = await connection.fetch("SELECT allow_registration FROM site")
    return bool(rows[0]["allow_registration"])


def _answer(is_open: bool, asker: Asker) -> dict[str, Any]:
    return {"isLoggedIn": asker.is_logged_in, "isRegistrationOpen": is_open}


MEMBERS = [Source(ref=ref, tags=frozenset({"site"}), read=_read, answer=_answer) for ref in REFS]
