"""What asked for a job, by its trace."""

from kit.migrations import trace_jobs

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    trace_jobs()
