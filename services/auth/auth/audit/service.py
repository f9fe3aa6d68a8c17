"""Writing down what is done to identities."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.actions import Action, SubjectType
from auth.device import Device
from auth.people.models import Person, User
from kit.audit import entry_of
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
    principal: Principal | uuid.UUID | None,
    action: Action,
    *,
    subject: Subject,
    details: Mapping[str, Any] | None = None,
    device: Device | None = None,
) -> None:
    """Write an entry of the audit log, in the transaction of what it tells.

    `principal` is the id of the user where no token names them yet (a login), and `device` says where they are. To be
    called while the user is still there: their name is looked up. `details` hold JSON values and never a secret.
    """
    caller = principal if isinstance(principal, Principal) else None
    user_id = uuid.UUID(principal.user_id) if isinstance(principal, Principal) else principal
    # Looked up by the INSERT itself, which saves a round trip.
    name = select(Person.first_name + " " + Person.last_name).join(User, User.person_id == Person.id)
    actor_name = name.where(User.id == user_id).scalar_subquery() if user_id else None
    entry = entry_of(caller, action, subject=subject, details=details, actor_name=actor_name)
    if caller is None:
        entry.actor_id, entry.address = user_id, device.address if device else None
    session.add(entry)
    await session.flush()
