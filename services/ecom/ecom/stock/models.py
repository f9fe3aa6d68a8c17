"""The table of stock movements."""

import uuid
from datetime import datetime
from typing import Literal

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey

Reason = Literal["adjusted", "imported", "ordered", "cancelled", "returned"]


class StockMovement(UuidPrimaryKey, Base):
    """One change of a product's stock: the ledger that its stock is the sum of.

    ``reason`` is a `Reason`; ``order_id`` says whose order took or gave back.
    """

    __tablename__ = "stock_movements"
    __table_args__ = (Index(None, "product_id", "id"), Index(None, "order_id"))

    product_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("products.id", ondelete="CASCADE"))
    change: Mapped[int]
    stock_after: Mapped[int]
    reason: Mapped[str] = mapped_column(String(20))
    order_id: Mapped[uuid.UUID | None]
    note: Mapped[str] = mapped_column(String(500), server_default="", default="")
    actor_id: Mapped[uuid.UUID | None]
    at: Mapped[datetime]
