"""The table of mailing lists."""

from typing import Literal

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

ListProvider = Literal["site", "mailchimp", "campaignMonitor"]


class MailingList(UuidPrimaryKey, Timestamps, Versioned, Base):
    """A list that people subscribe to: the site's own, or one that a provider keeps."""

    __tablename__ = "mailing_lists"

    key: Mapped[str] = mapped_column(String(100), unique=True)
    """What programs call it."""
    name: Mapped[str] = mapped_column(String(200))
    provider: Mapped[ListProvider] = mapped_column(String(20))
    external_id: Mapped[str] = mapped_column(String(100), server_default="", default="")
    """The provider's id of the list; empty for the site's own."""
