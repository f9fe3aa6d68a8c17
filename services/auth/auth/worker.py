"""What the worker of this service does: its tasks, chores and subscribers register themselves on import."""

from auth import housekeeping
from auth.site import events as site_events
from auth.site import tasks as site_tasks

__all__ = ["housekeeping", "site_events", "site_tasks"]
