"""Which files plugins and documents use: found by indexes, which each write keeps, the previous release's included."""

from alembic import op

revision = "0025"
down_revision = "0024"

# The addresses of files as far as they are surely that, and the ids of fields that hold files. Whoever asks looks at what is
# found again. An entry of an index has to be short.
_FILES_IN = r"""
CREATE FUNCTION files_in(document jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
    SELECT DISTINCT left(coalesce(found[1], found[2]), 300)
    FROM regexp_matches(
        document::text,
        '(/files/[^][:space:]"''()<>\\?#,;`{}|&]*)|"file": "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"',
        'g') found
)
"""


def upgrade() -> None:
    op.execute(_FILES_IN)
    op.execute("CREATE INDEX ix_plugins_files ON plugins USING gin (files_in(fields))")
    op.execute(
        "CREATE INDEX ix_pages_files ON pages USING gin "
        "((files_in(links) || files_in(node_fields) || files_in(meta) || files_in(config)))"
    )
