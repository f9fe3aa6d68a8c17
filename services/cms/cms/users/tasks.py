"""Mailing the link by which somebody chooses a new password."""

from typing import Any
from urllib.parse import quote

from cms.config import settings_of
from cms.emails.schemas import EmailRequest
from cms.emails.service import EmailService
from kit.http import InternalClient
from kit.jobs import Run, task
from kit.state import KitState

MAIL_RESET = "users.mail_reset"
STAFF_PAGE = "/cms-login/reset-password"
_PLUGIN = "cms.resetPassword"
# For half an hour: a link that comes later is no help any more.
_ATTEMPTS = 6


@task(MAIL_RESET, attempts=_ATTEMPTS)
async def mail_reset(run: Run, args: dict[str, Any]) -> None:
    """Mail the link, if auth knows the account and lets it be reset.

    The token is in the email only, never in the job. An attempt that is repeated makes a token anew, and auth lets
    only the last one count.
    """
    asked = {"emailAddress": args["emailAddress"]}
    account = await InternalClient(run.state, "auth").post("/private/password-resets", json=asked)
    if account is None:
        return
    page = STAFF_PAGE if account["isStaff"] else await _members_page(run.state)
    request = {
        "kind": "reset_password",
        "to": {"name": account["name"], "emailAddress": account["emailAddress"]},
        # In the fragment: it is never sent to a server, nor in a Referer.
        "data": {"link": f"{settings_of(run.state).public_url}{page}#token={account['token']}"},
    }
    await EmailService(run.state, run.session).write(EmailRequest.model_validate(request))


async def _members_page(kit: KitState) -> str:
    """Where members choose a new password: the site's own page for it, if it has one."""
    found = await InternalClient(kit, "content").get("/private/pages/with-plugin", params={"ref": _PLUGIN})
    return quote(found["url"]) if found["url"] else STAFF_PAGE
