"""When failed jobs were dismissed."""

from kit.migrations import dismiss_jobs

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    dismiss_jobs()
