"""The keys of requests that were dealt with."""

from kit.migrations import create_idempotency_table

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    create_idempotency_table()
