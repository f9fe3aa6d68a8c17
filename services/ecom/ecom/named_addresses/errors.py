"""Faults of named addresses."""

from kit.errors import NotFound


class PluginNamesNothing(NotFound):
    """404: the shop has no plugin of this ref that shows what its page's address names."""

    code = "plugin_names_nothing"
