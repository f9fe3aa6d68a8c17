"""Indexes of jobs by those who are told of them, and of mailings by the token in their link that unsubscribes."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import index_told_jobs

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    index_told_jobs()
    op.create_index(
        "ix_mailings_unsubscribe_token",
        "mailings",
        [sa.text("split_part(unsubscribe_url, '/cms/newsletter/unsubscription?token=', 2)")],
        postgresql_where=sa.text("unsubscribe_url IS NOT NULL"),
    )
