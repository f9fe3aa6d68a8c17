"""What asked for a job, by its trace."""

from kit.migrations import trace_jobs

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    trace_jobs()
