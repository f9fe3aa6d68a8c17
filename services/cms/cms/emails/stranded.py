"""Emails that wait to be sent although nobody will: their jobs ended without having said what became of them.

A worker that is killed says nothing. Killed in every attempt, it leaves a job that has failed, later one that is not
there any more, and an email that would wait in the log for ever. Rejected: to begin anew by oneself. What kills nine
workers kills the tenth; an administrator may have it sent again.
"""

import logging
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import String, and_, case, cast, exists, or_, update

from cms.emails.models import Email
from cms.emails.smtp import unconfirmed
from kit.state import KitState
from kit.tables import Job

log = logging.getLogger(__name__)

BROKEN_OFF = "Sending was interrupted before the mail server received the email. This was the last attempt."

# A worker that has lost its lease may still wait for the server's answer, and note it.
_ANSWER_COMES_WITHIN = timedelta(minutes=10)


async def mark_failed(kit: KitState, job_names: Collection[str], mailing_job_name: str) -> int:
    """Have the log say that they failed, and give how many there were.

    The names are those of the jobs that send one email, and all of some mailings.
    """
    now = datetime.now(UTC)
    sends_it = and_(Job.name.in_(job_names), Job.args["emailId"].as_string() == cast(Email.id, String))
    mailings = Job.args["mailingIds"].op("?", is_comparison=True)
    sends_its_mailing = and_(Job.name == mailing_job_name, mailings(cast(Email.mailing_id, String)))
    is_open = exists().where(Job.state.in_(("queued", "running")), or_(sends_it, sends_its_mailing))
    handed_over = Email.handed_over_at
    statement = (
        update(Email)
        .where(Email.state == "queued", ~is_open, or_(handed_over.is_(None), handed_over < now - _ANSWER_COMES_WITHIN))
        .values(
            state="failed",
            reason=case((handed_over.is_(None), BROKEN_OFF), else_=unconfirmed("the sending was interrupted")),
            updated_at=now,
        )
        .returning(Email.id)
    )
    async with kit.database.transaction() as session:
        failed = (await session.scalars(statement)).all()
    for identifier in failed:
        log.warning("email %s waited for a job that is over", identifier)
    return len(failed)
