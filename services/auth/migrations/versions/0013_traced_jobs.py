"""What asked for a job, by its trace."""

from kit.migrations import trace_jobs

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    trace_jobs()
