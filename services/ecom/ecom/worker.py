"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from ecom.orders import tasks as orders_tasks
from ecom.payments import tasks as payments_tasks
from ecom.prices import tasks as prices_tasks

__all__ = ["orders_tasks", "payments_tasks", "prices_tasks"]
