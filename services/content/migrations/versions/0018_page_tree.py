"""Pages in the order of their tree."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.execute("""CREATE INDEX ix_pages_tree ON pages (translate(url COLLATE "C", '/', chr(1)))""")
