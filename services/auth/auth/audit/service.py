"""Writing down what is done to identities."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.actions import Action, SubjectType
from auth.device import Device
from auth.people.models import Person, User
from kit.audit import AuditEntry
from kit.auth import Principal


class Subject(NamedTuple):
    """Whom or what something was done to."""

    type: SubjectType
    id: uuid.UUID
    name: str

    @classmethod
    def of_user(cls, user: User) -> "Subject":
        """The user, whose person has to be loaded."""
        return cls("user", user.id, user.person.name)

    @classmethod
    def of_person(cls, person: Person) -> "Subject":
        """The person."""
        return cls("person", person.id, person.name)


async def record(
    session: AsyncSession,
    action: Action,
    *,
    actor: Principal | uuid.UUID | None,
    subject: Subject,
    details: Mapping[str, Any] | None = None,
    device: Device | None = None,
) -> None:
    """Write an entry of the audit log, in the transaction of what it tells.

    `actor` is the caller, or the id of a user whom no token names yet (a login), or nobody. To be
    called while the actor is still there: their name is looked up. `details` hold JSON values and
    never a secret.
    """
    actor_id = uuid.UUID(actor.user_id) if isinstance(actor, Principal) else actor
    # Looked up by the INSERT itself, which saves a round trip.
    name = select(Person.first_name + " " + Person.last_name).join(User, User.person_id == Person.id)
    session.add(
        AuditEntry(
            action=action,
            actor_id=actor_id,
            actor_name=name.where(User.id == actor_id).scalar_subquery() if actor_id else None,
            address=device.address if device else None,
            subject_type=subject.type,
            subject_id=subject.id,
            subject_name=subject.name,
            details=dict(details or {}),
        )
    )
    await session.flush()
