"""Templates: what browsers get of them in fewer bytes. Those of an earlier release are made by a job.

The release before this one changes sources and knows nothing of what was made from them: so that carries the version
of the template that it was made from.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0011"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("templates", sa.Column("minified", JSONB(), nullable=True))
    op.add_column("templates", sa.Column("minified_version", sa.BigInteger(), nullable=True))
