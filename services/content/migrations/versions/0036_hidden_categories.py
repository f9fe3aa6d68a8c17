"""Whether a category without a page bears the name of one that not everybody saw.

Which ones have lost such a page before nobody can tell: they stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    is_hidden = sa.Column("is_hidden", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("blog_categories", is_hidden)
