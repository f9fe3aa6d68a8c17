"""Files of enquiries, and how many messages came of late."""

import uuid
from datetime import datetime

from sqlalchemy import BigInteger, String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base
from kit.hourly_limits import HourlyCount


class ContactFile(Base):
    """A file that came with an enquiry. Its bytes are in the storage, for the customer-relationship area to fetch."""

    __tablename__ = "contact_files"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    message_id: Mapped[uuid.UUID] = mapped_column(index=True)
    storage_key: Mapped[str] = mapped_column(String(200))
    name: Mapped[str] = mapped_column(String(200))
    media_type: Mapped[str] = mapped_column(String(100))
    size: Mapped[int] = mapped_column(BigInteger)
    received_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)


class ContactCount(HourlyCount, Base):
    """How many messages were taken in an hour: from a network, or by the site."""

    __tablename__ = "contact_counts"

    messages: Mapped[int] = mapped_column()
