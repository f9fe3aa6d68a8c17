"""What ecom knows of the library's files."""

from kit.known_files.migrations import create_known_files

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    create_known_files("shop_files.ask")
