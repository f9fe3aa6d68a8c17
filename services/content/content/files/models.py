"""What content knows of the library's files, so that a render asks nobody: cms tells it with every change."""

from kit.db import Base
from kit.known_files.models import KnownFile, KnownFolder


class File(KnownFile, Base):
    """A file of the library."""


class Folder(KnownFolder, Base):
    """A folder of the library."""
