"""The database: addresses, one role and one schema for each service, and who may touch what."""

import asyncio
import time
from dataclasses import dataclass
from urllib.parse import quote, urlsplit, urlunsplit

import asyncpg

from deploy.local.data_folder import SERVICES
from deploy.local.errors import StartError

OLDEST_POSTGRES = 16
"""The oldest major version whose statements the services use."""

_LOCK_TIMEOUT = "5s"
# The statements below have passwords in them, and none of them is to be in the server's log: not where one fails, nor where
# statements of this kind, or slow ones, are logged. Only some logins may ask for that.
_UNLOGGED = """
    SELECT set_config(name, value, true)
    FROM (VALUES ('log_min_error_statement', 'panic'), ('log_statement', 'none'), ('log_min_duration_statement', '-1'))
        AS quiet (name, value)
    WHERE has_parameter_privilege(name, 'SET')
"""
_NOT_YET = (OSError, asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError)
# Any number that all copies agree on: two that share a server take turns.
_TURN = 7241906


@dataclass(frozen=True)
class Database:
    """Where the database is. ``admin`` may make roles and schemas; ``own`` says whose server it is."""

    admin: str
    name: str
    own: bool

    def role(self, service: str) -> str:
        """The service's login role: its name, on a foreign server with the database's name before it."""
        return service if self.own else f"{self.name}_{service}"

    def url(self, service: str, password: str) -> str:
        """The address that the service uses, as its own role."""
        parts = urlsplit(self.admin)
        host = parts.netloc.rpartition("@")[2]
        login = f"{quote(self.role(service), safe='')}:{quote(password, safe='')}"
        return urlunsplit(("postgresql", f"{login}@{host}", quote(f"/{self.name}"), parts.query, ""))


def own_database(sockets: str, user: str, password: str, name: str) -> Database:
    """The database of the copy's own server, reached by the socket in ``sockets``."""
    return Database(admin=f"postgresql://{user}:{password}@/{name}?host={quote(sockets)}", name=name, own=True)


def foreign_database(url: str) -> Database:
    """A database that somebody else runs; its address carries an administrator's login."""
    return Database(admin=url, name=urlsplit(url).path.strip("/"), own=False)


async def connect(database: Database, wait: float) -> asyncpg.Connection:
    """An administrator's connection, within ``wait`` seconds. Makes the database where it is missing."""
    until = time.monotonic() + wait
    while True:
        try:
            return await asyncpg.connect(database.admin, timeout=10)
        except asyncpg.InvalidCatalogNameError:
            await _create(database)
        except asyncpg.InvalidAuthorizationSpecificationError as error:
            raise StartError(f"Postgres refuses the administrator's login: {error}") from error
        except _NOT_YET as error:
            if time.monotonic() > until:
                raise StartError(f"Postgres does not answer: {error}") from error
            await asyncio.sleep(0.03)


async def provision(connection: asyncpg.Connection, database: Database, passwords: dict[str, str]) -> None:
    """Roles, schemas and rights, whatever was there before. Raises `StartError`.

    A role may enter its own schema and nothing else: no right is left to PUBLIC.
    """
    version = connection.get_server_version().major
    if version < OLDEST_POSTGRES:
        raise StartError(f"Postgres is version {version}; Pagewright needs {OLDEST_POSTGRES} or newer")
    try:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _TURN)
            # From here on, also after this: nobody waits for ever for what somebody else uses.
            await connection.execute(f"SET lock_timeout = '{_LOCK_TIMEOUT}'")
            await connection.execute("SET LOCAL client_min_messages = error")
            await connection.execute(_UNLOGGED)
            await connection.execute(
                f"REVOKE ALL ON DATABASE {_name(database.name)} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC"
            )
            for service in SERVICES:
                await _provision_one(connection, database, service, passwords[service])
    except asyncpg.InsufficientPrivilegeError as error:
        raise StartError(f"the login in DATABASE_URL may not make roles and schemas: {error}") from error
    except asyncpg.PostgresError as error:
        raise StartError(f"the database could not be prepared: {error}") from error


async def _provision_one(connection: asyncpg.Connection, database: Database, service: str, password: str) -> None:
    role, schema, name = _name(database.role(service)), _name(service), _name(database.name)
    # Empty, but while a backup of an older release is converted: see `kit.backups.converting`.
    restoring = _name(f"{service}_restoring")
    if not await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", database.role(service)):
        await connection.execute(f"CREATE ROLE {role}")
    await connection.execute(
        f"""
        ALTER ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '{password}';
        ALTER ROLE {role} IN DATABASE {name} SET search_path = {schema};
        GRANT CONNECT ON DATABASE {name} TO {role};
        GRANT {role} TO CURRENT_USER;
        CREATE SCHEMA IF NOT EXISTS {schema} AUTHORIZATION {role};
        CREATE SCHEMA IF NOT EXISTS {restoring} AUTHORIZATION {role};
        REVOKE ALL ON SCHEMA {schema}, {restoring} FROM PUBLIC;
        """
    )


async def _create(database: Database) -> None:
    """Create the database, from the maintenance one beside it."""
    parts = urlsplit(database.admin)
    maintenance = await asyncpg.connect(urlunsplit(parts._replace(path="/postgres")), timeout=10)
    try:
        await maintenance.execute(f"CREATE DATABASE {_name(database.name)}")
        if database.own:
            await maintenance.execute("REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC")
    except (asyncpg.DuplicateDatabaseError, asyncpg.UniqueViolationError):
        # Somebody else makes it: the second error is that of two at the very same moment.
        pass
    except asyncpg.InsufficientPrivilegeError as error:
        raise StartError(f"the database {database.name} does not exist and may not be made: {error}") from error
    finally:
        await maintenance.close()


def _name(identifier: str) -> str:
    return '"' + identifier.replace('"', '""') + '"'
