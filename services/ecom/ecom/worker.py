"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from ecom.prices import tasks as prices_tasks

__all__ = ["prices_tasks"]
