"""``/ecom/config``."""

from ecom.config_entries.entries import entries
from kit.at_start import at_start
from kit.config_routes import config_router

router = config_router(entries, "/ecom/config")
# Adds the entries that are not stored yet.
complete_entries = at_start(lambda session: entries.put(session, {}), "the config entries were not completed")
