"""Which addresses plugins and nodes lead to: found by indexes, which each write keeps, the previous release's included."""

from alembic import op

revision = "0022"
down_revision = "0020"

# What may be the path of a link: what follows a quotation mark and a slash, or a host behind one. `&` is the one character
# of an address that HTML escapes, and browsers read a backslash, which JSON doubles, as a slash. An entry of an index has
# to be short: whoever asks looks at the links again.
_ADDRESSES_IN = r"""
CREATE FUNCTION addresses_in(document jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
    SELECT DISTINCT coalesce(nullif(rtrim(left(replace(replace(
        CASE WHEN found[1] ~ '^/([^/]|$)' THEN found[1] ELSE found[3] END, '&amp;', '&'), '\\', '/'), 300), '/'), ''), '/')
    FROM regexp_matches(
        document::text,
        '"\s*((https?:)?//[^/"?#\\ <>]+(/([^"?#\\ <>]|\\\\)*)?|/(([^"?#\\ <>/]|\\\\)([^"?#\\ <>]|\\\\)*)?)',
        'gi') found
)
"""


def upgrade() -> None:
    op.execute(_ADDRESSES_IN)
    op.execute("CREATE INDEX ix_plugins_linked ON plugins USING gin (addresses_in(fields))")
    op.execute("CREATE INDEX ix_pages_linked ON pages USING gin ((addresses_in(links) || addresses_in(node_fields)))")
    op.create_index("ix_plugins_ref_id", "plugins", ["ref", "id"])
    op.drop_index("ix_plugins_ref", "plugins")
