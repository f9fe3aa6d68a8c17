"""Named addresses on the wire."""

from datetime import datetime

from pydantic import Field

from ecom.events import CATALOGUE
from kit.schemas import Out


class NamedAddress(Out):
    """A name, and when what it names was last changed."""

    name: str
    updated_at: datetime


class NamedAddresses(Out):
    """All names of a plugin, and the tags of the events after which they may be others."""

    names: list[NamedAddress]
    tags: list[str] = Field(default=[CATALOGUE])
