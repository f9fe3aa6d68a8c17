"""What the worker of this service does: its tasks and subscribers register themselves on import."""

# Tables that those of the tasks refer to have to be known to the process, too.
from ecom.brands import models as brands_models
from ecom.categories import models as categories_models
from ecom.checkout import tasks as checkout_tasks
from ecom.files import events as files_events
from ecom.files import tasks as files_tasks
from ecom.imports import tasks as imports_tasks
from ecom.payments import tasks as payments_tasks
from ecom.prices import scope_names as prices_scope_names
from ecom.prices import tasks as prices_tasks
from ecom.product_groups import models as product_groups_models

__all__ = [
    "brands_models",
    "categories_models",
    "checkout_tasks",
    "files_events",
    "files_tasks",
    "imports_tasks",
    "payments_tasks",
    "prices_scope_names",
    "prices_tasks",
    "product_groups_models",
]
