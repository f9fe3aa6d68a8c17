"""What asked for a job, by its trace."""

from kit.migrations import trace_jobs

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    trace_jobs()
