"""The library's files in the search's index: what is said of them is found by those who see them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    files = sa.Column("files", ARRAY(sa.Text()), server_default="{}", nullable=False)
    op.add_column("search_documents", files)
    # Of no row yet: the release before writes none, and this one writes all documents anew.
    op.create_index(
        "ix_search_documents_files",
        "search_documents",
        ["files"],
        postgresql_using="gin",
        postgresql_where=sa.text("files <> '{}'"),
    )
    op.add_column("search_state", sa.Column("files_version", sa.BigInteger(), server_default="0", nullable=False))
