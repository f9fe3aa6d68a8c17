"""Templates of emails, and emails by them: to several recipients, with attachments."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "email_template_types",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_email_template_types"),
        sa.UniqueConstraint("name", name="uq_email_template_types_name"),
    )
    op.create_table(
        "email_templates",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("email_template_type_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.String(500), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("format", sa.String(5), server_default="html", nullable=False),
        sa.Column("recipients", JSONB(), server_default="[]", nullable=False),
        sa.Column("is_for_visitors", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_email_templates"),
        sa.ForeignKeyConstraint(
            ["email_template_type_id"],
            ["email_template_types.id"],
            name="fk_email_templates_email_template_type_id_email_template_types",
        ),
        sa.UniqueConstraint("email_template_type_id", "name", name="uq_email_templates_email_template_type_id_name"),
    )
    op.create_table(
        "default_email_templates",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("made_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_default_email_templates"),
    )
    op.create_table(
        "mailings",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("template_name", sa.String(200), nullable=False),
        sa.Column("to", JSONB(), nullable=False),
        sa.Column("cc", JSONB(), nullable=False),
        sa.Column("reply_to", JSONB(), nullable=False),
        sa.Column("subject", sa.String(500), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("is_logged", sa.Boolean(), nullable=False),
        sa.Column("attachments", JSONB(), nullable=False),
        sa.Column("has_attachments", sa.Boolean(), nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mailings"),
    )
    op.create_table(
        "attachment_pieces",
        sa.Column("mailing_id", sa.Uuid(), nullable=False),
        sa.Column("attachment", sa.Integer(), nullable=False),
        sa.Column("piece", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("mailing_id", "attachment", "piece", name="pk_attachment_pieces"),
        sa.ForeignKeyConstraint(
            ["mailing_id"],
            ["mailings.id"],
            name="fk_attachment_pieces_mailing_id_mailings",
            ondelete="CASCADE",
        ),
    )
    op.add_column("emails", sa.Column("mailing_id", sa.Uuid(), nullable=True))
    op.create_foreign_key("fk_emails_mailing_id_mailings", "emails", "mailings", ["mailing_id"], ["id"])
    op.create_index(
        "ix_emails_mailing_id", "emails", ["mailing_id"], postgresql_where=sa.text("mailing_id IS NOT NULL")
    )
