"""Queries about people."""

import uuid
from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Select, exists, select

from auth.people.errors import PersonNotFound
from auth.people.models import Person
from auth.users.models import User
from kit.repository import Repository


class PersonRepository(Repository[Person]):
    """People."""

    model = Person
    missing = PersonNotFound

    def search(self, q: str | None, has_user: bool | None = None) -> Select[Person]:
        """The people whose names or address hold every word of `q`, who have a user or have none."""
        query = self.base().where(*matching(q))
        if has_user is None:
            return query
        users = exists().where(User.person_id == Person.id)
        return query.where(users if has_user else ~users)

    async def user_ids(self, ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, uuid.UUID]:
        """The users of these people by person; who has none is left out."""
        query = select(User.person_id, User.id).where(User.person_id.in_(ids))
        return dict((await self.session.execute(query)).all())

    async def held(self, identifier: uuid.UUID) -> Person:
        """The person as they are now, kept from any change and from being given a user until the commit."""
        query = self.base().where(Person.id == identifier).with_for_update()
        person = await self.one_or_none(query.execution_options(populate_existing=True))
        if person is None:
            raise PersonNotFound
        return person

    async def has_address(self, email_key: str, *, but: uuid.UUID | None = None) -> bool:
        """Whether somebody, other than `but`, has the address."""
        query = select(exists().where(Person.email_key == email_key, Person.id.is_distinct_from(but)))
        return bool(await self.session.scalar(query))


def matching(q: str | None) -> list[ColumnElement[bool]]:
    """Conditions on `Person`: names or address hold every word of `q`, in any case and order."""
    text = Person.first_name + " " + Person.last_name + " " + Person.email_address
    return [text.icontains(word, autoescape=True) for word in (q or "").split()]
