"""Bringing the database of a site to the state that this release expects."""

import asyncio
from collections.abc import Mapping

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from deploy.local import database, migrations
from deploy.local.data_folder import SERVICES
from deploy.local.errors import StartError
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import Settings, newer_tables_setting
from kit.failures import describe
from kit.migrations import upgrade

_WAIT_SECONDS = 120.0


def prepare(settings: Settings, folder: SecretsFolder) -> None:
    """Roles, schemas, rights and tables. Two at once take turns, and the second finds nothing to do.

    Services of the release before go on meanwhile: a migration takes nothing away that they use. Tables of a newer
    release are left as they are where the settings name them. Raises `StartError`.
    """
    secrets = folder.secrets()
    base = settings.database(secrets["postgres"])
    newer = asyncio.run(_provision_and_look(base, secrets["roles"]))
    _require_named(newer, settings.newer_tables)
    for service in SERVICES:
        if service in newer:
            print(f"the tables of {service} stay those of the newer release (revision {newer[service]})")
            continue
        try:
            upgrade(service, base.url(service, secrets["roles"][service]))
        except (SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
            raise StartError(f"the tables of {service} could not be brought up to date: {describe(error)}") from error


def tell_passwords(settings: Settings, folder: SecretsFolder) -> None:
    """Have the database know the services' roles by the passwords in the folder, whosever its tables are.

    Raises `StartError`.
    """
    secrets = folder.secrets()
    asyncio.run(_provision(settings.database(secrets["postgres"]), secrets["roles"]))


def _require_named(newer: Mapping[str, str], named: Mapping[str, str]) -> None:
    """Raise `StartError` where tables of a newer release are none that the settings name."""
    if newer.items() <= named.items():
        return
    raise StartError(
        f"the tables of {', '.join(newer)} in the database were made by a newer Pagewright; run that release, or, where it "
        f"is the very next one after this and you went back from it, set {newer_tables_setting(newer)}"
    )


async def _provision(base: database.Database, passwords: dict[str, str]) -> None:
    connection = await database.connect(base, _WAIT_SECONDS)
    try:
        await database.provision(connection, base, passwords)
    finally:
        await connection.close()


async def _provision_and_look(base: database.Database, passwords: dict[str, str]) -> dict[str, str]:
    """The revisions of tables that are of a newer release."""
    connection = await database.connect(base, _WAIT_SECONDS)
    try:
        await database.provision(connection, base, passwords)
        return migrations.newer(await migrations.found(connection))
    except asyncpg.PostgresError as error:
        raise StartError(f"the state of the tables could not be read: {error}") from error
    finally:
        await connection.close()
