"""When failed jobs were dismissed."""

from kit.migrations import dismiss_jobs

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    dismiss_jobs()
