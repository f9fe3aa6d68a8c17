"""An index of jobs by those who are told of them."""

from kit.migrations import index_told_jobs

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    index_told_jobs()
