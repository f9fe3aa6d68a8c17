"""What the worker of this service does: its tasks and subscribers register themselves on import."""

# Tables that those of the tasks refer to have to be known to the process, too.
from ecom.brands import models as brands_models
from ecom.prices import tasks as prices_tasks
from ecom.product_groups import models as product_groups_models

__all__ = ["brands_models", "prices_tasks", "product_groups_models"]
