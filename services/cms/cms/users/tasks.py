"""Mailing the link by which somebody chooses a new password."""

from typing import Any

from cms.config import settings_of
from cms.emails import service as emails
from cms.emails.schemas import EmailRequest
from cms.member_pages import page_with
from kit.http import InternalClient
from kit.jobs import Run, task

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
    page = None if account["isStaff"] else await page_with(run.state, _PLUGIN)
    request = {
        "kind": "reset_password",
        "to": {"name": account["name"], "emailAddress": account["emailAddress"]},
        # In the fragment: it is never sent to a server, nor in a Referer.
        "data": {"link": f"{settings_of(run.state).public_url}{page or STAFF_PAGE}#token={account['token']}"},
    }
    await emails.write(run.session, EmailRequest.model_validate(request))
