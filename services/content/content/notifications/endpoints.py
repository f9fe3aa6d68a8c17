"""``/client/notifications``."""

from content.blocks.tasks import REMOVE_BRANCH
from content.links.tasks import CHECK_LINKS
from content.notifications.models import NotificationRead
from kit.notifications import notifications_router

router = notifications_router("/client", NotificationRead, "editor", notify_when_done=[REMOVE_BRANCH, CHECK_LINKS])
