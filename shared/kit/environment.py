"""Settings as the environment gives them.

A setting may also be in a file that ``<NAME>_FILE`` names, as secrets of containers are: ``DATABASE_URL_FILE`` in
place of ``DATABASE_URL``. Nothing is imported for it: what starts the site reads its settings by this, too.
"""

import os
from collections.abc import Mapping
from pathlib import Path


class SettingsError(Exception):
    """Settings that nothing can start with: one line for each, with its name and never with its value."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self._lines = lines

    def said_by(self, part: str) -> str:
        """The lines as one part of the site says them to whoever started it."""
        return "\n".join(f"{part}: {line}" for line in self._lines)


def from_environment(name: str) -> str | None:
    """As `setting`, of the environment of this process."""
    return setting(os.environ, name)


def setting(environ: Mapping[str, str], name: str) -> str | None:
    """The setting's value as it is, from ``<name>`` or from the file that ``<name>_FILE`` names; None for an empty one.

    Raises `SettingsError` for a file that cannot be read.
    """
    file = environ.get(f"{name}_FILE")
    if environ.get(name) or not file:
        return environ.get(name) or None
    try:
        # Editors and shells end a file with a line break, which no setting of ours does.
        return Path(file).read_text().strip() or None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError([f"{name}_FILE names {file}, which cannot be read: {reason}"]) from error
