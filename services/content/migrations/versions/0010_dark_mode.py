"""Whether pages follow a visitor's dark mode, and which trees have colours for light pages only."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_LIGHT_ONLY = (
    "jsonb_path_exists(node_fields, '"
    r"$.** ? (!(@.allowBackground == false) && (@.backgroundMaskText == true || !(@.backgroundColour "
    r'like_regex "^(#[0-9a-f]{3}|#[0-9a-f]{6}|[a-z]+\\( ?[^ ,/)]+[ ,]+[^ ,/)]+[ ,]+[^ ,/)]+ '
    r'?\\)|[a-su-z][a-z]*|t[a-qs-z][a-z]*)$" flag "i") && (exists(@.backgroundTextColour) && '
    r"!(exists(@.backgroundImage) || exists(@.backgroundMobileImage) || exists(@.backgroundVideoMp4) || "
    r"exists(@.backgroundVideoUrl)) || !exists(@.backgroundTextColour) && (exists(@.backgroundImage) || "
    r"exists(@.backgroundMobileImage) || exists(@.backgroundVideoMp4) || exists(@.backgroundVideoUrl)))))"
    "')"
)


def upgrade() -> None:
    column = sa.Column("dark_mode", sa.String(10), server_default="automatic", nullable=False)
    op.add_column("site", column)
    op.add_column("site", sa.Column("follows_dark_mode", sa.Boolean(), server_default="true", nullable=False))
    for table in ("layouts", "branch_blocks", "pages"):
        op.create_index(f"ix_{table}_light_only", table, ["id"], postgresql_where=sa.text(_LIGHT_ONLY))
    found = " OR ".join(
        f"EXISTS (SELECT FROM {table} WHERE {_LIGHT_ONLY})" for table in ("layouts", "branch_blocks", "pages")
    )
    op.execute(sa.text(f"UPDATE site SET follows_dark_mode = NOT ({found})"))  # noqa: S608  # of constants
