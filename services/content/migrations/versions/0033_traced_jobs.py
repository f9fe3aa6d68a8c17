"""What asked for a job, by its trace."""

from kit.migrations import trace_jobs

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    trace_jobs()
