"""How many images people had fetched of late."""

from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base
from kit.hourly_limits import HourlyCount


class FileCopyCount(HourlyCount, Base):
    """How many calls for images of other sites came in an hour: of a person, or to the site."""

    __tablename__ = "file_copy_counts"

    calls: Mapped[int] = mapped_column()
