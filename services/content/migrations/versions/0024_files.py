"""What content knows of the library's files, and images of cms.textImage as the field type has them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0024"
down_revision = "0023"

# Of a number that is none nothing is taken over.
_IMAGES = """
UPDATE {table} SET fields = {kept} || jsonb_build_object('picture', jsonb_strip_nulls(jsonb_build_object(
    'address', fields -> 'image',
    'alt', CASE WHEN jsonb_typeof(fields -> 'imageAlt') = 'string' THEN nullif(fields -> 'imageAlt', '""') END,
    'width', CASE WHEN jsonb_typeof(fields -> 'imageWidth') = 'number' THEN fields -> 'imageWidth' END,
    'height', CASE WHEN jsonb_typeof(fields -> 'imageHeight') = 'number' THEN fields -> 'imageHeight' END
))){also}
WHERE {condition} AND jsonb_typeof(fields -> 'image') = 'string' AND fields ->> 'image' <> '' AND NOT fields ? 'picture'
"""
# Whatever is left of the former fields: no save takes them from an editor who duplicates a plugin or goes back to a version.
_FORMER = "fields ?| ARRAY['image', 'imageAlt', 'imageWidth', 'imageHeight']"
_WITHOUT = "fields - ARRAY['image', 'imageAlt', 'imageWidth', 'imageHeight']"
# The workers of the release before this one do not know the task.
_ASK = """
INSERT INTO jobs (id, name, queue, args, max_attempts, run_at)
VALUES (gen_random_uuid(), 'files.ask', 'short', '{}', 20, now() + interval '1 minute')
"""


def upgrade() -> None:
    _create_tables()
    # The release before this one reads the former fields, which stay until the plugin is saved (decision 0043). Each
    # release is given those that it knows: instances that are not checked are fitted to their manifest when they are read.
    pairs = "ref = 'cms.textImage'"
    op.execute(_IMAGES.format(table="plugins", kept="fields", also=", checked = false", condition=pairs))
    op.execute(f"UPDATE plugins SET checked = false WHERE checked AND {pairs} AND {_FORMER}")  # noqa: S608
    versions = f"plugin_id IN (SELECT id FROM plugins WHERE {pairs})"  # noqa: S608  # of constants
    op.execute(_IMAGES.format(table="plugin_versions", kept=_WITHOUT, also="", condition=versions))
    op.execute(f"UPDATE plugin_versions SET fields = {_WITHOUT} WHERE {versions} AND {_FORMER}")  # noqa: S608
    op.execute(_ASK)


def _create_tables() -> None:
    op.create_table(
        "files",
        *_announced(),
        sa.Column("folder_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("mime_type", sa.String(100), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("has_sizes", sa.Boolean(), nullable=False),
        sa.Column("alt", sa.String(1000), nullable=False),
        sa.Column("title", sa.String(500), nullable=False),
        sa.Column("focal_x", sa.Float(), nullable=False),
        sa.Column("focal_y", sa.Float(), nullable=False),
        sa.Column("content_version", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_files"),
    )
    present = sa.text("NOT is_deleted")
    op.create_index("ix_files_name", "files", ["name", "folder_id"], postgresql_where=present)
    op.create_table(
        "file_folders",
        *_announced(),
        sa.Column("name", sa.String(1000), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file_folders"),
    )
    op.create_index("ix_file_folders_name", "file_folders", ["name"])
    restricted = sa.text("scope_whitelist <> '[]'::jsonb")
    op.create_index("ix_file_folders_restricted", "file_folders", ["name"], postgresql_where=restricted)


def _announced() -> list[sa.Column[object]]:
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("is_deleted", sa.Boolean(), nullable=False),
        sa.Column("scope_whitelist", JSONB(), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
    ]
