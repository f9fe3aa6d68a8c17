"""All checks of one site, at once."""

import asyncio
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

from deploy.doctor.clock import Reading, check_clock
from deploy.doctor.disk import check_disks
from deploy.doctor.findings import Finding
from deploy.doctor.mail import check_mail
from deploy.doctor.parts import check_cache, check_parts
from deploy.doctor.postgres import check_postgres
from deploy.doctor.public_address import check_public_address
from deploy.doctor.redis import check_redis
from deploy.doctor.storage import check_bucket, check_folder
from deploy.doctor.subject import Subject
from deploy.doctor.versions import check_versions

_FILES, _BACKUPS = "Files", "Backups"

_Told = tuple[list[Finding], list[Reading]]


async def examine(subject: Subject) -> list[Finding]:
    """Lines in the order in which somebody would mend what they say."""
    timed: list[Coroutine[Any, Any, _Told]] = [
        check_postgres(subject.databases, subject.newer_tables) if subject.databases else _nothing(),
        _without_clock(check_redis(subject.redis_url)) if subject.redis_url else _nothing(),
        _files(subject),
        _backups(subject.environ),
        check_mail(subject.environ),
        check_public_address(subject.public_url, subject.auth_url, subject.is_contained)
        if subject.parts
        else _nothing(),
    ]
    versions, parts, cache, *told = await asyncio.gather(
        check_versions(subject.node),
        check_parts(subject.parts) if subject.parts else _no_lines(),
        check_cache(subject.environ),
        *timed,
    )
    readings = [reading for _, clocks in told for reading in clocks]
    lines = [line for findings, _ in told[:-1] for line in findings]
    return [
        *versions,
        *check_disks(_folders(subject)),
        *lines,
        *check_clock(readings),
        *parts,
        *cache,
        *told[-1][0],
    ]


async def _files(subject: Subject) -> _Told:
    if subject.environ.get("S3_BUCKET"):
        return await check_bucket(_FILES, "", subject.environ)
    return (check_folder(_FILES, subject.files) if subject.files else []), []


async def _backups(environ: Mapping[str, str]) -> _Told:
    if environ.get("BACKUPS_S3_BUCKET"):
        return await check_bucket(_BACKUPS, "BACKUPS_", environ)
    folder = environ.get("BACKUPS_DIR")
    return (check_folder(_BACKUPS, Path(folder), is_own=False) if folder else []), []


def _folders(subject: Subject) -> dict[str, Path]:
    """Whose disks are looked at. Without the folder of backups its disk is another, and another line says so."""
    folder = subject.environ.get("BACKUPS_DIR")
    backups = {"backups": Path(folder)} if folder and Path(folder).is_dir() else {}
    return {**subject.folders, **backups}


async def _without_clock(lines: Coroutine[Any, Any, list[Finding]]) -> _Told:
    return await lines, []


async def _nothing() -> _Told:
    return [], []


async def _no_lines() -> list[Finding]:
    return []
