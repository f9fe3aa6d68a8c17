"""Payments, refunds, and what providers of payments have told."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0007"
down_revision = "0006"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "payments",
        *record_columns(),
        sa.Column("order_id", sa.Uuid(), nullable=False),
        sa.Column("order_reference", sa.String(50), nullable=False),
        sa.Column("key", sa.String(43), nullable=False),
        sa.Column("gateway", sa.String(20), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("refunded_amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("provider_id", sa.String(255), nullable=True),
        sa.Column("authorisation_id", sa.String(255), nullable=True),
        sa.Column("charge_id", sa.String(255), nullable=True),
        *_fault_columns(),
        sa.Column("asked_at", _MOMENT, nullable=True),
        sa.Column("captured_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_payments"),
        sa.UniqueConstraint("gateway", "provider_id", name="uq_payments_gateway_provider_id"),
        sa.CheckConstraint("amount >= 0 AND refunded_amount >= 0", name="ck_payments_amounts_not_below_zero"),
        sa.CheckConstraint("refunded_amount <= amount", name="ck_payments_refunded_not_above_amount"),
    )
    op.create_index("ix_payments_order_id", "payments", ["order_id"])
    op.create_index("ix_payments_state_created_at", "payments", ["state", "created_at"])
    _create_refunds()
    op.create_table(
        "provider_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(20), nullable=False),
        sa.Column("event_id", sa.String(255), nullable=False),
        sa.Column("type", sa.String(100), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("received_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_provider_events"),
        sa.UniqueConstraint("provider", "event_id", name="uq_provider_events_provider_event_id"),
    )
    op.create_index("ix_provider_events_received_at", "provider_events", ["received_at"])


def _create_refunds() -> None:
    op.create_table(
        "refunds",
        *record_columns(),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("rows", JSONB(), server_default="[]", nullable=False),
        sa.Column("reason", sa.String(500), server_default="", nullable=False),
        sa.Column("provider_id", sa.String(255), nullable=True),
        *_fault_columns(),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("done_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_refunds"),
        sa.ForeignKeyConstraint(["payment_id"], ["payments.id"], name="fk_refunds_payment_id_payments"),
        sa.CheckConstraint("amount > 0", name="ck_refunds_amount_above_zero"),
    )
    op.create_index("ix_refunds_payment_id", "refunds", ["payment_id"])
    op.create_index("ix_refunds_state_created_at", "refunds", ["state", "created_at"])


def _fault_columns() -> list[sa.Column[str] | sa.Column[int]]:
    return [
        sa.Column("fault", sa.String(50), server_default="", nullable=False),
        sa.Column("fault_detail", sa.String(500), server_default="", nullable=False),
        sa.Column("faults", sa.Integer(), server_default="0", nullable=False),
    ]
