"""``/cms/notifications``."""

from cms.backups import tasks as backups
from cms.notifications.failed_emails import failed_emails
from cms.notifications.models import NotificationRead
from kit.notifications import notifications_router

router = notifications_router(
    "/cms", NotificationRead, "editor", notify_when_done=[backups.CREATE, backups.IMPORT], sources=[failed_emails]
)
