"""Bringing each service's tables to the state that its code expects."""

import ast
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import asyncpg

from deploy.local.data_folder import SERVICES, DataFolder
from deploy.local.errors import StartError
from deploy.local.running import MARK
from deploy.local.settings import ROOT


def expected() -> dict[str, str]:
    """The newest revision of each service, read from its migration files without loading Alembic."""
    return {service: _head(ROOT / "services" / service / "migrations") for service in SERVICES}


async def found(connection: asyncpg.Connection) -> dict[str, str]:
    """The revision that each service's tables are at; a service without tables is left out."""
    revisions: dict[str, str] = {}
    for service in SERVICES:
        if await connection.fetchval("SELECT to_regclass($1)", f'"{service}".alembic_version'):
            # Not input: one of our own five names.
            revision = await connection.fetchval(f'SELECT version_num FROM "{service}".alembic_version')  # noqa: S608
            if revision:
                revisions[service] = revision
    return revisions


def newer(revisions: Mapping[str, str]) -> dict[str, str]:
    """Those of the revisions that this code has never heard of."""
    return {
        service: revision
        for service, revision in revisions.items()
        if revision not in _revisions(ROOT / "services" / service / "migrations")
    }


def require_known(revisions: Mapping[str, str], where: str) -> None:
    """Raise `StartError` when a service's tables are at a revision that this code has never heard of."""
    for service, revision in newer(revisions).items():
        raise StartError(
            f"the tables of {service} in {where} were made by a newer Pagewright (revision {revision}); "
            "update Pagewright or use other data"
        )


def run(database_urls: Mapping[str, str], folder: DataFolder) -> None:
    """Run what is missing, each service as its own role. Raises `StartError`.

    In one process of its own: loading Alembic costs half a second, which a warm start does not pay.
    """
    log = folder.logs / "migrations.log"
    addresses = {f"{service.upper()}_DATABASE_URL": url for service, url in database_urls.items()}
    with log.open("w") as output:
        result = subprocess.run(
            [sys.executable, "-m", "kit.migrate", *database_urls],
            env={**os.environ, **addresses, MARK: str(folder.path)},
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if result.returncode:
        last = (log.read_text().splitlines() or ["no reason given"])[-1]
        raise StartError(f"the tables could not be brought up to date: {last} (more in {log})")


def _head(folder: Path) -> str:
    revisions = _revisions(folder)
    followed = {parent for parents in revisions.values() for parent in parents}
    heads = set(revisions) - followed
    if len(heads) != 1:
        raise StartError(f"{folder} must have one newest revision, it has {len(heads)}")
    return heads.pop()


def _revisions(folder: Path) -> dict[str, list[str]]:
    """Each revision with those that it follows."""
    found: dict[str, list[str]] = {}
    for file in (folder / "versions").glob("*.py"):
        values = {}
        for statement in ast.parse(file.read_text()).body:
            match statement:
                case (
                    ast.Assign(targets=[ast.Name(id="revision" | "down_revision" as name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id="revision" | "down_revision" as name), value=ast.expr() as value)
                ):
                    values[name] = ast.literal_eval(value)
        if values.get("revision"):
            parents = values.get("down_revision") or []
            found[values["revision"]] = [parents] if isinstance(parents, str) else list(parents)
    return found
