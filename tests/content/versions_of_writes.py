"""Holding every write of what pages share to bring a new version of the site, in the transaction that writes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kit.testing import ServiceClient

# What renders show of each table that is remembered; `updated_at`, what is made for the web host and the like is not.
_SHOWN = {
    "layouts": "name, block, node_fields, plugin_ids, branch_ids, has_scope_whitelist",
    "branch_blocks": "name, block, node_fields, plugin_ids, branch_ids, has_scope_whitelist",
    "templates": "name, inline_css, external_css, js, fonts, version",
    "plugins": "ref, fields, is_cacheable, checked, version",
    "site": "name, language, timezone, has_ecom, has_crm, follows_dark_mode, trackers, images",
}
_HOLD = """
CREATE FUNCTION note_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('test.has_version', 'yes', true);
    RETURN NULL;
END $$;
CREATE FUNCTION need_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF coalesce(current_setting('test.has_version', true), '') <> 'yes' THEN
        RAISE EXCEPTION '% without a version of the site: %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note_version AFTER UPDATE OF version ON site FOR EACH ROW
    WHEN (old.version <> new.version) EXECUTE FUNCTION note_version();
"""
_OF_TABLE = """
CREATE CONSTRAINT TRIGGER need_version AFTER INSERT OR DELETE OR UPDATE OF {columns} ON {table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION need_version();
"""


@asynccontextmanager
async def held_to_versions(client: ServiceClient) -> AsyncIterator[None]:
    """While it lasts, a transaction that writes what pages share and counts no version up is refused by Postgres."""
    pool = client.kit.database.pool
    await pool.execute(_HOLD + "".join(_OF_TABLE.format(table=table, columns=shown) for table, shown in _SHOWN.items()))
    try:
        yield
    finally:
        await pool.execute("DROP FUNCTION note_version, need_version CASCADE")
