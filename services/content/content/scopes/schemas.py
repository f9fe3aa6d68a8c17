import uuid

from pydantic import ConfigDict

from kit.schemas import Schema, Version


class ScopesChanged(Schema):
    """The site's own scopes as auth announces them, by id; `before` has the former name of what was just renamed."""

    model_config = ConfigDict(extra="ignore")

    version: Version
    by: str
    names: dict[uuid.UUID, str]
    before: dict[uuid.UUID, str]
