"""What the worker of this service does: its tasks and chores register themselves on import."""

from auth import housekeeping

__all__ = ["housekeeping"]
