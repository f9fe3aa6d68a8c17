"""Tax rates, and the matrices that delivery charges are read from."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _create_tax_rates()
    _create_shipping_matrices()


def _create_tax_rates() -> None:
    op.create_table(
        "tax_rates",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("country", sa.String(2), nullable=True),
        sa.Column("county", sa.String(1000), server_default="", nullable=False),
        sa.Column("town", sa.String(1000), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("tax_class", sa.String(50), server_default="standard", nullable=False),
        sa.Column("rate_millionths", sa.Integer(), nullable=False),
        sa.Column("priority", sa.Integer(), server_default="1", nullable=False),
        sa.Column("is_compound", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("applies_to_delivery", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("rate_millionths >= 0", name="ck_tax_rates_rate_not_below_zero"),
        sa.PrimaryKeyConstraint("id", name="pk_tax_rates"),
    )
    op.create_index("ix_tax_rates_postcode", "tax_rates", ["postcode"], postgresql_using="hash")
    op.create_index("ix_tax_rates_patterns", "tax_rates", ["country"], postgresql_where=sa.text("postcode ~ '[*;.]'"))


def _create_shipping_matrices() -> None:
    op.create_table(
        "shipping_matrices",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("is_first", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("rows", JSONB(), server_default="[]", nullable=False),
        sa.Column("leads_to", sa.ARRAY(sa.Uuid()), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_shipping_matrices"),
        sa.UniqueConstraint("name", name="uq_shipping_matrices_name"),
    )
    op.create_index(
        "uq_shipping_matrices_is_first",
        "shipping_matrices",
        ["is_first"],
        unique=True,
        postgresql_where=sa.text("is_first"),
    )
