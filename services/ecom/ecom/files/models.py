"""What ecom knows of the library's files: cms tells it with every change, so that a product's page asks nobody."""

from kit.db import Base
from kit.known_files.models import KnownFile, KnownFolder


class File(KnownFile, Base):
    """A file of the library."""


class Folder(KnownFolder, Base):
    """A folder of the library."""
