"""Mailing the link by which somebody chooses a new password."""

from typing import Any

from cms.account_mails.destinations import link_for
from cms.emails import service as emails
from cms.emails.schemas import EmailRequest
from kit.http import InternalClient
from kit.jobs import Run, task

MAIL_RESET = "users.mail_reset"
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
    link = await link_for(run.state, "reset_password", is_staff=account["isStaff"], token=account["token"])
    request = {
        "kind": "reset_password",
        "to": {"name": account["name"], "emailAddress": account["emailAddress"]},
        "data": {"link": link},
    }
    await emails.write(run.session, EmailRequest.model_validate(request))
