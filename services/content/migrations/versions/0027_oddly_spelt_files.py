"""Documents that may name files in a way that no index of addresses has: `/%66iles/a.png`."""

from alembic import op

revision = "0027"
down_revision = "0026"

# Letters, digits and slashes that are percent-encoded, as `kit.mentions` has it. Most texts have no % at all.
_SPELT_ODDLY = r"""
CREATE FUNCTION spelt_oddly(document text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN position('%' in document) > 0
    AND document ~ '%(2[fF]|3[0-9]|4[1-9a-fA-F]|5[0-9aA]|6[1-9a-fA-F]|7[0-9aA])'
"""


def upgrade() -> None:
    # Saves of the release before go on meanwhile. Each has the row of `site` first and writes `plugins` and `pages` then.
    # This transaction goes on to 0029, which changes `site`: without its lock at the beginning the two would wait for
    # each other. Less than ACCESS EXCLUSIVE is not enough: it would be asked for later on, with `plugins` locked.
    op.execute("LOCK TABLE site IN ACCESS EXCLUSIVE MODE")
    op.execute("LOCK TABLE pages, plugins IN SHARE MODE")
    op.execute(_SPELT_ODDLY)
    op.execute("CREATE INDEX ix_plugins_spelt_oddly ON plugins (id) WHERE spelt_oddly(fields::text)")
    op.execute(
        "CREATE INDEX ix_pages_spelt_oddly ON pages (id) "
        "WHERE spelt_oddly(links::text || node_fields::text || meta::text || config::text)"
    )
