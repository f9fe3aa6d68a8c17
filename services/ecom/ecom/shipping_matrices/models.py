"""The table of shipping matrices."""

import uuid
from typing import Any

from sqlalchemy import Index, String, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned


class ShippingMatrix(UuidPrimaryKey, Timestamps, Versioned, Base):
    """What delivery costs, as rows that are read from the top.

    ``rows`` are as `ecom.shipping_matrices.schemas.Row` writes them; amounts in them are in ``currency``. ``leads_to``
    are the other matrices that they name; it is kept beside them so that a basket reads what it may need in one statement.
    Baskets begin with the one that ``is_first``.
    """

    __tablename__ = "shipping_matrices"
    __table_args__ = (
        Index("uq_shipping_matrices_is_first", "is_first", unique=True, postgresql_where=text("is_first")),
    )

    name: Mapped[str] = mapped_column(String(200), unique=True)
    currency: Mapped[str] = mapped_column(String(3))
    is_first: Mapped[bool] = mapped_column(server_default="false", default=False)
    rows: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    leads_to: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(Uuid), server_default="{}", default=list)
