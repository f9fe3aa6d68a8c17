"""When failed jobs were dismissed."""

from kit.migrations import dismiss_jobs

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    dismiss_jobs()
