"""By which crops products show images: asked for each variant of an image that is to be made."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    # Of no row yet: the release before keeps no crops.
    _index("product_groups", "images", "images @? '$[*].crop'")
    _index("products", "image", "image ? 'crop'")


def _index(table: str, column: str, where: str) -> None:
    op.create_index(
        f"ix_{table}_crops",
        table,
        [column],
        postgresql_using="gin",
        postgresql_ops={column: "jsonb_path_ops"},
        postgresql_where=sa.text(where),
    )
