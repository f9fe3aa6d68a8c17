"""Indexes for counting sales: orders by when they were paid, those that were not, and refunds by when they were made."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_index("ix_orders_paid_at", "orders", ["paid_at"])
    op.create_index("ix_orders_unpaid_gateway", "orders", ["gateway"], postgresql_where=sa.text("paid_at IS NULL"))
    op.create_index("ix_order_refunds_at", "order_refunds", ["at"])
