"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from ecom.payments import tasks as payments_tasks

__all__ = ["payments_tasks"]
