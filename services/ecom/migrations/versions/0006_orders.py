"""Orders with their rows, refunds and events, and how many were placed of late."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0006"
down_revision = "0005"

_MOMENT = sa.DateTime(timezone=True)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _amount(name: str, *, default: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), server_default="0" if default else None, nullable=False)


def upgrade() -> None:
    _create_orders()
    _create_rows()
    op.create_table(
        "order_refunds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        _amount("amount"),
        sa.Column("rows", JSONB(), server_default="[]", nullable=False),
        sa.Column("at", _MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_order_refunds"),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name="fk_order_refunds_order_id_orders", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_order_refunds_order_id", "order_refunds", ["order_id"])
    op.create_table(
        "order_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        _text("kind", 30),
        sa.Column("details", JSONB(), server_default="{}", nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("at", _MOMENT, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_order_events"),
        sa.ForeignKeyConstraint(
            ["order_id"], ["orders.id"], name="fk_order_events_order_id_orders", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_order_events_order_id_id", "order_events", ["order_id", "id"])
    op.create_table(
        "checkout_counts",
        sa.Column("bucket", sa.LargeBinary(), nullable=False),
        sa.Column("orders", sa.Integer(), nullable=False),
        sa.Column("window_ends_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_checkout_counts"),
    )
    op.create_index("ix_checkout_counts_window_ends_at", "checkout_counts", ["window_ends_at"])


def _create_orders() -> None:
    op.create_table(
        "orders",
        *record_columns(),
        _text("reference", 20),
        _text("token", 64),
        _text("state", 20),
        _text("gateway", 20),
        _text("currency", 3),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        _text("contact_name", 200),
        _text("email", 254),
        sa.Column("phone", sa.String(50), server_default="", nullable=False),
        sa.Column("billing", JSONB(), nullable=False),
        sa.Column("delivery", JSONB(), nullable=False),
        sa.Column("customer_note", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("tracking", sa.String(300), server_default="", nullable=False),
        sa.Column("prices_include_tax", sa.Boolean(), nullable=False),
        sa.Column("needs_delivery", sa.Boolean(), nullable=False),
        sa.Column("is_collected", sa.Boolean(), nullable=False),
        _amount("delivery_excl_tax"),
        _amount("delivery_tax"),
        _amount("delivery_incl_tax"),
        sa.Column("delivery_tax_percent", sa.String(20), server_default="0", nullable=False),
        _amount("total_excl_tax"),
        _amount("tax"),
        _amount("total_incl_tax"),
        _amount("paid_amount", default=True),
        _amount("refunded_amount", default=True),
        sa.Column("has_stock", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=True),
        sa.Column("confirmed_at", _MOMENT, nullable=True),
        sa.Column("paid_at", _MOMENT, nullable=True),
        sa.Column("sent_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
        sa.UniqueConstraint("reference", name="uq_orders_reference"),
        sa.UniqueConstraint("token", name="uq_orders_token"),
        sa.CheckConstraint("refunded_amount <= paid_amount", name="ck_orders_refunded_at_most_what_was_paid"),
    )
    for column in ("created_at", "user_id", "state"):
        op.create_index(f"ix_orders_{column}", "orders", [column])
    op.create_index(
        "ix_orders_expires_at", "orders", ["expires_at"], postgresql_where=sa.text("expires_at IS NOT NULL")
    )


def _create_rows() -> None:
    op.create_table(
        "order_rows",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("product_id", sa.Uuid(), nullable=True),
        _text("group_name", 200),
        sa.Column("product_name", sa.Text(), nullable=False),
        _text("sku", 100),
        sa.Column("options", JSONB(), server_default="{}", nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        _amount("unit_price"),
        _amount("unit_price_incl_tax"),
        _amount("total_excl_tax"),
        _amount("tax"),
        _amount("total_incl_tax"),
        _text("tax_percent", 20),
        sa.Column("needs_delivery", sa.Boolean(), nullable=False),
        sa.Column("refunded_quantity", sa.Integer(), server_default="0", nullable=False),
        sa.Column("returned_quantity", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_order_rows"),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name="fk_order_rows_order_id_orders", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["product_id"], ["products.id"], name="fk_order_rows_product_id_products", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_order_rows_order_id_position", "order_rows", ["order_id", "position"])
    op.create_index("ix_order_rows_product_id", "order_rows", ["product_id"])
