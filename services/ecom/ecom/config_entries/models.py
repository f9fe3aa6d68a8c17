"""The shop's settings, one row each."""

from kit.config_entries import StoredConfigEntry
from kit.db import Base


class ConfigEntry(StoredConfigEntry, Base):
    """One setting; `ecom.config_entries.entries` declares them."""

    __tablename__ = "config_entries"
