"""When a fix of links changed a page, or was taken back there: for checks that have read it before."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    moment = sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)
    op.add_column("link_fix_pages", moment)
