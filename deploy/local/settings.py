"""The settings of one running copy, read from the environment."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from deploy.local.cache import CACHE_SETTINGS, check_cache_settings
from deploy.local.errors import StartError
from deploy.local.mail import MAIL_SETTINGS, check_mail_settings
from deploy.local.running import data_dir
from deploy.local.storage import STORAGE_SETTINGS, check_storage_settings
from deploy.local.watching import watch_settings
from kit.environment import SettingsError, fault_of_engine, setting
from kit.watching.settings import WatchSettings

ROOT = Path(__file__).resolve().parents[2]
RELEASE = version("pagewright-kit")
LOG_LEVELS = ("debug", "info", "warning", "error")
_DEFAULT_PORT = 8080
# Characters that supervisord's configuration file cannot carry in a path.
_UNUSABLE_IN_PATHS = re.compile(r"[\"'\n\r;#,]")


@dataclass(frozen=True)
class Settings:
    """One copy: where it listens, where its data is and which engines it uses.

    ``database_url`` and ``redis_url`` are None when the copy runs engines of its own.
    """

    port: int
    data_dir: Path
    public_url: str
    database_url: str | None
    redis_url: str | None
    setup_code: str | None
    log_level: str
    trusted_proxies: str
    watching: WatchSettings

    @property
    def https(self) -> bool:
        """Whether visitors come by https (a proxy in front ends it)."""
        return self.public_url.startswith("https:")


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings from the environment; an empty value counts as none. Raises `StartError`."""
    port = _port(environ)
    told_settings = told(environ)
    for check in _CHECKS:
        check(told_settings)
    _check_networks(environ)
    return Settings(
        port=port,
        data_dir=_folder(environ),
        public_url=_public_url(environ, port),
        database_url=_database_url(environ),
        redis_url=_redis_url(environ),
        setup_code=setting_of(environ, "SETUP_CODE"),
        log_level=_log_level(environ),
        trusted_proxies=environ.get("TRUSTED_PROXIES") or "",
        watching=watch_settings(environ),
    )


def faults_of(environ: Mapping[str, str]) -> list[str]:
    """All that `read_settings` would refuse, a line for each."""
    faults = []
    readers: list[Callable[[Mapping[str, str]], object]] = [_port, _folder, _public_url, _database_url, _redis_url]
    readers += [_log_level, watch_settings, _check_networks, *(partial(_checked, check) for check in _CHECKS)]
    for read in readers:
        try:
            read(environ)
        except StartError as error:
            faults.append(str(error))
    return [*dict.fromkeys(faults)]


def setting_of(environ: Mapping[str, str], name: str) -> str | None:
    """The setting, or what is in the file that ``<name>_FILE`` names; None for none. Raises `StartError`."""
    try:
        return setting(environ, name)
    except SettingsError as error:
        raise StartError(str(error)) from error


def told(environ: Mapping[str, str]) -> dict[str, str]:
    """The settings of mail, storage and the cache in front, also those in files. Raises `StartError`."""
    names = (*MAIL_SETTINGS, *STORAGE_SETTINGS, *CACHE_SETTINGS)
    return {name: value for name in names if (value := setting_of(environ, name))}


def _checked(check: Callable[[Mapping[str, str]], None], environ: Mapping[str, str]) -> None:
    check(told(environ))


def _port(environ: Mapping[str, str]) -> int:
    text = environ.get("PORT") or str(_DEFAULT_PORT)
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise StartError(f"PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


def _folder(environ: Mapping[str, str]) -> Path:
    text = environ.get("DATA_DIR") or ".data"
    if _UNUSABLE_IN_PATHS.search(text):
        raise StartError(f"DATA_DIR must not contain quotes, commas, semicolons or hashes: {text!r}")
    return data_dir(environ)


def _public_url(environ: Mapping[str, str], port: int = _DEFAULT_PORT) -> str:
    text = environ.get("PUBLIC_URL") or f"http://localhost:{port}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise StartError(f"PUBLIC_URL must be an address such as https://www.example.org, not {text!r}")
    return f"{parts.scheme}://{parts.netloc}"


def _database_url(environ: Mapping[str, str]) -> str | None:
    return engine_url("DATABASE_URL", environ, ("postgresql", "postgres"))


def _redis_url(environ: Mapping[str, str]) -> str | None:
    return engine_url("REDIS_URL", environ, ("redis", "rediss"))


def engine_url(name: str, environ: Mapping[str, str], schemes: tuple[str, ...]) -> str | None:
    """The address of an engine that somebody else runs, or that in the file which ``<name>_FILE`` names.

    None where there is none. Raises `StartError`.
    """
    text = setting_of(environ, name)
    if text is None:
        return None
    if fault := fault_of_engine(text, schemes):
        raise StartError(f"{name} {fault}")
    if re.search(r"[\s\"]", text):
        raise StartError(f"{name} must be an address without spaces and quotes")
    if name == "DATABASE_URL" and not urlsplit(text).path.strip("/"):
        raise StartError("DATABASE_URL must name a database")
    return text


def _check_networks(environ: Mapping[str, str]) -> None:
    for each in filter(None, (environ.get("OUTBOUND_NETWORKS") or "").split(",")):
        try:
            ip_network(each.strip())
        except ValueError as error:
            raise StartError(f"OUTBOUND_NETWORKS must be networks such as 10.0.0.0/8, not {each.strip()!r}") from error


def _log_level(environ: Mapping[str, str]) -> str:
    text = environ.get("LOG_LEVEL") or "info"
    if text.lower() not in LOG_LEVELS:
        raise StartError(f"LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {text!r}")
    return text.lower()


_CHECKS = (check_mail_settings, check_storage_settings, check_cache_settings)
