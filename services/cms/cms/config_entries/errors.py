"""What can be wrong with config entries."""

from kit.errors import NotFound


class ConfigEntryNotFound(NotFound):
    """404: no entry has this id."""

    code = "config_entry_not_found"
