import uuid

from kit.events import Payload
from kit.schemas import Version


class ScopesChanged(Payload):
    """The site's own scopes as auth announces them, by id; `before` has the former name of what was just renamed."""

    version: Version
    by: uuid.UUID | None
    names: dict[uuid.UUID, str]
    before: dict[uuid.UUID, str]
