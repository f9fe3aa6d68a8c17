"""What the worker of this service does: its tasks register themselves on import."""

from cms.emails import tasks as emails_tasks
from cms.users import tasks as users_tasks

__all__ = ["emails_tasks", "users_tasks"]
