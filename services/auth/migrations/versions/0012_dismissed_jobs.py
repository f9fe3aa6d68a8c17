"""When failed jobs were dismissed."""

from kit.migrations import dismiss_jobs

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    dismiss_jobs()
