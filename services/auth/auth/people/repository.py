"""Queries about people."""

import uuid

from sqlalchemy import ColumnElement, Select, exists, select

from auth.people.errors import PersonNotFound
from auth.people.models import Person
from kit.repository import Repository


class PersonRepository(Repository[Person]):
    """People."""

    model = Person
    missing = PersonNotFound

    def search(self, q: str | None) -> Select[Person]:
        """The people whose names or address hold every word of `q`."""
        return self.base().where(*matching(q))

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
