"""One-time tokens, registrations, and when a session was confirmed."""

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    pass
