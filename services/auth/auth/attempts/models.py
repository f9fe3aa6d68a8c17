"""The table of counted failures."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class FailureCount(Base):
    """How often one subject failed at one thing since its window began; see `Limit`."""

    __tablename__ = "failure_counts"

    bucket: Mapped[bytes] = mapped_column(primary_key=True)
    failures: Mapped[int]
    window_ends_at: Mapped[datetime] = mapped_column(index=True)
