"""What the worker of this service does: its tasks register themselves on import."""

from cms.emails import tasks as emails_tasks

__all__ = ["emails_tasks"]
