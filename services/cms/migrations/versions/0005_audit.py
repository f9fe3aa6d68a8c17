"""The log of who changed what."""

from kit.migrations import create_audit_table

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    create_audit_table()
