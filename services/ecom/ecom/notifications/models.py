"""What of their notifications people have read."""

from kit.db import Base
from kit.notifications import StoredRead


class NotificationRead(StoredRead, Base):
    """When somebody read a notification of this service."""

    __tablename__ = "notification_reads"
