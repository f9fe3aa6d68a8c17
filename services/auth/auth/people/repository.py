"""Queries about people."""

from sqlalchemy import ColumnElement, Select

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


def matching(q: str | None) -> list[ColumnElement[bool]]:
    """Conditions on `Person`: names or address hold every word of `q`, in any case and order."""
    text = Person.first_name + " " + Person.last_name + " " + Person.email_address
    return [text.icontains(word, autoescape=True) for word in (q or "").split()]
