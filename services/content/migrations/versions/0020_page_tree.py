"""Pages in the order of their tree."""

from alembic import op

revision = "0020"
down_revision = "0016"


def upgrade() -> None:
    op.execute("""CREATE INDEX ix_pages_tree ON pages (translate(url COLLATE "C", '/', chr(1)))""")
