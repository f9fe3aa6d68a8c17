"""The outbox as the log of the service's events, and how far its subscribers have come in those of others."""

from kit.migrations import log_events

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    log_events()
