"""Which pages have a tracker of their own. Few have any, so the index is small."""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.execute("CREATE INDEX ix_pages_trackers ON pages USING gin (trackers) WHERE trackers <> '[]'")
