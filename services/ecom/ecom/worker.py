"""What the worker of this service does: its tasks and subscribers register themselves on import."""

from ecom.files import events as files_events
from ecom.files import tasks as files_tasks
from ecom.orders import tasks as orders_tasks
from ecom.payments import tasks as payments_tasks
from ecom.prices import tasks as prices_tasks

__all__ = ["files_events", "files_tasks", "orders_tasks", "payments_tasks", "prices_tasks"]
