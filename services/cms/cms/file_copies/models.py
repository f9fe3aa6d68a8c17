"""What is fetched of other sites, and how many images people had fetched of late."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from kit.cancellable import Cancellable
from kit.db import Base, Timestamps, UuidPrimaryKey
from kit.hourly_limits import HourlyCount


class FileCopy(UuidPrimaryKey, Timestamps, Cancellable, Base):
    """Images of other sites that one job copies.

    From ``decided_at`` on, files are made of them, which takes moments: cancelled after that, some would stay.
    """

    __tablename__ = "file_copies"

    decided_at: Mapped[datetime | None]


class FileCopyCount(HourlyCount, Base):
    """How many images of other sites were asked for in an hour: by a person, or by all of the site."""

    __tablename__ = "file_copy_counts"

    # The column is called as it came: the release before counts in it as well.
    images: Mapped[int] = mapped_column("calls")
