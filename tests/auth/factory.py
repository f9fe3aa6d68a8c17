"""Identities for tests: real rows, made through the running app's own database."""

import itertools
import uuid
from dataclasses import dataclass

import httpx

from auth.credentials.limits import account_key
from auth.device import Device
from auth.grants.repository import ScopeRepository
from auth.people.models import Person, User
from auth.people.repository import UserRepository
from auth.sessions import access
from auth.sessions.key_ring import signer_of
from auth.sessions.refresh import RefreshCredential
from auth.sessions.repository import SessionRepository
from kit.testing import ServiceClient
from kit.testing.identity import PUBLIC_URL
from tests.auth.hashing import passwords_in

EMAIL = "ada@example.org"
PASSWORD = "nine brass cogwheels"
DEVICE = Device(address="127.0.0.1", agent="tests")

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Account:
    """A user that a test made."""

    id: uuid.UUID
    person_id: uuid.UUID
    email: str


async def make_user(
    client: ServiceClient,
    *scopes: str,
    email: str | None = None,
    password: str | None = None,
    first_name: str = "Ada",
    last_name: str = "Lovelace",
    state: str = "active",
) -> Account:
    """A person and their user; without a password nobody can log in as them, which is quicker to make."""
    email = email or f"person{next(_numbers)}@example.org"
    person = Person(
        first_name=first_name,
        last_name=last_name,
        email_address=email,
        email_key=account_key(email),
        timezone="Europe/London",
    )
    password_hash = None if password is None else await passwords_in(client).hash(password)
    async with client.kit.database.transaction() as session:
        repository = ScopeRepository(session)
        await repository.add_built_in()
        user = User(person=person, state=state, password_hash=password_hash, scopes=[*await repository.named(*scopes)])
        session.add(user)
    return Account(user.id, person.id, email)


async def make_person(
    client: ServiceClient, email: str, first_name: str = "Grace", last_name: str = "Hopper"
) -> uuid.UUID:
    """A person without a user."""
    person = Person(
        first_name=first_name,
        last_name=last_name,
        email_address=email,
        email_key=account_key(email),
        timezone="Europe/London",
    )
    async with client.kit.database.transaction() as session:
        session.add(person)
    return person.id


async def bearer(client: ServiceClient, account: Account) -> dict[str, str]:
    """Headers of a program that has a session of this account."""
    signer = await signer_of(client.kit.database.sessions())
    async with client.kit.database.transaction() as session:
        user = await UserRepository(session).get(account.id)
        row = await SessionRepository(session).open(user.id, RefreshCredential.new(), DEVICE)
        token, _ = access.mint(signer, user, row.id)
    return {"Authorization": f"Bearer {token}"}


async def signed_in(client: ServiceClient, *scopes: str) -> dict[str, str]:
    """Headers of a new user with these scopes."""
    return await bearer(client, await make_user(client, *scopes))


def browser(client: ServiceClient, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A browser with its own cookies on a page of the site, at a network address."""
    transport = httpx.ASGITransport(client.app, client=(address, 50_000))
    return httpx.AsyncClient(transport=transport, base_url="http://auth.test", headers={"Origin": PUBLIC_URL})


async def log_in(client: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    """What the login answers."""
    return await client.post("/auth/tokens", json={"email": email, "password": password})
