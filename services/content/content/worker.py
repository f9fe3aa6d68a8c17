"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from content.blocks import tasks as blocks_tasks
from content.site import events as site_events

__all__ = ["blocks_tasks", "site_events"]
