"""Bringing the database of a site to the state that this release expects."""

import asyncio

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from deploy.local import database, migrations
from deploy.local.data_folder import SERVICES
from deploy.local.errors import StartError
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import Settings
from kit.failures import describe
from kit.migrations import upgrade

_WAIT_SECONDS = 120.0


def prepare(settings: Settings, folder: SecretsFolder) -> None:
    """Roles, schemas, rights and tables. Two at once take turns, and the second finds nothing to do.

    Services of the release before go on meanwhile: a migration takes nothing away that they use. Raises `StartError`.
    """
    secrets = folder.secrets()
    base = settings.database(secrets["postgres"])
    asyncio.run(_provision(base, secrets["roles"]))
    for service in SERVICES:
        try:
            upgrade(service, base.url(service, secrets["roles"][service]))
        except (SQLAlchemyError, asyncpg.PostgresError, OSError) as error:
            raise StartError(f"the tables of {service} could not be brought up to date: {describe(error)}") from error


async def _provision(base: database.Database, passwords: dict[str, str]) -> None:
    connection = await database.connect(base, _WAIT_SECONDS)
    try:
        await database.provision(connection, base, passwords)
        try:
            found = await migrations.found(connection)
        except asyncpg.PostgresError as error:
            raise StartError(f"the state of the tables could not be read: {error}") from error
        migrations.require_known(found, "the database")
    finally:
        await connection.close()
