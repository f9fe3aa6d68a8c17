"""Since when a product is low in stock, for telling of each fall once."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("products", sa.Column("low_since", sa.DateTime(timezone=True)))
    low = sa.text("low_since IS NOT NULL")
    op.create_index("ix_products_low_since", "products", ["low_since"], postgresql_where=low)
