"""Postgres: whether it is reached, its version, and the state of each service's tables."""

import asyncio
from collections.abc import Mapping
from types import MappingProxyType

import asyncpg

from deploy.doctor.clock import Reading, now, reading
from deploy.doctor.findings import Finding, fault, ok, warning
from deploy.local import database, migrations
from deploy.local.data_folder import SERVICES
from deploy.local.errors import StartError

ADMIN = "admin"
_PART, _TABLES = "Postgres", "Tables"
_SECONDS = 10.0
_BRING_UP_TO_DATE = "restart the site: `make up`, or the container prepare"


async def check_postgres(
    databases: Mapping[str, str], newer_tables: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[Finding], list[Reading]]:
    """Lines about Postgres and the tables, and its clock.

    ``newer_tables`` are the revisions of a newer release's tables that this one may work on.
    """
    try:
        expected = migrations.expected()
    except StartError as error:
        return [fault(_TABLES, str(error), "install this release again, it is not whole")], []
    findings: list[Finding] = []
    clocks: list[Reading] = []
    revisions: dict[str, str] = {}
    version = ""
    for name, url in databases.items():
        try:
            connection = await asyncpg.connect(url, timeout=_SECONDS, command_timeout=_SECONDS)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError, TimeoutError) as error:
            findings.append(_unreached(name, error))
            continue
        try:
            server = connection.get_server_version()
            version = f"{server.major}.{server.minor}"
            if server.major < database.OLDEST_POSTGRES:
                needed = database.OLDEST_POSTGRES
                findings.append(
                    fault(
                        _PART, f"version {version}, {needed} or newer is needed", f"move to Postgres {needed} or newer"
                    )
                )
                return findings, clocks
            asked = now()
            theirs = await connection.fetchval("SELECT clock_timestamp()")
            clocks = [reading(_PART, theirs, asked, now())]
            revisions |= await _revisions(connection, name)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            findings.append(_unreached(name, error))
        finally:
            await _close(connection)
    if findings:
        return findings, clocks
    services = SERVICES if ADMIN in databases else tuple(databases)
    return [ok(_PART, f"version {version}"), *_tables(services, revisions, expected, newer_tables)], clocks


async def _revisions(connection: asyncpg.Connection, name: str) -> dict[str, str]:
    if name == ADMIN:
        return await migrations.found(connection)
    # Not input: one of our own five names.
    if not await connection.fetchval("SELECT to_regclass($1)", f'"{name}".alembic_version'):
        return {}
    revision = await connection.fetchval(f'SELECT version_num FROM "{name}".alembic_version')  # noqa: S608
    return {name: revision} if revision else {}


def _tables(
    services: tuple[str, ...], found: Mapping[str, str], expected: Mapping[str, str], newer_tables: Mapping[str, str]
) -> list[Finding]:
    findings = []
    for service in services:
        revision = found.get(service)
        if revision == expected[service]:
            continue
        if revision is None:
            findings.append(fault(_TABLES, f"{service} has none yet", _BRING_UP_TO_DATE))
            continue
        if migrations.newer({service: revision}):
            said = f"those of {service} are of a newer release (revision {revision})"
            if newer_tables.get(service) == revision:
                findings.append(warning(_TABLES, f"{said}, as NEWER_TABLES has it", "upgrade again when you can"))
            else:
                findings.append(fault(_TABLES, said, "run that release, or restore a backup of before it"))
        else:
            said = f"those of {service} are of an older release (revision {revision}, not {expected[service]})"
            findings.append(fault(_TABLES, said, _BRING_UP_TO_DATE))
    return findings or [ok(_TABLES, f"of {len(services)} services, as this release expects them")]


def _unreached(name: str, error: BaseException) -> Finding:
    part = _PART if name == ADMIN else f"{_PART} ({name})"
    if isinstance(error, ValueError) and not isinstance(error, asyncpg.InterfaceError):
        # What the library says has a part of a password that is not written as it should be.
        return fault(part, "its address cannot be read: a password has / as %2F and # as %23", "correct DATABASE_URL")
    said = str(error) or type(error).__name__
    if isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
        return fault(part, f"refuses the login: {said}", "correct the user and password in DATABASE_URL")
    if isinstance(error, asyncpg.InvalidCatalogNameError):
        return fault(part, said, "name an existing database in DATABASE_URL, or let `prepare` make it")
    if isinstance(error, asyncpg.TooManyConnectionsError):
        return fault(part, f"has no connection left: {said}", "raise max_connections")
    if isinstance(error, asyncpg.PostgresError | ValueError):
        return (
            warning(part, said, "wait a moment and look again")
            if _is_passing(error)
            else fault(part, said, "correct DATABASE_URL")
        )
    said = "does not answer" if isinstance(error, TimeoutError) else f"does not answer: {said}"
    return fault(part, said, "start Postgres, and check host, port and firewall of DATABASE_URL")


def _is_passing(error: BaseException) -> bool:
    return isinstance(error, asyncpg.CannotConnectNowError | asyncpg.AdminShutdownError)


async def _close(connection: asyncpg.Connection) -> None:
    try:
        await asyncio.wait_for(connection.close(), _SECONDS)
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        connection.terminate()
