"""Why an order is not taken."""

from kit.errors import Conflict, TooManyRequests


class SummaryChanged(Conflict):
    """409: the basket comes to something else than was agreed to, or not all of it can be had. ``summary`` is the new one."""

    code = "summary_changed"


class OrderKeyReused(Conflict):
    """409: another order was sent with this Idempotency-Key."""

    code = "idempotency_key_reused"


class CollectionNotOffered(Conflict):
    """409: nothing can be collected from this shop."""

    code = "collection_not_offered"


class TooManyOrders(TooManyRequests):
    """429: many orders came from this network, or to this shop."""

    code = "too_many_orders"
