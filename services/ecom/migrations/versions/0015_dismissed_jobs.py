"""When failed jobs were dismissed."""

from kit.migrations import dismiss_jobs

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    dismiss_jobs()
