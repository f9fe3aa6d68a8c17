"""``/ecom/notifications``."""

from ecom.imports import tasks as imports
from ecom.notifications.failed_refunds import failed_refunds
from ecom.notifications.low_stock import low_stock
from ecom.notifications.models import NotificationRead
from kit.notifications import notifications_router

router = notifications_router(
    "/ecom",
    NotificationRead,
    "ecom:read",
    "ecom:write",
    notify_when_done=[imports.APPLY],
    notify_all_of=[imports.APPLY],
    sources=[failed_refunds, low_stock],
)
