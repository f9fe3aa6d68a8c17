"""What auth tells of the names of scopes, to services that store them."""

import uuid

from kit.events import Payload
from kit.schemas import Version


class ScopesChanged(Payload):
    """The names of all the site's own scopes by id, and the former names of those that were just renamed."""

    version: Version
    names: dict[uuid.UUID, str]
    before: dict[uuid.UUID, str]

    def renamed(self) -> dict[str, str]:
        """The new names by the former ones. Two scopes may have changed theirs with one another: all at once, then.

        A name of a scope that is gone stays where it is; auth gives it to no other one before all have heard of it.
        """
        return {former: self.names[id] for id, former in self.before.items() if id in self.names}
