"""An index of jobs by those who are told of them."""

from kit.migrations import index_told_jobs

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    index_told_jobs()
