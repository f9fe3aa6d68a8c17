"""The tables that every service has."""

from kit.migrations import create_kit_tables

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_kit_tables()
