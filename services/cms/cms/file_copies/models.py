"""How many images people had fetched of late."""

from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base
from kit.hourly_limits import HourlyCount


class FileCopyCount(HourlyCount, Base):
    """How many images of other sites were asked for in an hour: by a person, or by all of the site."""

    __tablename__ = "file_copy_counts"

    # The column is called as it came: the release before counts in it as well.
    images: Mapped[int] = mapped_column("calls")
