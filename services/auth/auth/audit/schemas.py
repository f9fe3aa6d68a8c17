"""The audit log on the wire."""

import uuid
from typing import Any

from auth.audit.actions import Action, SubjectType
from kit.schemas import Moment, Out


class AuditEntryOut(Out):
    """That somebody did something to an identity. Names are as they were then."""

    id: uuid.UUID
    at: Moment
    action: Action
    actor_id: uuid.UUID | None
    actor_name: str | None
    address: str | None
    subject_type: SubjectType
    subject_id: uuid.UUID
    subject_name: str
    details: dict[str, Any]
