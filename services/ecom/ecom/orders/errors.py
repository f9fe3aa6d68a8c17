"""Why something cannot be done with an order."""

from kit.errors import Conflict, NotFound


class OrderNotFound(NotFound):
    """404: no order has this id, or none that the caller may see."""

    code = "order_not_found"


class OrderStateRefused(Conflict):
    """409: the order is in a state that does not lead to this one."""

    code = "order_state_refused"


class OrderAlreadySent(Conflict):
    """409: the addresses of an order that was sent stay as they were."""

    code = "order_already_sent"


class RefundsChanged(Conflict):
    """409: more has gone back, or is on its way, than the caller saw."""

    code = "refunds_changed"


class RefundTooLarge(Conflict):
    """409: more would go back than was paid, or more of a row than was bought."""

    code = "refund_too_large"
