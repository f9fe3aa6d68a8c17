"""What the worker of this service does: its tasks, chores and subscribers register themselves on import."""

from auth import housekeeping
from auth.keys import models as keys_models
from auth.site import events as site_events
from auth.site import tasks as site_tasks

__all__ = ["housekeeping", "keys_models", "site_events", "site_tasks"]
