"""The doctor of a site that containers serve: in the container `worker`, which has the settings of all services."""

import asyncio
import importlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from deploy.doctor.examination import examine
from deploy.doctor.findings import fault, ok, tell
from deploy.doctor.postgres import ADMIN
from deploy.doctor.subject import Subject
from deploy.local.cache import check_cache_settings
from deploy.local.data_folder import DataFolder, read_json
from deploy.local.errors import StartError
from deploy.local.health import HEALTH
from deploy.local.mail import check_mail_settings
from deploy.local.settings import told
from deploy.local.storage import check_storage_settings
from deploy.local.watching import check_watch_settings
from deploy.operations.settings import Settings, read_settings
from kit.config import read_settings as read_service_settings
from kit.environment import SettingsError, setting
from kit.keys import ServiceKeys

_PART = "Settings"
_CORRECT = "correct it in .env or the container's environment; .env.example and the README list all settings"
_CHECKS = (check_mail_settings, check_storage_settings, check_cache_settings, check_watch_settings)


def doctor(services: Sequence[str]) -> int:
    """Print a line for all that was looked at; 1 where something is wrong, else 0."""
    environ = os.environ
    try:
        settings, known = read_settings(environ), told(environ)
        databases = _databases(services, settings, environ)
        redis_url = setting(environ, "REDIS_URL") or _own_redis(settings)
    except (StartError, SettingsError, OSError) as error:
        return tell([fault(_PART, str(error), _CORRECT)])
    faults = _faults(databases, redis_url, known)
    if faults:
        return tell(fault(_PART, each, _CORRECT) for each in faults)
    data = environ.get("DATA_DIR")
    addresses = {part: address for part in (*services, "web") if (address := environ.get(f"{part.upper()}_URL"))}
    subject = Subject(
        environ=known,
        public_url=settings.public_url,
        databases=databases,
        redis_url=redis_url,
        auth_url=addresses.get("auth"),
        parts={part: f"{url.rstrip('/')}{HEALTH.get(part, '/healthz')}" for part, url in addresses.items()},
        folders={"data": Path(data)} if data else {},
        newer_tables=settings.newer_tables,
        files=Path(data) / "files" if data else None,
        is_contained=True,
    )
    return tell([ok(_PART, "can be read"), *asyncio.run(examine(subject))])


def _faults(databases: Mapping[str, str], redis_url: str | None, known: Mapping[str, str]) -> list[str]:
    """What services would refuse, a line for each; once, however many would."""
    faults: dict[str, None] = {}
    if not databases:
        faults["DATABASE_URL is missing"] = None
    if redis_url is None:
        faults["REDIS_URL is missing"] = None
    for check in _CHECKS:
        try:
            check(known)
        except StartError as error:
            faults[str(error)] = None
    for service in databases.keys() - {ADMIN}:
        try:
            kind = importlib.import_module(f"{service}.config").Settings
            ServiceKeys(read_service_settings(kind, database_url=databases[service]).keys_dir, service)
        except SettingsError as error:
            faults |= dict.fromkeys(str(error).split("\n"))
    return sorted(faults)


def _databases(services: Sequence[str], settings: Settings, environ: Mapping[str, str]) -> dict[str, str]:
    """As each service logs in, or as an administrator where this container has no more."""
    own = {service: url for service in services if (url := setting(environ, f"{service.upper()}_DATABASE_URL"))}
    if own:
        return own
    if settings.database_url:
        return {ADMIN: settings.database_url}
    password = _secrets(settings).get("postgres")
    return {ADMIN: settings.database(password).admin} if password else {}


def _own_redis(settings: Settings) -> str | None:
    password = _secrets(settings).get("redis")
    return settings.usable_redis_url(password) if password else settings.redis_url


def _secrets(settings: Settings) -> dict[str, str]:
    return read_json(DataFolder(settings.secrets_dir / "site").secrets_file)
