"""The data of the plugins for members: who is logged in, may register, and whether the site has a shop.

No more than that: who it is, and what is known of them, the plugins ask auth for in the member's own browser.
"""

from collections.abc import Mapping, Sequence

from content.documents.loading import Connection
from content.page_render.sources import Answer, Asked, Instance, Source, same_for_all

REFS = (
    "cms.accountManagement",
    "cms.login",
    "cms.loginButton",
    "cms.profile",
    "cms.register",
    "cms.resetPassword",
)
_TAGS = frozenset({"site"})


async def _read(connection: Connection) -> bool:
    rows = await connection.fetch("SELECT allow_registration FROM site")
    return bool(rows[0]["allow_registration"])


async def _answer(instances: Sequence[Instance], asked: Asked) -> Mapping[str, Answer]:
    is_open = await asked.remember("registration", _read)
    data = {
        "isLoggedIn": asked.viewer.is_logged_in,
        "isRegistrationOpen": is_open,
        "hasShop": asked.site["hasEcom"],
    }
    return same_for_all(instances, data, _TAGS)


MEMBERS = [Source(ref=ref, answer=_answer) for ref in REFS]
