"""Which subscribers a job is still to see to."""

from sqlalchemy import ColumnElement, String, cast, select

from cms.subscribers.models import Subscriber
from kit.tables import Job


def has_open_job(task: str) -> ColumnElement[bool]:
    """Whether a job of this name waits or works for a subscriber. One that ended without a word leaves none.

    Open jobs are read once, and not once for each subscriber, as they are where they are asked for by EXISTS.
    """
    named = Job.args["subscriberId"].as_string()
    theirs = select(named).where(Job.name == task, Job.state.in_(("queued", "running")), named.is_not(None))
    return cast(Subscriber.id, String).in_(theirs)
