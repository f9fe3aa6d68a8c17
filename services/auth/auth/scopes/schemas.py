"""Scopes on the wire."""

import uuid

from kit.schemas import Moment, Out


class ScopeOut(Out):
    """Something that a user may be allowed."""

    id: uuid.UUID
    name: str
    description: str
    created_at: Moment
    updated_at: Moment
