"""An index of jobs by those who are told of them."""

from kit.migrations import index_told_jobs

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    index_told_jobs()
