"""The log of who changed what, and the keys of requests that were dealt with."""

from kit.migrations import create_audit_table, create_idempotency_table

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_audit_table()
    create_idempotency_table()
