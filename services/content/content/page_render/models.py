import uuid
from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class SavePart(Base):
    """A part of a save that is too long for one request, until its last part comes."""

    __tablename__ = "save_parts"

    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("pages.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[uuid.UUID] = mapped_column(primary_key=True, index=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    count: Mapped[int]
    request_hash: Mapped[bytes] = mapped_column(LargeBinary)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
