import uuid

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class KnownScope(Base):
    """What whitelists call one of the site's own scopes: its name by the last announcement that was taken over.

    `Site.scopes_version` says which that was.
    """

    __tablename__ = "known_scopes"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
