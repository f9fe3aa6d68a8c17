"""What administrators do to identities is written down."""

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    pass
