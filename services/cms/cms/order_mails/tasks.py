"""Mailing what happens to orders."""

from typing import Any

from cms.emails.mailings import write_mailing
from cms.emails.tasks import SEND_MAILINGS
from cms.order_mails.letters import letter_for
from cms.order_mails.readdressing import catch_up
from cms.order_mails.schemas import RequestedOrderMail
from kit.jobs import Run, enqueue, task

MAIL_ORDER = "order_mails.mail"


@task(MAIL_ORDER)
async def mail_order(run: Run, args: dict[str, Any]) -> None:
    """Write the mail in the transaction in which the job ends: once."""
    mail = RequestedOrderMail.model_validate(args["mail"])
    letter = await letter_for(run.state, mail)
    if letter is not None:
        await write_mailing(run.session, run.job_id, letter)
        if mail.to_address:
            await catch_up(run.session, mail.url)
        await enqueue(run.session, SEND_MAILINGS, {"mailingIds": [str(run.job_id)]}, key=str(run.job_id))
