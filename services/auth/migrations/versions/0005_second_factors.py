"""Passkeys, authenticator apps, recovery codes and login challenges."""

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    pass
