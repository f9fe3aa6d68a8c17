"""Settings as the environment gives them.

A setting may also be in a file that ``<NAME>_FILE`` names, as secrets of containers are: ``DATABASE_URL_FILE`` in
place of ``DATABASE_URL``. Nothing is imported for it: what starts the site reads its settings by this, too.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit


class SettingsError(Exception):
    """Settings that nothing can start with: one line for each, with its name and never with its value."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("\n".join(lines))
        self._lines = lines

    def said_by(self, part: str) -> str:
        """Return the lines as one part of the site prints them for the operator who started it."""
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


def fault_of_engine(text: str, schemes: Sequence[str]) -> str | None:
    """Why a text is not the address of an engine, such as Postgres; None where it is one.

    Nothing of the text is in what is said, since a password is in it. One with a slash ends the address's host too early, so
    that a part of it is read as a port: libraries say that part when they fail.
    """
    if text.partition("://")[0].lower() not in schemes or "://" not in text:
        return f"must be an address that begins with {schemes[0]}://"
    malformed = "is no address that can be read: a password has / as %2F, # as %23 and @ as %40, and a port is a number"
    try:
        parts = urlsplit(text)
        # Several hosts are separated by commas.
        for host in parts.netloc.rpartition("@")[2].split(","):
            _ = urlsplit(f"//{host}").port
    except ValueError:
        return malformed
    return malformed if "@" in parts.path or "@" in parts.fragment else None
