"""Queries about people and their users."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, exists, func, select
from sqlalchemy.orm import contains_eager, selectinload, with_expression

from auth.people.errors import PersonNotFound, UserNotFound
from auth.people.models import OneTimeToken, Person, Scope, User
from kit.repository import Repository
from kit.search import matches


@dataclass(frozen=True, slots=True)
class Account:
    """What a login is checked against."""

    id: uuid.UUID
    password_hash: str | None
    state: str


class UserRepository(Repository[User]):
    """Users, always with their person and scopes: no answer about a user does without them."""

    model = User
    missing = UserNotFound

    def base(self) -> Select[User]:
        """Every user; conditions may name columns of `Person`."""
        invited = with_expression(User.is_invited, _is_open("invitation", User.id))
        return select(User).join(User.person).options(contains_eager(User.person), selectinload(User.scopes), invited)

    def search(self, q: str | None, scope: str | None = None, state: str | None = None) -> Select[User]:
        """The users whose person's names or address hold every word of `q`, with this scope and state."""
        query = self.base().where(*matching(q))
        if scope is not None:
            query = query.where(User.scopes.any(Scope.name == scope))
        return query if state is None else query.where(User.state == state)

    async def active(self, identifier: uuid.UUID) -> User | None:
        """The user, if there is one and they may log in."""
        return await self.one_or_none(self.base().where(User.id == identifier, User.state == "active"))

    async def get_for_update(self, identifier: uuid.UUID) -> User:
        """The user as they are now, locked against other changes until the commit. Raises `UserNotFound`."""
        user = await self._one_for_update(User.id == identifier)
        if user is None:
            raise UserNotFound
        return user

    async def get_active_for_update(self, identifier: uuid.UUID) -> User | None:
        """The active user, locked against other changes until the commit; None where they are deleted or disabled."""
        return await self._one_for_update((User.id == identifier) & (User.state == "active"))

    async def get_of_person_for_update(self, person_id: uuid.UUID) -> User | None:
        """A person's user, locked against other changes until the commit; None where the person has none."""
        return await self._one_for_update(User.person_id == person_id)

    async def refresh(self, identifier: uuid.UUID) -> User:
        """The user, read anew: with what only queries tell, such as whether an invitation is open."""
        query = self.base().where(User.id == identifier).execution_options(populate_existing=True)
        return (await self.session.scalars(query)).one()

    async def account(self, email_key: str) -> Account | None:
        """The account with this address, in its one spelling, whatever its state.

        One query, found or not: a login must not tell by its time which accounts there are.
        """
        query = select(User.id, User.password_hash, User.state).join(User.person).where(Person.email_key == email_key)
        row = (await self.session.execute(query)).one_or_none()
        return None if row is None else Account(row.id, row.password_hash, row.state)

    async def has_address(self, email_key: str) -> bool:
        """Whether there is a user with this address, in its one spelling, whatever their state."""
        query = select(exists().where(User.person_id == Person.id, Person.email_key == email_key))
        return bool(await self.session.scalar(query))

    async def get_account_for_update(self, account: Account) -> User | None:
        """The user, if the account is still what the password was checked against, kept so until the commit.

        Disabling a user or changing a password ends the user's sessions in the same
        transaction: the lock keeps a login from adding one behind their back. A lock that others
        share would not do: a login writes to the row, and two of them would wait for each other.
        """
        same = (User.id == account.id, User.state == "active", User.password_hash == account.password_hash)
        return await self.one_or_none(self.base().where(*same).with_for_update(key_share=True, of=User))

    async def lock(self, ids: Select[uuid.UUID]) -> Sequence[uuid.UUID]:
        """Let none of these users log in or be changed before the commit, and give the ids of those there are.

        As `get_account_for_update` does for one of them. In one order, so that two of these cannot wait for each other.
        """
        query = select(User.id).where(User.id.in_(ids)).order_by(User.id).with_for_update(key_share=True)
        return (await self.session.scalars(query)).all()

    async def of_person(self, person_id: uuid.UUID) -> User:
        """The user of a person. Raises `UserNotFound`."""
        user = await self.one_or_none(self.base().where(User.person_id == person_id))
        if user is None:
            raise UserNotFound("This person has no user.")
        return user

    async def _one_for_update(self, which: ColumnElement[bool]) -> User | None:
        # Rows that name the user can be added meanwhile. Challenges are, by the raw pool: its few connections would all
        # wait for this lock, and its holder for one of them. What else is added is added by those who hold this lock.
        query = self.base().where(which).with_for_update(key_share=True, of=User)
        query = query.execution_options(populate_existing=True)
        return await self.one_or_none(query)

    async def names(self, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, str]:
        """The names of those of these users that exist."""
        query = select(User.id, Person).join(User.person).where(User.id.in_(ids))
        return {row.id: row.Person.name for row in await self.session.execute(query)}


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

    async def has_address(self, email_key: str, *, but: uuid.UUID | None = None) -> bool:
        """Whether somebody, other than `but`, has the address."""
        query = select(exists().where(Person.email_key == email_key, Person.id.is_distinct_from(but)))
        return bool(await self.session.scalar(query))


def matching(q: str | None) -> list[ColumnElement[bool]]:
    """Conditions on `Person`: names or address hold every word of `q`, in any case and order."""
    return matches(q, Person.first_name, Person.last_name, Person.email_address)


def _is_open(purpose: str, subject_id: SQLColumnExpression[uuid.UUID]) -> ColumnElement[bool]:
    """Whether a subject, named by a column of the query around it, has a usable token of this purpose."""
    return (
        select(OneTimeToken.id)
        .where(
            OneTimeToken.subject_id == subject_id,
            OneTimeToken.purpose == purpose,
            OneTimeToken.expires_at > func.clock_timestamp(),
        )
        .exists()
    )
