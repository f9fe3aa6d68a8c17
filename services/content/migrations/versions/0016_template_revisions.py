"""What templates were at each save."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0016"
down_revision = "0015"

_SOURCES = ("shared_scss", "inline_scss", "external_scss", "inline_css", "external_css", "js")


def upgrade() -> None:
    op.create_table(
        "template_revisions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("template_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in _SOURCES),
        sa.Column("fonts", JSONB(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_template_revisions"),
        sa.UniqueConstraint("template_id", "version", name="uq_template_revisions_template_id_version"),
        sa.ForeignKeyConstraint(
            ["template_id"],
            ["templates.id"],
            name="fk_template_revisions_template_id_templates",
            ondelete="CASCADE",
        ),
    )
