"""Which subscribers a job is still to see to."""

from sqlalchemy import ColumnElement, String, cast, exists

from cms.subscribers.models import Subscriber
from kit.tables import Job


def has_open_job(task: str) -> ColumnElement[bool]:
    """Whether a job of this name waits or works for a subscriber. One that ended without a word leaves none."""
    names = Job.args["subscriberId"].as_string() == cast(Subscriber.id, String)
    return exists().where(Job.name == task, Job.state.in_(("queued", "running")), names)
