"""`make doctor`: whether the site on DATA_DIR has what it needs, running or not."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from deploy.doctor.examination import examine
from deploy.doctor.findings import Finding, fault, ok, tell, warning
from deploy.doctor.postgres import ADMIN
from deploy.doctor.subject import Subject
from deploy.local import leftovers
from deploy.local.data_folder import SERVICES, DataFolder, read_json
from deploy.local.errors import StartError
from deploy.local.health import HEALTH
from deploy.local.processes import node_folder
from deploy.local.settings import Settings, faults_of, read_settings, told

_PART, _SITE = "Settings", "Site"


def doctor(environ: Mapping[str, str] = os.environ) -> int:
    """Print a line for all that was looked at; 1 where something is wrong, else 0."""
    if faults := faults_of(environ):
        # Nothing else can be told apart by settings that say nothing.
        return tell(fault(_PART, each, "correct it; the README lists all settings") for each in faults)
    settings = read_settings(environ)
    folder = DataFolder(settings.data_dir)
    try:
        is_running = folder.owner() is not None
        orphans = [] if is_running else leftovers.belonging_to(folder.path)
        site = [ok(_PART, "can be read"), *_check_site(folder, is_running, len(orphans))]
        facts = read_json(folder.ready_file) if is_running or orphans else {}
    except (StartError, OSError) as error:
        return tell(
            [fault(_SITE, str(error), "use another DATA_DIR, or give this one's files to the user that runs the site")]
        )
    return tell([*site, *asyncio.run(examine(_subject(settings, folder, facts, environ)))])


def _check_site(folder: DataFolder, is_running: bool, orphans: int) -> list[Finding]:
    if newer := folder.newer_release():
        return [fault(_SITE, f"{folder.path} was written by the newer release {newer}", "run that one, or other data")]
    if is_running and not folder.ready_file.exists():
        return [warning(_SITE, "is about to start or to stop", "look again in a moment")]
    if is_running:
        return [ok(_SITE, f"runs on {folder.path}")]
    if orphans:
        said = f"what ran it on {folder.path} was killed, and {orphans} of its processes go on"
        return [warning(_SITE, said, "end them by `make down`, and start it by `make up`")]
    if not folder.path.exists():
        return [warning(_SITE, f"there is none in {folder.path}", "start one by `make up`")]
    said = f"does not run on {folder.path}, so its own engines and parts were not asked"
    return [warning(_SITE, said, "start it by `make up`, and see its last lines if it ends")]


def _subject(settings: Settings, folder: DataFolder, facts: Mapping[str, Any], environ: Mapping[str, str]) -> Subject:
    subject = Subject(
        environ=told(environ),
        public_url=settings.public_url,
        databases={ADMIN: settings.database_url} if settings.database_url else {},
        redis_url=settings.redis_url,
        folders={"data": folder.path},
        files=folder.path / "files" if folder.path.exists() else None,
        node=node_folder() / "node",
    )
    if not facts:
        return subject
    urls = facts["services"]
    paths = {**HEALTH, "web": "/healthz"}
    return replace(
        subject,
        # What the site was started with, whatever this shell has.
        environ=facts.get("settings", subject.environ),
        public_url=facts["url"],
        # As services log in: an administrator's login says nothing of theirs.
        databases={ADMIN: facts["database"]["admin"], **facts["database"]["roles"]},
        redis_url=facts["redis"],
        auth_url=urls["auth"],
        parts={part: f"{urls[part]}{paths[part]}" for part in (*SERVICES, "web")},
    )
