"""Mailing the links that auth asks for."""

import logging
import uuid
from typing import Any

from cms.account_mails.destinations import link_for
from cms.account_mails.schemas import RequestedMail
from cms.emails import service as emails
from cms.emails.schemas import EmailRequest
from kit.errors import NotFound
from kit.http import InternalClient
from kit.jobs import Run, task
from kit.state import KitState

log = logging.getLogger(__name__)

MAIL_LINK = "account_mails.mail"
# For four and a half hours: auth may be away.
_ATTEMPTS = 9


@task(MAIL_LINK, attempts=_ATTEMPTS)
async def mail_link(run: Run, args: dict[str, Any]) -> None:
    """Write the mail in the transaction in which the job ends: once.

    The token is in the email only, sealed, and never in the job. One that is not usable any more is mailed to nobody.
    """
    mail = RequestedMail.model_validate(args["mail"])
    try:
        token = None if mail.token_id is None else await _token(run.state, mail.token_id)
    except NotFound:
        log.info("the link of a mail (%s) was used, replaced or revoked before it was written", mail.kind)
        return
    link = await link_for(run.state, mail.kind, is_staff=mail.is_staff, token=token)
    request = {
        "kind": mail.kind,
        "to": mail.to.model_dump(by_alias=True),
        "data": {**mail.data, "link": link},
    }
    await emails.write(run.session, EmailRequest.model_validate(request))


async def _token(kit: KitState, token_id: uuid.UUID) -> str:
    answer = await InternalClient(kit, "auth").post(f"/private/one-time-tokens/{token_id}/revelation")
    return str(answer["token"])
